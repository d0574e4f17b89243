// Checks one raw value against its row of the table. Owns the wording of what is wrong with a value.
import { PaiError } from '../base/error.js';
import { Secret } from './secret.js';
import type { SettingRow, SettingType } from './setting-row.js';

/**
 * The value as the program uses it. `raw` is text from the environment or a flag, or any JSON value; `origin` says where it was set.
 * Throws PaiError('config') in one line.
 */
export function parseSetting(row: SettingRow, raw: unknown, origin: string): unknown {
  const value = parse(row.type, raw);
  if (value !== undefined) return value;
  const shown = row.type.kind === 'secret' ? 'the value' : shorten(JSON.stringify(raw) ?? String(raw));
  throw new PaiError(
    'config',
    `${row.key}: ${shown} is not ${expectedOf(row.type)} (${origin})`,
    'Correct or remove it.',
  );
}

function parse(type: SettingType, raw: unknown): unknown {
  switch (type.kind) {
    case 'text':
      return parseText(raw);
    case 'json':
      return typeof raw === 'object' && raw !== null ? JSON.stringify(raw) : parseText(raw);
    case 'secret': {
      const text = parseText(raw);
      // A key with a line break or a blank would break the header it is sent in.
      return text !== undefined && /^[\x21-\x7e]+$/.test(text) ? new Secret(text) : undefined;
    }
    case 'url':
      return parseUrl(parseText(raw));
    case 'whole': {
      const number = typeof raw === 'string' && /^\s*\d+\s*$/.test(raw) ? Number(raw) : raw;
      return Number.isInteger(number) && Number(number) >= type.min && Number(number) <= type.max ? number : undefined;
    }
    case 'amount': {
      const number = typeof raw === 'string' && /^\s*(\d+\.?\d*|\.\d+)\s*$/.test(raw) ? Number(raw) : raw;
      return typeof number === 'number' && number > 0 && number <= type.max ? number : undefined;
    }
    case 'choice':
      return type.values.find((value) => value === raw);
  }
}

function parseText(raw: unknown): string | undefined {
  const text = typeof raw === 'string' ? raw.trim() : '';
  return text === '' ? undefined : text;
}

function parseUrl(text: string | undefined): string | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url && ['http:', 'https:'].includes(url.protocol) ? text?.replace(/\/+$/, '') : undefined;
}

/** What a value of this type is, in words. */
export function expectedOf(type: SettingType): string {
  switch (type.kind) {
    case 'text':
      return 'a text';
    case 'json':
      return 'JSON';
    case 'secret':
      return 'a key (printable characters without blanks)';
    case 'url':
      return 'an http or https address';
    case 'whole':
      return `a whole number from ${type.min} to ${type.max}`;
    case 'amount':
      return `a number above 0, up to ${type.max}`;
    case 'choice':
      return `one of ${type.values.join(', ')}`;
  }
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
