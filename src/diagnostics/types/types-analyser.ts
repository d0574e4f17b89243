// Types by TypeScript in a worker thread, kept warm between edits.
import type { Analyser, Sink } from '../analyser.js';
import { scriptSuffix } from '../suffixes.js';
import { createWorkerLine } from '../worker-line.js';
import type { TypesPart } from './check-edit.js';
import type { TypesJob, TypesSetup } from './types-work.js';

/** The first check of a project may take long, and so may the change of something all of it uses. */
const timeLimitMs = 180_000;
const heapLimitMb = 3072;
/** A warm project holds some hundred megabytes. */
const idleMs = 15 * 60_000;

export function createTypesAnalyser(setup: TypesSetup): Analyser {
  const line = createWorkerLine<TypesJob, void>({ role: 'types', setup, heapLimitMb, timeLimitMs, idleMs });
  const isOwn = (file: string) => file.startsWith(`${setup.cwd}/`) && !file.includes('/node_modules/');
  return {
    name: 'Checking of types',
    takes: (file) => scriptSuffix.test(file) && isOwn(file),
    check(edited, sink, signal) {
      return line.ask({ edited: [...edited] }, { onPart: tellTo(sink), signal });
    },
    warm: (file, sink) => line.ask({ warm: file }, { onPart: tellTo(sink) }),
    close: () => line.close(),
  };
}

const tellTo = (sink: Sink) => (part: unknown) => {
  const told = part as TypesPart;
  if (told === 'applied') return sink.applied();
  if (told === 'near') return sink.near();
  for (const [file, findings] of told.checked) sink[told.when](file, findings);
};
