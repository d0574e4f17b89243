// Takes secrets out of plain data before it is written down. Knows shapes and names, not the secrets themselves.

const secretKey = /keys?$|token|secret|passw(?:or)?d|passphrase|credential|authorization|cookie|private/i;
const passwordKey = /passw(?:or)?d|passphrase|(?:^|_)pin$/i;
const removed = '[removed]';

/** A value as it may be written: quoted (also inside quoted text), or up to the next blank or separator. */
const value = String.raw`(?:\\*"(?:[^"\\]|\\[^"])*\\*"|'[^']*'|[^\s"'&;,|)\]}]+)`;
const words = '(?:passw(?:or)?d|passwd|pwd|passphrase|token|secret|credentials?|jwt|otp)';
const keyNames =
  '(?:api|access|private|secret|auth|account|storage|master|signing|encryption|service|client|deploy|license|session|ssh|subscription)[_-]?keys?(?:[_-]?id)?';

/** Known shapes of keys, and values that follow a telling name. Each is bounded: a text may be a whole file. */
const patterns: readonly [RegExp, string][] = [
  [
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    removed,
  ],
  [
    /\b(?:sk|pk|rk|gsk|xai|hf|r8|pplx|whsec|tvly|fc|jina|nvapi|sbp|dapi|lin|shpat|shpss|dop_v1|ATATT3?)[-_][A-Za-z0-9_-]{12,}/g,
    removed,
  ],
  [
    /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|gl(?:pat|ptt|dt|rt)-[\w-]{16,}|npm_[A-Za-z0-9]{20,}|pypi-[\w-]{30,}|xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|SG\.[\w-]{16,}\.[\w-]{16,}|AGE-SECRET-KEY-1[A-Z0-9]{20,})/g,
    removed,
  ],
  [/\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g, removed],
  [/\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}/g, removed],
  [/\b\d{8,10}:AA[\w-]{30,}/g, removed],
  [/(hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\/\d{1,25}\/)[\w/-]{8,}/g, `$1${removed}`],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, removed],
  [/\b(bearer)\s+[\w.~+/=-]{8,}/gi, `$1 ${removed}`],
  [/\b(basic)\s+(?=[^\s"']{0,200}[\d=])[\w.~+/=-]{8,}/gi, `$1 ${removed}`],
  [
    /\b((?:proxy-)?authorization(?:\\*["'])?\s*[:=]\s*(?:\\*["'])?(?:(?:bearer|basic|token|apikey|digest|negotiate)\s+)?)(?!bearer\b|basic\b)[^\s"'\\,;[]{4,}/gi,
    `$1${removed}`,
  ],
  [/\b((?:set-)?cookie(?:\\*["'])?\s*:\s*(?:\\*["'])?)[^"'\\\n]{4,}/gi, `$1${removed}`],
  [/\b(\w{1,20}:\/\/[^\s/:@"']{0,200}:)[^\s/"']{1,200}@/g, `$1${removed}@`],
  [/\b(https?:\/\/)[^\s/:@"']{1,200}@/gi, `$1${removed}@`],
  [/([?&](?:key|auth|code|sig|signature|x-amz-signature|x-amz-credential)=)[^\s&"']+/gi, `$1${removed}`],
  [new RegExp(String.raw`((?:${words}|${keyNames})(?:\\*["'])?\s*(?:=>|:=|[=:])\s*)${value}`, 'gi'), `$1${removed}`],
  // Variables of the environment: OPENAI_API_KEY=, AWS_SECRET_ACCESS_KEY=, DB_PASS=, NPM_AUTH=.
  [
    new RegExp(
      String.raw`\b((?:[A-Z][A-Z0-9_]{0,60})?(?:KEYS?|TOKENS?|SECRETS?|PASSW(?:OR)?D|PASS|PASSPHRASE|CREDENTIALS?|PRIVATE|_PWD|_PAT|_AUTH)(?:_[A-Z0-9_]{1,40})?\s?[=:]\s?)${value}`,
      'g',
    ),
    `$1${removed}`,
  ],
  [
    new RegExp(
      String.raw`((?<![\w-])--?[a-z0-9-]{0,30}(?:key|token|secret|passw(?:or)?d|passphrase|credentials?|pat)[\s=]+)(?!-)${value}`,
      'gi',
    ),
    `$1${removed}`,
  ],
  [/((?<!\S)(?:-u\s*|--(?:proxy-)?user[= ]))(["']?)[^\s:"']{1,100}:[^\s"']{1,200}/g, `$1$2${removed}`],
  [/(\b(?:sshpass\s+-p|mysql(?:dump|admin)?\b[^|;&\n]{0,200}?\s-p)\s?)(?!\s)[^\s-]\S*/g, `$1${removed}`],
  [/(\bredis-cli\b[^|;&\n]{0,200}?\s-a\s+)\S+/g, `$1${removed}`],
];

/** More of a text is not kept anyway. */
const mostCharacters = 20_000;

/** The text without what looks like a secret. */
export function redactText(text: string): string {
  return patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** Something in the text has the shape of a secret. */
export function looksSecret(text: string): boolean {
  return redactText(text) !== text;
}

/** A copy of a plain value without secrets; texts over `maxLength` characters are cut and say so. */
export function redact(value: unknown, maxLength = 2000): unknown {
  if (typeof value === 'string') {
    const clean = redactText(value.slice(0, Math.max(mostCharacters, 2 * maxLength)));
    const rest = value.length - Math.max(mostCharacters, 2 * maxLength);
    const more = Math.max(0, clean.length - maxLength) + Math.max(0, rest);
    return more > 0 ? `${clean.slice(0, maxLength)}… (${more} more)` : clean;
  }
  if (Array.isArray(value)) return value.map((item) => redact(item, maxLength));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactMember(key, inner, maxLength)]));
}

function redactMember(key: string, inner: unknown, maxLength: number): unknown {
  if (passwordKey.test(key) && typeof inner === 'number') return removed;
  if (!secretKey.test(key)) return redact(inner, maxLength);
  if (typeof inner === 'string') return removed;
  return Array.isArray(inner)
    ? inner.map((item) => (typeof item === 'string' ? removed : redact(item, maxLength)))
    : redact(inner, maxLength);
}

/** The arguments a model wrote, as data without secrets; what is no JSON stays text. */
export function redactArguments(json: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    value = json; // the model's slip is itself worth writing down
  }
  return redact(value);
}
