// The list of candidates as lines, and the rows it would like. Chooses nothing.

import { cellWidth, clipToWidth } from '../../base/width.js';
import { glyphs } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import type { PaneFrame } from '../pane-frame.js';
import type { Candidate } from './candidates.js';
import type { OpenList } from './completion.js';

const mostRows = 8;
/** Cells a description needs to be worth showing. */
const leastAbout = 8;
const titles = { file: 'Files', command: 'Commands', argument: 'Arguments' };

export interface ListPane {
  /** Rows of content; 0 while there is nothing to show. */
  wantedRows(): number;
  frame(): PaneFrame;
  lines(width: number, height: number): Line[];
}

export function createListPane(list: () => OpenList | undefined, ascii: boolean): ListPane {
  const ellipsis = glyphs(ascii).ellipsis;
  const sign = `${glyphs(ascii).prompt} `;
  const separator = ` ${glyphs(ascii).separator} `;

  const row = ({ label, about }: Candidate, isSelected: boolean, labelWidth: number, width: number): Line => {
    const aboutRoom = about === undefined ? 0 : width - labelWidth - 4;
    const hasAbout = aboutRoom >= leastAbout;
    const left = clipToWidth(label, hasAbout ? labelWidth : Math.max(1, width - 2), ellipsis);
    const line: Line = [
      { text: isSelected ? sign : '  ', role: 'accent' },
      { text: left, role: isSelected ? 'selection' : 'text' },
    ];
    if (!hasAbout) return line;
    const gap = ' '.repeat(labelWidth - cellWidth(left) + 2);
    return [...line, { text: gap + clipToWidth(about ?? '', aboutRoom, ellipsis), role: 'dim' }];
  };

  return {
    wantedRows: () => Math.min(list()?.candidates.length ?? 0, mostRows),
    frame() {
      const open = list();
      const keys = ['Tab takes', 'Esc closes'].join(separator);
      const count =
        open && open.candidates.length > mostRows ? `${open.selected + 1} of ${open.candidates.length}` : '';
      return {
        role: 'border',
        title: open ? titles[open.kind] : '',
        rightTitle: [{ text: keys, role: 'dim' }],
        ...(count ? { bottomRight: [{ text: count, role: 'dim' as const }] } : {}),
      };
    },
    lines(width, height) {
      const open = list();
      if (!open) return [];
      const { candidates, selected } = open;
      const first = Math.max(0, Math.min(selected - Math.floor(height / 2), candidates.length - height));
      const labelWidth = Math.min(Math.max(...candidates.map(({ label }) => cellWidth(label))), Math.floor(width / 2));
      return candidates
        .slice(first, first + height)
        .map((candidate, at) => row(candidate, first + at === selected, labelWidth, width));
    },
  };
}
