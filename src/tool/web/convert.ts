// From the body of an answer to text for the model: pages go through a worker thread, other text stays as it is.
import { runInWorker, type WorkerOutcome } from '../../process/run-in-worker.js';
import { decodeBody, kindOfBody, mediaTypeOf } from './content-kind.js';
import type { Resource } from './get-resource.js';
import type { Page, PageInput } from './page.js';

export type PageFormat = 'markdown' | 'text' | 'raw';

export interface ReadPage extends Page {
  /** What the model should know of how the text came about. */
  notes: string[];
}

const convertMs = 15_000;
const heapLimitMb = 1024;

/** Undefined for what is no text. An abort gives what the page's source is; nobody reads it. */
export async function readPage(
  resource: Resource,
  format: PageFormat,
  signal: AbortSignal,
): Promise<ReadPage | undefined> {
  const kind = kindOfBody(mediaTypeOf(resource.headers), resource.body);
  if (kind === 'binary') return undefined;
  const source = decodeBody(resource.body, resource.headers);
  const notes = resource.cut ? [`only the first ${resource.body.length} bytes were read`] : [];
  if (kind !== 'html' || format === 'raw') return { title: '', text: source, notes };
  const input: PageInput = { html: source, url: resource.url.href, format };
  const outcome = await runInWorker<Page>({
    bundle: 'page.cjs',
    input,
    timeoutMs: convertMs,
    signal,
    heapLimitMb,
  });
  if (outcome.kind === 'done') return { ...outcome.output, notes };
  return { title: '', text: source, notes: [...notes, `this is its HTML source, as ${whyNot(outcome)}`] };
}

function whyNot(outcome: Exclude<WorkerOutcome<Page>, { kind: 'done' }>): string {
  return outcome.kind === 'failed'
    ? `it could not be converted: ${outcome.message}`
    : `converting it took longer than ${convertMs / 1000} s`;
}
