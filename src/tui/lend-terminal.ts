// Lends the terminal to another program for a while, e.g. an editor, and takes it back whole.
import type { Frames } from './frames.js';

export interface LendOptions {
  input: Pick<NodeJS.ReadStream, 'pause' | 'resume'>;
  frames: Pick<Frames, 'hold' | 'release'>;
  surface: { forget(): void };
  guard: { lend(): void; takeBack(): void };
}

/** Each call lends it; what it returns takes it back. */
export function createLender({ input, frames, surface, guard }: LendOptions): () => () => void {
  return () => {
    frames.hold();
    input.pause();
    guard.lend();
    return () => {
      guard.takeBack();
      input.resume();
      surface.forget();
      frames.release();
    };
  };
}
