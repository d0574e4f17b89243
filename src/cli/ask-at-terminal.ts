// Questions of a turn without a screen, put at the terminal: the whole preview on standard error, the answer read as a line.
import { createInterface } from 'node:readline';
import type { ApprovalDecision } from '../protocol/approval.js';
import type { Envelope } from '../protocol/event.js';
import { answerPrompt, readAnswer } from '../view/approval-answer.js';
import { linesOfQuestion, questionTitle } from '../view/approval-lines.js';
import { cleanOneLine, cleanRequest } from '../view/clean.js';
import { linesToText } from '../view/plain-lines.js';
import type { PendingApproval } from '../view/view-model.js';
import type { Progress } from './progress.js';

/** Lines that were typed before the question was there do not answer it; this long is waited for them. */
const drainMs = 50;

export interface AskAtTerminal {
  take(envelope: Envelope): void;
  close(): void;
}

export interface AskAtTerminalOptions {
  input: NodeJS.ReadableStream;
  output: Pick<NodeJS.WriteStream, 'write' | 'columns'>;
  progress: Progress;
  answer(approvalId: string, decision: ApprovalDecision): void;
}

/** Puts one question after the other. One that the engine resolved itself (the turn was stopped) is taken back. */
export function createAskAtTerminal({ input, output, progress, answer }: AskAtTerminalOptions): AskAtTerminal {
  let waiting: PendingApproval[] = [];
  let open: { approvalId: string; close(): void } | undefined;
  let hasEnded = false;

  function putNext(): void {
    const question = waiting.shift();
    if (question === undefined) return;
    const { approvalId } = question.request;
    const decide = (decision: ApprovalDecision) => answer(approvalId, decision);
    progress.clear();
    output.write(`${questionTitle(question)}\n${linesToText(linesOfQuestion(question, output.columns || 80))}`);
    if (hasEnded) {
      open = { approvalId, close: () => undefined };
      decide(inputEnded);
      return;
    }
    const onEnd = () => {
      hasEnded = true;
      decide(inputEnded);
    };
    open = { approvalId, close: readDecision({ question, input, output, decide, onEnd }) };
  }

  return {
    take({ at, event, taskId, agentId }) {
      if (event.type === 'approval.requested') {
        const { request } = event;
        if (request.subject === 'limit') return answer(request.approvalId, endsAtLimit);
        waiting.push({
          request: cleanRequest(request),
          requestedAt: at,
          ...(taskId === undefined ? {} : { taskId: cleanOneLine(taskId) }),
          ...(agentId === undefined ? {} : { agentId: cleanOneLine(agentId) }),
        });
      } else if (event.type === 'approval.resolved') {
        waiting = waiting.filter(({ request }) => request.approvalId !== event.approvalId);
        if (open?.approvalId !== event.approvalId) return;
        open.close();
        open = undefined;
      } else return;
      if (open === undefined) putNext();
    },
    close: () => open?.close(),
  };
}

const inputEnded: ApprovalDecision = { kind: 'deny', reason: 'nobody answered: the input has ended' };
const endsAtLimit: ApprovalDecision = { kind: 'deny', reason: 'a turn without a screen ends at its limit' };

interface Reading {
  question: PendingApproval;
  input: NodeJS.ReadableStream;
  output: Pick<NodeJS.WriteStream, 'write'>;
  decide(decision: ApprovalDecision): void;
  onEnd(): void;
}

/** Reads lines until one is a decision. The terminal stays as it is, so that Ctrl+C remains a signal. Returns how to stop. */
function readDecision({ question: { request }, input, output, decide, onEnd }: Reading): () => void {
  const lines = createInterface({ input, terminal: false });
  let state: 'draining' | 'asking' | 'decided' = 'draining';
  const prompt = () => output.write(answerPrompt(request));
  const timer = setTimeout(() => {
    state = 'asking';
    prompt();
  }, drainMs);
  lines.on('line', (line) => {
    if (state !== 'asking') return;
    const decision = readAnswer(line, request);
    if (decision === undefined) return prompt();
    state = 'decided';
    decide(decision);
  });
  lines.on('close', () => {
    if (state === 'decided') return;
    state = 'decided';
    output.write('\n');
    onEnd();
  });
  return () => {
    clearTimeout(timer);
    if (state === 'asking') output.write('\n');
    state = 'decided';
    lines.close();
  };
}
