// Numbers and paths as a person reads them. Owns no layout.

/** How long something took: `12 ms`, `4.2 s`, `3m 05s`, `1h 02m`. */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  return formatMinutes(Math.round(ms / 1000));
}

/** How long something has been running, in whole seconds so that it changes once a second: `12s`, `3m 05s`. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  return seconds < 60 ? `${seconds}s` : formatMinutes(seconds);
}

function formatMinutes(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`;
}

/** `950`, `2.1k`, `81k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  return tokens < 999_500 ? shortened(tokens / 1000, 'k') : shortened(tokens / 1_000_000, 'M');
}

/** `512 B`, `4.0 kB`, `1.5 MB`; a kilobyte is 1024 bytes. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit === 0
    ? `${Math.round(value)} B`
    : `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** US dollars: `$0`, `$0.0012`, `$0.041`, `$1.23`; small sums keep two digits that say something. */
export function formatMoney(usd: number): string {
  return formatAmount(usd, '$');
}

function formatAmount(amount: number, sign: string): string {
  if (amount <= 0) return `${sign}0`;
  if (amount >= 1) return `${sign}${amount.toFixed(2)}`;
  if (amount < 0.0001) return `<${sign}0.0001`;
  const decimals = amount < 0.01 ? 4 : 3;
  return `${sign}${amount.toFixed(decimals)}`;
}

/** What a usage cost, each currency for itself; undefined when no price is known. */
export function formatCost({ costUsd, costCny }: { costUsd?: number; costCny?: number }): string | undefined {
  if (costUsd === undefined) return costCny === undefined ? undefined : formatAmount(costCny, '¥');
  return formatMoney(costUsd) + (costCny === undefined ? '' : ` + ${formatAmount(costCny, '¥')}`);
}

/** A path below the home folder begins with `~`. */
export function formatPath(path: string, home: string): string {
  const base = home.replace(/[/\\]+$/, '');
  if (base === '') return path;
  if (path === base) return '~';
  const next = path[base.length];
  return path.startsWith(base) && (next === '/' || next === '\\') ? `~${path.slice(base.length)}` : path;
}

/** `1 line`, `3 lines`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function shortened(value: number, unit: string): string {
  const text = value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
  return text + unit;
}
