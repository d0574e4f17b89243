// What a restore would do, file by file, each to be taken or left; Enter does it. Changes nothing itself; conflicts begin untaken.
import type { RestoreChoice, RestoreItem, RestoreOffer } from '../../protocol/snapshot.js';
import { cleanOneLine } from '../../view/clean.js';
import { formatCount, formatElapsed } from '../../view/format.js';
import { glyphs } from '../../view/glyphs.js';
import type { Line, StyleRole } from '../../view/span.js';
import { clipLine, lineWidth, spread, wrapLine } from '../../view/wrap.js';
import { keyNames } from '../input/keys.js';
import { createArming } from './arming.js';
import { type Dialog, dialogEdges } from './dialog.js';

export interface RestorePageOptions {
  offer: RestoreOffer;
  /** What goes back beside the files, e.g. the conversation. */
  also?: string;
  onRestore(choice: RestoreChoice): void;
  onCancel(): void;
  /** ms since 1970. */
  now(): number;
  /** ms of a clock that does not jump. */
  monotonicMs(): number;
  redraw(): void;
  ascii: boolean;
}

const mostColumns = 100;
const reasons: Record<NonNullable<RestoreItem['conflict']>, string> = {
  'changed-since': 'changed since, not by the agent',
  'in-the-way': 'something else is in its place; it would be moved aside',
  'unknown-then': 'not known to the snapshot; it may be older',
  'through-link': 'never: a folder on the way is a link now',
};

export function createRestorePage(options: RestorePageOptions): Dialog {
  const { offer, redraw, ascii } = options;
  const { items } = offer;
  const signs = glyphs(ascii);
  const arming = createArming(options.monotonicMs);
  const isTaken = items.map(({ conflict }) => conflict === undefined);
  const canTake = ({ conflict }: RestoreItem) => conflict !== 'through-link';
  let selected = 0;
  let rows = 1;
  let said: string | undefined;

  const move = (to: number) => {
    selected = Math.max(0, Math.min(items.length - 1, to));
    redraw();
  };
  const toggle = () => {
    const item = items[selected];
    if (!item) return;
    if (!canTake(item)) said = 'what leads through a link is never restored';
    else isTaken[selected] = !isTaken[selected];
    move(selected + 1);
  };
  /** Without the conflicts: each of them is a decision of its own. */
  const toggleAll = () => {
    const plain = items.flatMap(({ conflict }, at) => (conflict === undefined ? [at] : []));
    const all = plain.every((at) => isTaken[at]);
    for (const at of plain) isTaken[at] = !all;
    redraw();
  };
  const restore = () => {
    if (!isTaken.includes(true)) {
      said = 'nothing is taken';
      return redraw();
    }
    const paths = (fits: (item: RestoreItem, taken: boolean) => boolean) =>
      items.filter((item, at) => fits(item, isTaken[at] ?? false)).map(({ path }) => path);
    options.onRestore({
      keep: paths(({ conflict }, taken) => conflict === undefined && !taken),
      overwrite: paths(({ conflict }, taken) => conflict !== undefined && taken),
    });
  };
  const moves: Record<string, () => void> = {
    up: () => move(selected - 1),
    k: () => move(selected - 1),
    down: () => move(selected + 1),
    j: () => move(selected + 1),
    pageup: () => move(selected - rows),
    pagedown: () => move(selected + rows),
    home: () => move(0),
    end: () => move(items.length - 1),
    space: toggle,
    a: toggleAll,
    escape: options.onCancel,
    q: options.onCancel,
    'ctrl+c': options.onCancel,
  };

  function headLines(width: number): Line[] {
    const ago = `${formatElapsed(options.now() - offer.point.at)} ago`;
    const count = isTaken.filter(Boolean).length;
    const were = count === 1 ? 'it was' : 'they were';
    const text =
      items.length === 0
        ? `Nothing to restore: what the agent changed is as it was ${ago}.`
        : `${formatCount(count, 'file')} back to how ${were} ${ago}${options.also ?? ''}. What is there now is stored first.`;
    return [...wrapLine([{ text, role: 'text' }], width), []];
  }
  function footLines(width: number): Line[] {
    const { outside, skipped } = offer;
    const lines = [
      ...(outside > 0
        ? [`${formatCount(outside, 'more file')} differ${outside === 1 ? 's' : ''}, not by the agent: left alone`]
        : []),
      ...(skipped.length > 0 ? [`${formatCount(skipped.length, 'file')} not in the snapshot: left alone`] : []),
    ];
    if (lines.length === 0) return [];
    return [[], ...lines.flatMap((text) => wrapLine([{ text, role: 'dim' }], width))];
  }
  function itemLine(at: number, width: number): Line {
    const item = items[at]!;
    const isSelected = at === selected;
    const box = canTake(item) ? (isTaken[at] ? '[x]' : '[ ]') : ' - ';
    const left: Line = [
      { text: `${isSelected ? signs.prompt : ' '} ${box} `, role: isSelected ? 'accent' : 'text' },
      { text: cleanOneLine(item.path), role: isSelected ? 'selection' : isTaken[at] ? 'text' : 'dim' },
    ];
    const role: StyleRole = item.conflict ? 'warning' : item.does === 'delete' ? 'removed' : 'dim';
    const does = item.does === 'delete' ? 'delete' : 'put back';
    const right = item.conflict ? `${does}? ${reasons[item.conflict]}` : does;
    // The name matters more than the reason, but not that something is done with it.
    const room = Math.max(10, width - lineWidth(left) - 1);
    return spread(left, clipLine([{ text: ` ${right}`, role }], room, signs.ellipsis), width, signs.ellipsis);
  }

  return {
    wants(screen) {
      const width = Math.min(screen.width, mostColumns);
      const inner = width - dialogEdges.width;
      const wanted = headLines(inner).length + Math.max(1, items.length) + footLines(inner).length + dialogEdges.height;
      return { width, height: Math.min(screen.height, wanted), at: 'middle' };
    },
    frame() {
      const taken = isTaken.filter(Boolean).length;
      const hints = items.length === 0 ? ['Esc'] : ['Space takes or leaves', 'a all', 'Enter restores', 'Esc'];
      return {
        role: 'borderFocus',
        title: titleOf(offer),
        rightTitle: [{ text: `${taken} of ${items.length}`, role: 'dim' }],
        bottomRight:
          said === undefined
            ? [{ text: hints.join(` ${signs.separator} `), role: 'dim' }]
            : [{ text: said, role: 'warning' }],
      };
    },
    lines(width, height) {
      const [head, foot] = [headLines(width), footLines(width)];
      // The list keeps some rows however small the window is.
      const least = Math.min(items.length, 3);
      const above = head.slice(0, Math.max(0, height - least));
      const below =
        height - above.length - items.length >= foot.length
          ? foot
          : foot.slice(0, Math.max(0, height - above.length - Math.max(least, 5)));
      rows = Math.max(1, height - above.length - below.length);
      const top = Math.max(0, Math.min(selected - Math.floor(rows / 2), items.length - rows));
      const list = Array.from({ length: Math.min(rows, items.length - top) }, (_, at) => itemLine(top + at, width));
      return [...above, ...list, ...below];
    },
    onInput(event) {
      const mayRestore = arming.allows();
      const [key = ''] = keyNames(event);
      if (key !== 'enter') said = undefined;
      if (key === 'enter') {
        if (items.length === 0) options.onCancel();
        else if (mayRestore) restore();
      } else if (Object.hasOwn(moves, key)) moves[key]?.();
      else return false;
      return true;
    },
    onPainted(visible) {
      if (visible) arming.painted();
      else arming.reset();
    },
  };
}

function titleOf({ point }: RestoreOffer): string {
  const label = cleanOneLine(point.label);
  if (point.kind === 'before-turn') return `Files as before: ${label}`;
  if (point.kind === 'before-restore') return 'Files as before the last restore';
  return `Files as of snapshot #${point.number}: ${label}`;
}
