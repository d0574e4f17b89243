// Asks the engine for files while somebody types: one question at a time, and only the newest wish is asked next.
import { PaiError } from '../../base/error.js';
import type { Ask } from '../commander.js';

const mostFiles = 50;

export interface FileQuestions {
  /** Answers to texts that are not wanted any more are dropped. */
  want(text: string): void;
  /** Nothing is wanted. */
  forget(): void;
}

export function createFileQuestions(ask: Ask, onAnswer: (files: string[]) => void): FileQuestions {
  let wanted: string | undefined;
  let asked: string | undefined;

  async function next(text: string): Promise<void> {
    asked = text;
    try {
      const { files } = await ask('files', { text, limit: mostFiles });
      if (wanted === text) onAnswer(files);
    } catch (error) {
      // The refusal itself is an event, which the view shows; anything else is a fault of ours.
      if (!(error instanceof PaiError)) throw error;
    }
    asked = undefined;
    if (wanted !== undefined && wanted !== text) void next(wanted);
  }

  return {
    want(text) {
      wanted = text;
      if (asked === undefined) void next(text);
    },
    forget() {
      wanted = undefined;
    },
  };
}
