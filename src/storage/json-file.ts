// Reads one JSON file and says what it is: good, absent, damaged, or of a newer program. Changes nothing but to set a damaged one aside.
import { copyFile, readFile, rename } from 'node:fs/promises';
import { PaiError, toErrorData } from '../base/error.js';
import { ifAbsent } from './safe-write.js';

export type JsonContent<T> =
  | { kind: 'absent' }
  | { kind: 'good'; data: T }
  /** `data` is there when all of it could still be read, e.g. in front of a tail of zero bytes. */
  | { kind: 'damaged'; reason: string; data?: T }
  | { kind: 'newer'; version: number };

/** `version` is the newest the caller understands. Throws PaiError('storage') when the file exists and cannot be opened. */
export async function readJsonFile<T>(
  file: string,
  parse: (value: unknown) => T,
  version: number,
): Promise<JsonContent<T>> {
  const text = await readText(file);
  if (text === undefined) return { kind: 'absent' };
  try {
    const value: unknown = JSON.parse(text);
    const found = versionOf(value);
    return found > version ? { kind: 'newer', version: found } : { kind: 'good', data: parse(value) };
  } catch (error) {
    // The library's own message quotes the text, which may be secret.
    const reason = text === '' ? 'empty' : error instanceof SyntaxError ? 'not valid JSON' : 'not the expected content';
    const data = salvage(text, parse);
    return data === undefined ? { kind: 'damaged', reason } : { kind: 'damaged', reason, data };
  }
}

/** Keeps the damaged file under another name, which is returned. */
export async function setAside(file: string, keepOriginal: boolean): Promise<string> {
  const aside = `${file}.corrupt-${Date.now()}`;
  try {
    await (keepOriginal ? copyFile : rename)(file, aside);
  } catch (error) {
    throw new PaiError('storage', `${file} is damaged and cannot be kept as ${aside}.`, 'Move it away by hand.', error);
  }
  return aside;
}

async function readText(file: string): Promise<string | undefined> {
  try {
    const text = await readFile(file, 'utf8').catch(ifAbsent(undefined));
    return text?.replace(/^\uFEFF/, '');
  } catch (error) {
    const reason = toErrorData(error).message;
    throw new PaiError('storage', `${file} cannot be read: ${reason}`, 'Check its owner and mode.', error);
  }
}

function versionOf(value: unknown): number {
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : 0;
  return typeof version === 'number' ? version : 0;
}

/** A power cut can leave the whole text with zero bytes behind it. */
function salvage<T>(text: string, parse: (value: unknown) => T): T | undefined {
  const whole = text.replace(/\0+$/, '');
  if (whole === text) return undefined;
  try {
    return parse(JSON.parse(whole));
  } catch {
    return undefined;
  }
}
