// The border where text from models, tools, files and people becomes safe for a terminal. Owns which field is cleaned
// how: streams are stripped; what a person must judge (commands, paths, diffs, questions) is revealed.
import type { ErrorData } from '../base/error.js';
import { revealControls, stripControls } from '../base/sanitize.js';
import type { ApprovalDecision, ApprovalRequest } from '../protocol/approval.js';
import type { Display } from '../protocol/display.js';

type Clean = (text: string) => string;

/** One line of plain characters without blanks at its ends: most of what comes, and a resumed thread has very many. */
const cleanAlready = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;
const plainLine = /^[\t\x20-\x7e]*$/;

/** Revealed text for a place that has one line: line ends show as `⏎`. */
export function cleanOneLine(text: string): string {
  if (cleanAlready.test(text)) return text;
  return revealControls(text.replace(/\r\n?/g, '\n').trim()).replace(/\n/g, '⏎').replace(/\t/g, ' ');
}

/** Displays of a finished tool: its output is stripped, what it touched is revealed. */
export function cleanResult(displays: Display[]): Display[] {
  return displays.map((display) => cleanDisplay(display, stripControls));
}

/** Displays of a question: everything is revealed. */
function cleanPreview(displays: Display[]): Display[] {
  return displays.map((display) => cleanDisplay(display, revealControls));
}

function cleanDisplay(display: Display, clean: Clean): Display {
  switch (display.kind) {
    case 'text':
      return { ...display, text: clean(display.text) };
    case 'diff':
      return {
        ...display,
        path: cleanOneLine(display.path),
        hunks: display.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(revealLine) })),
      };
    case 'file':
      return { ...display, path: cleanOneLine(display.path), text: clean(display.text) };
    case 'command':
      return {
        ...display,
        command: revealControls(display.command),
        cwd: cleanOneLine(display.cwd),
        output: clean(display.output),
        ...(display.signal === undefined ? {} : { signal: cleanOneLine(display.signal) }),
      };
    case 'list':
      return { ...display, title: cleanOneLine(display.title), items: display.items.map(cleanOneLine) };
    case 'table':
      return {
        ...display,
        columns: display.columns.map(cleanOneLine),
        rows: display.rows.map((row) => row.map(cleanOneLine)),
      };
  }
}

/** A line of a diff keeps its blanks; a carriage return at its end is a line ending of the file, not a trick. */
function revealLine(line: string): string {
  if (plainLine.test(line)) return line;
  return revealControls(line.replace(/[\r\n]+$/, '')).replace(/\n/g, '⏎');
}

export function cleanRequest(request: ApprovalRequest): ApprovalRequest {
  const { editable } = request;
  return {
    ...request,
    title: cleanOneLine(request.title),
    reasons: request.reasons.map(cleanOneLine),
    preview: cleanPreview(request.preview),
    ...(request.toolName === undefined ? {} : { toolName: cleanOneLine(request.toolName) }),
    ...(request.threadRule === undefined ? {} : { threadRule: cleanOneLine(request.threadRule) }),
    ...(request.alwaysRule === undefined ? {} : { alwaysRule: cleanOneLine(request.alwaysRule) }),
    ...(request.notes === undefined ? {} : { notes: request.notes.map(cleanOneLine) }),
    ...(request.choices === undefined ? {} : { choices: request.choices.map(cleanOneLine) }),
    // It goes back as it is edited, so that a sign in place of a control would come to stand in the command.
    ...(editable === undefined ? {} : { editable: { ...editable, text: stripControls(editable.text) } }),
  };
}

export function cleanDecision(decision: ApprovalDecision): ApprovalDecision {
  if (decision.kind === 'edit' || decision.kind === 'answer')
    return { ...decision, text: stripControls(decision.text) };
  if (decision.kind !== 'deny' || decision.reason === undefined) return decision;
  return { kind: 'deny', reason: cleanOneLine(decision.reason) };
}

export function cleanError(error: ErrorData): ErrorData {
  return {
    code: error.code,
    message: stripControls(error.message),
    ...(error.hint === undefined ? {} : { hint: stripControls(error.hint) }),
  };
}
