// What an answer from the web is, by its headers and its first bytes, and its text in the right encoding. Converts nothing.
import type { IncomingHttpHeaders } from 'node:http';

export type ContentKind = 'html' | 'text' | 'unknown' | 'binary';

const textTypes =
  /^(?:text\/.+|application\/(?:(?:.+\+)?(?:json|xml|yaml)|x-?(?:yaml|ndjson|sh|javascript)|ndjson|jsonlines|javascript|ecmascript|typescript|toml|sql|graphql|rtf|x-httpd-php)|image\/svg\+xml|message\/rfc822)$/;
const saysNothing = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download']);
const named: readonly [RegExp, string][] = [
  [/^application\/pdf$/, 'a PDF document'],
  [/^image\//, 'an image'],
  [/^audio\//, 'a sound'],
  [/^video\//, 'a video'],
  [/^font\//, 'a font'],
  [/^application\/(?:zip|gzip|x-gzip|x-tar|x-7z-compressed|x-bzip2|x-xz|vnd\.rar)$/, 'an archive'],
  [/^application\/vnd\./, 'an office document or the like'],
];

/** The type without its parameters, in small letters. */
export function mediaTypeOf(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
}

/** By the declared type alone; `unknown` needs a look at the bytes. */
export function kindOfType(type: string): ContentKind {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (textTypes.test(type)) return 'text';
  return saysNothing.has(type) ? 'unknown' : 'binary';
}

/** The kind after a look at the bytes: text with zero bytes is none, and what says nothing may still be a page. */
export function kindOfBody(type: string, body: Buffer): ContentKind {
  const declared = kindOfType(type);
  if (declared === 'binary') return declared;
  const start = body.subarray(0, 4096);
  if (start.includes(0) && bomOf(body) === undefined && !/utf-?(?:16|32)/i.test(type)) return 'binary';
  if (declared !== 'unknown') return declared;
  if (/^\s*(?:<!doctype html|<html[\s>])/i.test(start.toString('latin1'))) return 'html';
  return isUtf8(body) ? 'text' : 'binary';
}

/** What it is, for a refusal, e.g. `an image (image/png, 1234 bytes)`. */
export function describeContent(headers: IncomingHttpHeaders): string {
  const type = mediaTypeOf(headers);
  const what = named.find(([pattern]) => pattern.test(type))?.[1] ?? 'binary data';
  const length = Number(headers['content-length']);
  const facts = [type.replace(/[^\w.+/-]/g, '').slice(0, 80), ...(length > 0 ? [`${length} bytes`] : [])];
  return `${what} (${facts.filter((fact) => fact !== '').join(', ') || 'no type given'})`;
}

/** The text of a body: byte order mark, then header, then what the document says of itself, then UTF-8. */
export function decodeBody(body: Buffer, headers: IncomingHttpHeaders): string {
  const inHeader = /charset\s*=\s*["']?([\w.:-]+)/i.exec(headers['content-type'] ?? '')?.[1];
  const decoder = [bomOf(body), inHeader, declaredIn(body)].map(decoderFor).find((it) => it !== undefined);
  if (decoder) return decoder.decode(body);
  // Pages that say nothing and are no UTF-8 are nearly always of the old Western encoding.
  return (isUtf8(body) ? new TextDecoder() : new TextDecoder('windows-1252')).decode(body);
}

function bomOf(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  return body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : undefined;
}

/** `<meta charset>`, its older form, or the XML declaration. */
function declaredIn(body: Buffer): string | undefined {
  const start = body.subarray(0, 4096).toString('latin1');
  return (
    /<meta[^>]{0,300}?charset\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1]
  );
}

/** Undefined for names of encodings that do not exist. */
function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch (error) {
    if ((error as Error).name === 'RangeError') return undefined;
    throw error;
  }
}

/** A character cut at the end does not count against it. */
function isUtf8(body: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
    return true;
  } catch {
    return false;
  }
}
