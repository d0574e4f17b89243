// The theme of the start: the sixteen palette colours, so that the user's own colours work on any background.
import type { Looks } from '../theme-data.js';

export const defaultLooks: Looks = {
  text: {},
  dim: { dim: true },
  strong: { bold: true },
  emphasis: { italic: true },
  heading: { fg: 'cyan', bold: true },
  code: { fg: 'cyan' },
  link: { fg: 'blue', underline: true },
  quote: { dim: true, italic: true },
  user: { fg: 'green', bold: true },
  accent: { fg: 'magenta' },
  success: { fg: 'green' },
  warning: { fg: 'yellow' },
  error: { fg: 'red', bold: true },
  added: { fg: 'green' },
  removed: { fg: 'red' },
  border: { dim: true },
  borderFocus: { fg: 'cyan' },
  title: { bold: true },
  selection: { inverse: true },
  status: { dim: true },
  addedWord: { fg: 'green', inverse: true },
  removedWord: { fg: 'red', inverse: true },
  keyword: { fg: 'magenta' },
  string: { fg: 'green' },
  comment: { dim: true, italic: true },
  number: { fg: 'yellow' },
  function: { fg: 'blue' },
  type: { fg: 'cyan' },
};

/** Without colour, whatever the theme: these in place of the looks above, so that what must stand out still does. */
export const plainLooks: Partial<Looks> = {
  accent: { bold: true },
  warning: { bold: true },
  removed: { dim: true },
  borderFocus: { bold: true },
  addedWord: { inverse: true },
  removedWord: { inverse: true, dim: true },
  keyword: { bold: true },
};
