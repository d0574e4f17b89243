// What a folder's own settings would do, as lines: the same for the question on the screen and for `paicli trust`.
import type { FolderItem, FolderSaying, TrustQuestion } from '../protocol/folder-trust.js';
import { cleanOneLine } from './clean.js';
import type { Line, StyleRole } from './span.js';
import { breakLine, wrapLine } from './wrap.js';

/** All of it: nothing is folded or clipped, and what would not show is written out. */
export function linesOfTrust({ items }: TrustQuestion, width: number): Line[] {
  return items.flatMap((item) => [
    ...breakLine(pathLine(item), width),
    ...item.says.flatMap((saying) => wrapLine(sayingLine(saying), width, 6)),
  ]);
}

/** Why it is asked. */
export function reasonOfTrust({ earlier }: TrustQuestion): string {
  if (earlier === undefined) return 'This folder has settings of its own. They do nothing until you trust them.';
  const before = earlier === 'trusted' ? 'trusted' : 'refused';
  return `The settings that you ${before} here have changed. As they are now they do nothing until you trust them.`;
}

function pathLine({ path, change }: FolderItem): Line {
  const name = { text: cleanOneLine(path), role: 'strong' as const };
  return change === undefined ? [name] : [name, { text: ` (${change})`, role: 'dim' }];
}

function sayingLine({ text, isGrave = false, change }: FolderSaying): Line {
  const role: StyleRole = change === 'gone' ? 'removed' : isGrave ? 'warning' : change === 'new' ? 'added' : 'text';
  const sign = change === 'gone' ? '-' : change === 'new' ? '+' : ' ';
  const warning = isGrave && change !== 'gone' ? '! ' : '';
  return [{ text: `  ${sign} ${warning}${cleanOneLine(text)}`, role }];
}
