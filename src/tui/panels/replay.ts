// The box at the bottom while a recording is played: that it is one, where it stands, and the keys. Nothing can be written in it.
import { glyphs } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { wrapLine } from '../../view/wrap.js';
import { replayKeys } from '../replay-input.js';
import type { ReplayControls, ReplayStatus } from '../replay-player.js';
import type { Panel } from './panel.js';

export interface ReplayPanelOptions {
  controls: ReplayControls;
  /** What the app has to say about the last key. */
  hint(): string | undefined;
  ascii: boolean;
}

export function createReplayPanel({ controls, hint, ascii }: ReplayPanelOptions): Panel {
  const lines = (width: number, framed: boolean) => replayLines(controls, !framed, width, ascii);
  return {
    wantedRows: (width, framed) => Math.min(lines(width, framed).length, 3),
    frame(focused) {
      const said = hint();
      const title = said ?? standing(controls.status(), ascii);
      return { role: focused ? 'borderFocus' : 'border', title: [{ text: title, role: 'warning' }] };
    },
    lines: (width, height, { framed }) => lines(width, framed).slice(0, height),
  };
}

/** The keys of the replay; `told`: that it is one, and where it stands, comes first, because no title says so. */
export function replayLines(controls: ReplayControls, told: boolean, width: number, ascii: boolean): Line[] {
  const status = controls.status();
  const where: Line = told ? [{ text: `${standing(status, ascii)}${separatorOf(ascii)}`, role: 'warning' }] : [];
  return wrapLine([...where, ...keyLine(status.state, ascii)], width);
}

function keyLine(state: ReplayStatus['state'], ascii: boolean): Line {
  return replayKeys(state).flatMap(
    ([keys, does], index): Line => [
      { text: index === 0 ? '' : separatorOf(ascii), role: 'dim' },
      { text: ascii ? keys.replace('→', 'Right').replace('←', 'Left') : keys, role: 'strong' },
      { text: ` ${does}`, role: 'dim' },
    ],
  );
}

const separatorOf = (ascii: boolean) => ` ${glyphs(ascii).separator} `;

function standing({ state, speed, turn, turns }: ReplayStatus, ascii: boolean): string {
  const pace = state === 'ended' ? 'at its end' : `${state} ${speed}x`;
  return ['Replay', pace, `turn ${turn} of ${turns}`].join(separatorOf(ascii));
}
