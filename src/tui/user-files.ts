// What the user's own folder gives the screen: keys, themes, and a way to say what is wrong with them.
import { join } from 'node:path';
import type { View } from '../view/view-model.js';
import { readKeybindings } from './keybindings-file.js';
import { createLiveKeymap, type LiveKeymap } from './live-keymap.js';
import { createTellUser, type TellUser } from './tell-user.js';
import type { Theme } from './theme.js';
import { createThemeSwitch, type ThemeSwitch } from './theme-switch.js';

export interface UserFiles {
  keymap: LiveKeymap;
  themes: ThemeSwitch;
  tell: TellUser;
  /** Reads the keys: they are needed with the first key, not with the first picture. Never rejects; all that is wrong is one notice. */
  readKeys(): Promise<void>;
}

export interface UserFilesOptions {
  /** Absent: nothing is read. */
  home: string | undefined;
  /** Of the theme to begin with. */
  themeName: string | undefined;
  view: View;
  color: boolean;
  ascii: boolean;
  /** ms since 1970. */
  now(): number;
  onTheme(theme: Theme): void;
  onTold(): void;
}

export function openUserFiles(options: UserFilesOptions): UserFiles {
  const { home, themeName, view, color, ascii, now, onTheme, onTold } = options;
  const keymap = createLiveKeymap();
  const tell = createTellUser(view, now, onTold);
  const themes = createThemeSwitch({
    ...(home === undefined ? {} : { folder: join(home, 'themes') }),
    color,
    ascii,
    name: themeName ?? 'default',
    onShow: onTheme,
    onFault: tell,
  });
  return {
    keymap,
    themes,
    tell,
    async readKeys() {
      if (home === undefined) return;
      const { changes, faults } = await readKeybindings(join(home, 'keybindings.json'));
      const conflicts = changes.length > 0 ? keymap.change(changes) : [];
      const said = [...faults, ...conflicts.map((conflict) => `keybindings.json: ${conflict}`)];
      if (said.length > 0) tell(said.join('\n'));
    },
  };
}
