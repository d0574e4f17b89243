// How a text lies in bytes: encoding, byte order mark, line endings. Reading and writing again gives the same bytes.
import { PaiError } from '../../base/error.js';
import { decodeLegacy, detectLegacy, encodeLegacy, type LegacyEncoding } from './legacy-encoding.js';

export interface TextFormat {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding;
  bom: boolean;
  /** `mixed` texts keep each line's own ending, so their text holds CR characters. */
  eol: 'lf' | 'crlf' | 'mixed';
}

export interface FormattedText {
  /** Without the mark; lines end in LF, except where the endings are mixed. */
  text: string;
  format: TextFormat;
}

export const newFileFormat: TextFormat = { encoding: 'utf-8', bom: false, eol: 'lf' };

/** Bytes as text. Throws PaiError when they are not text in an encoding that can be written back unharmed. */
export function decodeText(bytes: Buffer, shownPath: string): FormattedText {
  const { raw, encoding, bom } = decodeBytes(bytes, shownPath);
  const text = bom ? raw.slice(1) : raw;
  const eol = eolOf(text);
  return { text: eol === 'crlf' ? text.replaceAll('\r\n', '\n') : text, format: { encoding, bom, eol } };
}

/** Text as bytes in a format; a mark the text brings itself is not doubled. Throws PaiError for half characters. */
export function encodeText(text: string, format: TextFormat): Buffer {
  if (/\p{Surrogate}/u.test(text)) throw new PaiError('tool', 'The new text holds half a character (a lone surrogate)');
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const lines = withEndings(plain, format);
  const whole = format.bom ? `\uFEFF${lines}` : lines;
  const { encoding } = format;
  if (encoding === 'utf-8') return Buffer.from(whole, 'utf8');
  if (encoding === 'gbk' || encoding === 'latin-1') return encodeLegacy(whole, encoding);
  const little = Buffer.from(whole, 'utf16le');
  return encoding === 'utf-16le' ? little : little.swap16();
}

/** A text with the line endings of its file. */
export function withEndings(text: string, { eol }: Pick<TextFormat, 'eol'>): string {
  return eol === 'crlf' ? text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n') : text;
}

/** Line endings of a text; one without line breaks counts as LF. */
function eolOf(text: string): TextFormat['eol'] {
  const all = text.split('\n').length - 1;
  const crlf = text.split('\r\n').length - 1;
  if (crlf === 0) return 'lf';
  return crlf === all ? 'crlf' : 'mixed';
}

/** `raw` still holds the mark, if there is one. */
function decodeBytes(bytes: Buffer, shownPath: string): Pick<TextFormat, 'encoding' | 'bom'> & { raw: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { raw: decodeUtf16(bytes, 'utf-16le', shownPath), encoding: 'utf-16le', bom: true };
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { raw: decodeUtf16(bytes, 'utf-16be', shownPath), encoding: 'utf-16be', bom: true };
  try {
    const raw = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { raw, encoding: 'utf-8', bom: raw.startsWith('\uFEFF') };
  } catch (cause) {
    const encoding = detectLegacy(bytes);
    if (encoding !== undefined) return { raw: decodeLegacy(bytes, encoding), encoding, bom: false };
    const message = `${shownPath} is not UTF-8, GBK or Latin-1 text; it was left unchanged`;
    throw new PaiError('tool', message, 'Convert it to UTF-8 first, for example with iconv.', cause);
  }
}

function decodeUtf16(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be', shownPath: string): string {
  if (bytes.length % 2 === 1) throw new PaiError('tool', `${shownPath} is cut off: UTF-16 text with an odd length`);
  return (encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16()).toString('utf16le');
}
