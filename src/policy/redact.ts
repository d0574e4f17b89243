// Takes secrets out of plain data before it is written down. Knows shapes and names, not the secrets themselves.

const secretKey = /keys?$|token|secret|passw(?:or)?d|passphrase|credential|authorization|cookie/i;
const removed = '[removed]';

/** Known shapes of keys, and values that follow a telling name. */
const patterns: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, removed],
  [/\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,}/g, removed],
  [
    /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_[A-Za-z0-9]{20,}|xox[a-z]-[\w-]{10,})/g,
    removed,
  ],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, removed],
  [/\bAIza[\w-]{30,}/g, removed],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, removed],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${removed}`],
  [/(\w+:\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${removed}@`],
  [
    /((?:api[_-]?key|token|secret|passw(?:or)?d|passphrase)["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s"'&;,]+)/gi,
    `$1${removed}`,
  ],
  [/(--?(?:api-?key|token|secret|passw(?:or)?d)\s+)("[^"]*"|'[^']*'|[^\s-][^\s]*)/gi, `$1${removed}`],
];

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
    const clean = redactText(value);
    return clean.length > maxLength ? `${clean.slice(0, maxLength)}… (${clean.length - maxLength} more)` : clean;
  }
  if (Array.isArray(value)) return value.map((item) => redact(item, maxLength));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      secretKey.test(key) && typeof inner === 'string' ? removed : redact(inner, maxLength),
    ]),
  );
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
