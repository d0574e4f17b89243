// The app in the states that most tests of the screen begin with.
import type { HandFedEngine } from './hand-fed-engine.js';
import { openHandFed, type ScreenApp, type ScreenOptions } from './screen-app.js';
import { opened, ready, turnStarted } from './thread-events.js';

export type AppInHand = ScreenApp & { engine: HandFedEngine };
export type Events = Parameters<HandFedEngine['emit']>;

/** Ready, nothing runs. */
export async function openIdle(options: ScreenOptions = {}, ...more: Events): Promise<AppInHand> {
  const app = await openHandFed(options);
  app.engine.emit(ready, opened, ...more);
  await app.waitForText('approvals: ask');
  return app;
}

/** A turn runs. */
export async function openWorking(options: ScreenOptions = {}, ...more: Events): Promise<AppInHand> {
  const app = await openIdle(options);
  app.engine.emit(turnStarted('go'), ...more);
  await app.waitForText('working');
  return app;
}
