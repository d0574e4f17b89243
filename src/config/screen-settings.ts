// The settings of the full screen: their part of the table of all settings.
import type { SettingRow } from './setting-row.js';

export const screenSettings: readonly SettingRow[] = [
  {
    key: 'theme',
    type: { kind: 'text' },
    env: ['PAICLI_THEME'],
    flag: '--theme',
    flagValue: 'NAME',
    default: 'default',
    savable: true,
    personal: true,
    screenOnly: true,
    description: 'Colours of the screen: default, dark, light, high-contrast, or one of your own',
  },
  {
    key: 'notify',
    type: { kind: 'choice', values: ['auto', 'never'] },
    env: ['PAICLI_NOTIFY'],
    default: 'auto',
    savable: true,
    personal: true,
    screenOnly: true,
    description:
      'Bell and notification when a long turn is done or a question waits and you look elsewhere: auto, never',
  },
  {
    key: 'layout',
    type: { kind: 'text' },
    env: ['PAICLI_LAYOUT'],
    flag: '--layout',
    flagValue: 'NAME',
    default: 'auto',
    savable: true,
    personal: true,
    screenOnly: true,
    description: 'Where the panels of the screen stand: auto (by its size), team, or one of your own',
  },
  {
    key: 'mouse',
    type: { kind: 'choice', values: ['on', 'off'] },
    env: ['PAICLI_MOUSE'],
    default: 'off',
    savable: true,
    personal: true,
    screenOnly: true,
    description: 'Clicks and the wheel for the screen (on) or for the terminal, which can then select text (off)',
  },
];
