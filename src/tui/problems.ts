// What edits broke and is still broken, as a list to choose from: into the message, or open in the editor. The engine finds it.
import type { Problem } from '../protocol/query.js';
import { cleanOneLine } from '../view/clean.js';
import type { Line } from '../view/span.js';
import { wrapLine } from '../view/wrap.js';
import type { ActionScope } from './actions.js';
import { ignoreRejected } from './dialogs/ignore-rejected.js';
import type { SearchItem } from './dialogs/search-list.js';
import { type FocusScope, focus } from './focus.js';

export type ProblemsScope = Pick<ActionScope, 'ask' | 'dialogs' | 'editor' | 'tools' | 'ascii'> & FocusScope;

export function openProblems(scope: ProblemsScope): void {
  scope
    .ask('diagnostics')
    .then(({ problems }) =>
      scope.dialogs.search(
        {
          title: 'Broken by edits',
          empty: problems === undefined ? 'edits are not checked: the setting diagnostics is off' : 'there are none',
          items: (problems ?? []).map((problem) => itemOf(problem, scope.ascii)),
          preview: aboutProblem,
          acts: [
            { keys: ['ctrl+e'], label: 'Ctrl+E edit', act: ({ path, line }) => scope.tools.openInEditor(path, line) },
          ],
        },
        (problem) => {
          scope.editor.insertText(`@${placeOf(problem)} `);
          focus(scope, 'message');
        },
      ),
    )
    .catch(ignoreRejected);
}

const placeOf = ({ path, line }: Problem) => `${cleanOneLine(path)}:${line}`;

function itemOf(problem: Problem, ascii: boolean): SearchItem<Problem> {
  const sign = problem.severity === 'warning' ? '!' : ascii ? 'x' : '✗';
  return {
    value: problem,
    label: `${sign} ${placeOf(problem)}`,
    detail: cleanOneLine(problem.message),
    words: cleanOneLine(problem.source),
  };
}

function aboutProblem(problem: Problem, width: number): Line[] {
  const { severity, column, message, source } = problem;
  return [
    ...wrapLine([{ text: `${placeOf(problem)}:${column}`, role: 'strong' }], width),
    [],
    ...wrapLine([{ text: cleanOneLine(message), role: severity === 'error' ? 'error' : 'warning' }], width),
    [],
    ...wrapLine([{ text: cleanOneLine(source), role: 'dim' }], width),
    ...wrapLine([{ text: 'Enter puts the place into the message.', role: 'dim' }], width),
  ];
}
