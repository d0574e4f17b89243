// Answers to a question as a line of text, for front ends without dialogs: what may be typed, and what a line means.
import type { ApprovalDecision, ApprovalRequest } from '../protocol/approval.js';

/** What is typed to leave a question of the model without an answer; any other word could be one. */
const noAnswer = '/skip';

/** What may be typed, ended by a colon. */
export function answerPrompt(request: ApprovalRequest): string {
  const { subject, choices = [], threadRule, alwaysRule, editable, hunks } = request;
  if (subject === 'question') {
    const picks = choices.map((choice, at) => `${at + 1} = ${choice}, `).join('');
    return `${picks}${choices.length > 0 ? 'or ' : ''}your own answer (${noAnswer} gives none): `;
  }
  return [
    'y = once, ',
    hunks === undefined ? '' : 'y 1,3 = only these hunks, ',
    threadRule === undefined ? '' : `a = in this thread: ${threadRule}, `,
    alwaysRule === undefined ? '' : `always = saved for ever: ${alwaysRule}, `,
    // Arguments can be changed too, but nobody writes them in one line.
    editable?.kind === 'command' ? 'e COMMAND = that in its place, ' : '',
    'n = deny (n REASON says why): ',
  ].join('');
}

/** What a line means as an answer to this question; undefined when it is none. */
export function readAnswer(line: string, request: ApprovalRequest): ApprovalDecision | undefined {
  if (request.subject === 'question') return readText(line.trim(), request.choices ?? []);
  const [, word = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/.exec(line) ?? [];
  switch (word.toLowerCase()) {
    case 'n':
    case 'no':
      return rest === '' ? { kind: 'deny' } : { kind: 'deny', reason: rest };
    case 'y':
    case 'yes':
      return rest === '' ? { kind: 'once' } : readHunks(rest, request.hunks);
    case 'e':
      return rest === '' || request.editable === undefined ? undefined : { kind: 'edit', text: rest };
    case 'a':
      return rest === '' && request.threadRule !== undefined ? { kind: 'thread' } : undefined;
    case 'always':
      return rest === '' && request.alwaysRule !== undefined ? { kind: 'always' } : undefined;
    default:
      return undefined;
  }
}

function readText(text: string, choices: string[]): ApprovalDecision | undefined {
  if (text === '') return undefined;
  if (text === noAnswer) return { kind: 'deny' };
  const choice = /^\d$/.test(text) ? choices[Number(text) - 1] : undefined;
  return { kind: 'answer', text: choice ?? text };
}

/** `1,3` or `1 3`, counted from 1. */
function readHunks(list: string, count: number | undefined): ApprovalDecision | undefined {
  if (count === undefined || !/^[\d\s,]+$/.test(list)) return undefined;
  const numbers = list
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number);
  if (numbers.some((number) => number < 1 || number > count)) return undefined;
  return { kind: 'once', hunks: [...new Set(numbers)].map((number) => number - 1).sort((one, other) => one - other) };
}
