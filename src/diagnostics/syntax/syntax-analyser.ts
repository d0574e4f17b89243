// Syntax at once: parsers in a worker thread, so that a large or spiteful text holds up nobody.
import type { Analyser } from '../analyser.js';
import { syntaxSuffix } from '../suffixes.js';
import { createWorkerLine } from '../worker-line.js';
import type { SyntaxAnswer, SyntaxJob } from './check-syntax.js';

/** Larger texts are seldom written by hand. */
const largestText = 2_000_000;
const timeLimitMs = 10_000;
const heapLimitMb = 512;

export function createSyntaxAnalyser(): Analyser {
  const line = createWorkerLine<SyntaxJob, SyntaxAnswer>({ role: 'syntax', heapLimitMb, timeLimitMs });
  return {
    name: 'Checking of syntax',
    takes: (file, text) => syntaxSuffix.test(file) && text.length <= largestText,
    async check(edited, sink) {
      const answers = await Promise.all(
        edited.map(async ({ file, before, after }) => {
          const fits = (before?.length ?? 0) <= largestText;
          return { file, answer: await line.ask({ file, before: fits ? before : undefined, after }) };
        }),
      );
      for (const { file, answer } of answers) sink.before(file, answer.before);
      sink.applied();
      for (const { file, answer } of answers) sink.after(file, answer.after);
    },
    warm: async () => line.start(),
    close: () => line.close(),
  };
}
