// The list of settings with where each was set, and changing those that can be changed here: some at once, some in the config file.

import type { SettingSummary } from '../../protocol/query.js';
import { cleanOneLine } from '../../view/clean.js';
import { inOneLine } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { wrapLine } from '../../view/wrap.js';
import type { Ask } from '../commander.js';
import type { Dialog } from './dialog.js';
import { ignoreRejected } from './ignore-rejected.js';
import { createSearchList, type SearchItem } from './search-list.js';
import { createTextEntry } from './text-entry.js';

export interface SettingsPageOptions {
  ask: Ask;
  /** Writes it into the config file. */
  save(key: string, value: string | undefined): Promise<void>;
  /** Opens the list that changes a setting of the running program. */
  pick(what: LiveKey): void;
  open(make: (close: () => void) => Dialog): void;
  redraw(): void;
  ascii: boolean;
}

export async function openSettingsPage(options: SettingsPageOptions): Promise<void> {
  const { ask, open, pick, redraw, ascii } = options;
  const first = await ask('settings');
  const rowsOf = (settings: SettingSummary[]) => settings.map((setting) => settingItem(setting, ascii));
  open((close) => {
    const list = createSearchList<SettingSummary>({
      title: 'Settings',
      items: rowsOf(first.settings),
      empty: 'this engine tells none',
      onChoice(setting) {
        if (!isLive(setting.key)) return edit(setting);
        // Another list takes its place: what it changes is in force at once.
        close();
        pick(setting.key);
      },
      onCancel: close,
      acts: [
        {
          keys: ['delete'],
          label: 'Del unset',
          act: (setting) => setting.savable && void save(setting.key, undefined).catch(ignoreRejected),
        },
      ],
      preview: (setting, width) => about(setting, cleanOneLine(first.file), width),
      redraw,
      ascii,
    });
    const save = async (key: string, value: string | undefined) => {
      await options.save(key, value);
      list.replaceItems(rowsOf((await ask('settings')).settings));
    };
    const edit = (setting: SettingSummary) =>
      open((done) =>
        createTextEntry({
          title: setting.key,
          intro: [
            [{ text: setting.description, role: 'text' }],
            [{ text: `${nowText(setting)} Give ${setting.expected}; it holds from the next start.`, role: 'dim' }],
          ],
          take: (text) => save(setting.key, text),
          close: done,
          redraw,
          ascii,
        }),
      );
    return list;
  });
}

function nowText({ value, saved }: SettingSummary): string {
  const now = value === undefined ? 'It is not set now.' : `It is ${cleanOneLine(value)} now.`;
  return saved === undefined || saved === value ? now : `${now.slice(0, -1)}, ${cleanOneLine(saved)} in the file.`;
}

/** These are changed while the program runs, each in a list of its own. */
type LiveKey = 'theme' | 'approvals' | 'model';

const isLive = (key: string): key is LiveKey => key === 'theme' || key === 'approvals' || key === 'model';

function settingItem(setting: SettingSummary, ascii: boolean): SearchItem<SettingSummary> {
  const { key, value, origin, saved, savable } = setting;
  const next = saved === undefined || saved === value ? '' : `, ${saved} from the next start`;
  const where = origin ?? (value === undefined ? '' : 'built in');
  const parts = [value === undefined ? 'not set' : cleanOneLine(value) + next, cleanOneLine(where)];
  return {
    value: setting,
    label: key.padEnd(14),
    detail: inOneLine(
      parts.filter((part) => part !== ''),
      ascii,
    ),
    words: setting.description,
    ...(savable || isLive(key)
      ? {}
      : { right: 'read only', locked: 'this one is set in the file, the environment or by a flag' }),
  };
}

function about(setting: SettingSummary, file: string, width: number): Line[] {
  const { description, expected, savable, key, origin, saved } = setting;
  const how = isLive(key)
    ? `Enter changes it ${key === 'theme' ? 'at once, and saves it into the file' : 'for this session'}.`
    : savable
      ? 'Enter saves another value into the file; Del takes it out.'
      : 'It is set in the file, in the environment or by a flag.';
  const isStronger = saved !== undefined && origin !== undefined && !origin.includes(file);
  return [
    ...wrapLine([{ text: description, role: 'text' }], width),
    [],
    ...wrapLine([{ text: `A value is ${expected}.`, role: 'dim' }], width),
    ...wrapLine([{ text: how, role: 'dim' }], width),
    ...(isStronger
      ? wrapLine([{ text: `What is ${cleanOneLine(origin)} is stronger than the file.`, role: 'warning' }], width)
      : []),
    [],
    ...wrapLine([{ text: file, role: 'dim' }], width),
  ];
}
