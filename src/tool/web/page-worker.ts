// The entry of the thread that converts pages: a large or spiteful page must not hold up the engine.
import { answerInWorker } from '../../process/answer-in-worker.js';
import { convertPage, type PageInput } from './page.js';

/** Called by the loader in a worker thread. */
export function startWorker(): void {
  void answerInWorker((input: PageInput) => convertPage(input));
}
