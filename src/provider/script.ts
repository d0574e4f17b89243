// What a scripted model says: the data and its file form. Playing it is scripted.ts.
import { readFile } from 'node:fs/promises';
import { type ErrorData, PaiError } from '../base/error.js';
import type { FinishReason } from '../protocol/message.js';
import { scriptProblem } from './script-check.js';

export interface ScriptedCall {
  /** Absent: the player numbers it. An empty text stays empty. */
  id?: string;
  name: string;
  /** An object, or the exact text the model writes. */
  arguments: Record<string, unknown> | string;
  /** In how many pieces the arguments arrive. Default 1. */
  fragments?: number;
}

export interface Reply {
  /** One text comes word by word; a list is exactly its pieces. */
  reasoning?: string | string[];
  text?: string | string[];
  /** After `text`: one piece again and again, for streams of a known rate. */
  repeatText?: { piece: string; times: number; perSecond: number };
  calls?: ScriptedCall[];
  usage?: { input: number; output: number; cached?: number; reasoning?: number };
  /** Wait before each piece, ms. */
  pauseMs?: number;
  /** Default: `tool_calls` with calls, else `stop`. */
  finishReason?: FinishReason;
  /** Fails with this after its pieces. */
  error?: ErrorData;
  /** Breaks like a cut connection after this many pieces. */
  cutAfter?: number;
  /** Said in place of this reply when the newest tool result matches the pattern (a regular expression). */
  instead?: { ifResultMatches: string; reply: Reply };
}

export interface Script {
  replies: Reply[];
  /** Begins again after the last reply. */
  loop?: boolean;
  /**
   * When given, `replies` belong to the first turn alone: which one comes is told by the history, not by counting requests,
   * and everything later is answered with this.
   */
  afterwards?: Reply;
}

/** Reads a script from a JSON file. Throws PaiError `not-found` or `usage` with one line that names the place. */
export async function loadScript(path: string): Promise<Script> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new PaiError('not-found', `the script ${path} cannot be read`, 'Give the path of a JSON script file.', error);
  }
  return parseScript(text, path);
}

function parseScript(text: string, path: string): Script {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PaiError('usage', `the script ${path} is not JSON: ${reason}`, undefined, error);
  }
  const problem = scriptProblem(value);
  if (problem) throw new PaiError('usage', `the script ${path} cannot be played: ${problem}`);
  return value as Script;
}
