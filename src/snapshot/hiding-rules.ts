// What the ignore files of the user and the settings hide from snapshots. Case counts, as in git: what git keeps is kept here.
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Ignore } from 'ignore';
import { couldMatch } from '../base/could-match.js';

/** Shared by a folder and all folders below it that have no ignore file of their own. */
export interface HidingRules {
  /** Differs when the rules do. */
  key: string;
  /** `path` is relative to the folder of the snapshots; that of a folder ends in `/`. */
  hides(path: string): boolean;
  /** The same rules and those of one more ignore file, in `folder` (relative, ends in `/` unless it is the top one). */
  with(folder: string, text: string): HidingRules;
}

type Verdict = (path: string) => boolean | undefined;
type Parser = (options: object) => Ignore;

/** The rules above the folder: `exclude`, then the repository's own, then each ignore file on the way down to it. */
export async function rulesAbove(folder: string, exclude: readonly string[]): Promise<HidingRules> {
  const { default: ignore } = await import('ignore');
  const parser = ignore as unknown as Parser;
  let rules = rulesOf(parser, 'none', []);
  rules = rules.with('', exclude.join('\n'));
  const repository = repositoryAround(folder);
  if (repository === undefined) return rules;
  const add = (place: string, text: string) => {
    if (text === '') return;
    const prefix = folder.slice(place.length + 1);
    rules = rulesOf(parser, keyOf(rules.key, prefix, text), [
      verdictOf(parser, text, (path) => (prefix === '' ? path : `${prefix}/${path}`)),
      ...verdictsOf(rules),
    ]);
  };
  add(repository, textOf(join(repository, '.git', 'info', 'exclude')));
  const above: string[] = [];
  for (let place = folder; place !== repository; ) {
    place = dirname(place);
    above.unshift(place);
  }
  for (const place of above) add(place, textOf(join(place, '.gitignore')));
  return rules;
}

const verdicts = new WeakMap<HidingRules, readonly Verdict[]>();
const verdictsOf = (rules: HidingRules) => verdicts.get(rules) ?? [];

/** The nearest ignore file that speaks of a path decides. */
function rulesOf(parser: Parser, key: string, list: readonly Verdict[]): HidingRules {
  const rules: HidingRules = {
    key,
    hides(path) {
      for (const verdict of list) {
        const hidden = verdict(path);
        if (hidden !== undefined) return hidden;
      }
      return false;
    },
    with(folder, text) {
      const inside = (path: string) => path.slice(folder.length);
      return rulesOf(parser, keyOf(key, folder, text), [verdictOf(parser, text, inside), ...list]);
    },
  };
  verdicts.set(rules, list);
  return rules;
}

const keyOf = (above: string, folder: string, text: string) =>
  createHash('sha1').update(`${above}\0${folder}\0${text}`).digest('hex');

function verdictOf(parser: Parser, text: string, inside: (path: string) => string): Verdict {
  const candidates = couldMatch(text);
  let rules: Ignore | undefined;
  return (path) => {
    const own = inside(path);
    if (candidates?.test(own) === false) return undefined;
    rules ??= parser({ allowRelativePaths: true, ignorecase: false }).add(text);
    const { ignored, unignored } = rules.test(askable(rules, own));
    return ignored ? true : unignored ? false : undefined;
  };
}

/**
 * The library hides everything below a folder that these rules hide. Whoever asks about something in there knows that
 * nearer rules took the folder back; then only the name itself counts.
 */
function askable(rules: Ignore, path: string): string {
  const slash = path.lastIndexOf('/', path.length - 2);
  const isBelowHidden = slash !== -1 && rules.test(path.slice(0, slash + 1)).ignored;
  return isBelowHidden ? path.slice(slash + 1) : path;
}

function repositoryAround(folder: string): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    if (lstatSync(join(place, '.git'), { throwIfNoEntry: false })) return place;
    if (basename(place) === '') return undefined;
  }
}

/** Unreadable or absent: no rules. */
function textOf(path: string): string {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}
