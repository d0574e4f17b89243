// The demo model as the reviewer of a team: it sends the slip in the label back once, and approves the rest.
import type { Reply } from './script.js';

export const isReviewer = (system: string): boolean => system.startsWith('You review');
/** A worker is told so when its work comes back. */
export const isSentBack = (text: string): boolean => text.startsWith('The reviewer did not approve');

/** `asked`: the task, the worker's report and the changes. */
export function demoReview(asked: string): Reply {
  if (/^\+.*date\.getFullYear\}/m.test(asked) && !/^\+.*date\.getFullYear\(\)\}/m.test(asked))
    return {
      text: [
        'The new line names `getFullYear` but does not call it, so the label would be the text of a function.\n\n',
        JSON.stringify({
          approved: false,
          reasons: ['getFullYear is not called: the parentheses are missing in src/date.js'],
        }),
      ],
    };
  return { text: ['The report and the changes fit the task.\n\n', JSON.stringify({ approved: true, reasons: [] })] };
}
