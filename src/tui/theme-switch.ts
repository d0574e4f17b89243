// The theme on the screen: which it is, trying another one, keeping it. Files are read in theme-files.ts.
import { createTheme, type Theme } from './theme.js';
import { findTheme, themeNames } from './theme-files.js';

export interface ThemeSwitch {
  /** Name of the one that was chosen last. */
  current(): string;
  /** For the painter. */
  theme(): Theme;
  names(): Promise<string[]>;
  /** Shows it, without choosing it; false when there is none of this name. */
  show(name: string): boolean;
  /** Shows and keeps it; false when there is none of this name. */
  choose(name: string): boolean;
}

export interface ThemeSwitchOptions {
  /** Of the user's own themes; absent: there are none. */
  folder?: string;
  color: boolean;
  ascii: boolean;
  /** The one to begin with. */
  name: string;
  onShow(theme: Theme): void;
  /** What is wrong with a theme, told once a theme. */
  onFault(text: string): void;
}

export function createThemeSwitch(options: ThemeSwitchOptions): ThemeSwitch {
  const { folder, color, ascii, onShow, onFault } = options;
  const told = new Set<string>();
  let chosen = 'default';
  let theme = createTheme({ color, ascii });

  function load(name: string): boolean {
    const found = findTheme(name, folder);
    if (!found) return false;
    theme = createTheme({ color, ascii, data: found.theme });
    if (found.faults.length > 0 && !told.has(name)) onFault(found.faults.join('\n'));
    told.add(name);
    return true;
  }
  const show = (name: string) => {
    const found = load(name);
    if (found) onShow(theme);
    return found;
  };
  if (load(options.name)) chosen = options.name;
  else onFault(`There is no theme "${options.name}"; the default one is shown. /theme lists those there are.`);
  return {
    current: () => chosen,
    theme: () => theme,
    names: () => themeNames(folder),
    show,
    choose(name) {
      if (!show(name)) return false;
      chosen = name;
      return true;
    },
  };
}
