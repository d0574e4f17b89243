// Encodings from before Unicode: tells GBK and Latin-1 apart and turns them into text and back, byte for byte. Knows no files.
import { PaiError } from '../../base/error.js';

export type LegacyEncoding = 'gbk' | 'latin-1';

/** Which of them the bytes can be (they are known to be no UTF-8); undefined when they look like neither. */
export function detectLegacy(bytes: Buffer): LegacyEncoding | undefined {
  // Text in these encodings holds no control characters but tabs, line ends, form feeds and escapes.
  if (bytes.some((byte) => (byte < 0x20 && !/[\b\t\n\v\f\r\x1b]/.test(String.fromCharCode(byte))) || byte === 0x7f))
    return undefined;
  if (looksLikeGbk(bytes)) return 'gbk';
  return bytes.some((byte) => byte >= 0x80 && byte <= 0x9f) ? undefined : 'latin-1';
}

export function decodeLegacy(bytes: Buffer, encoding: LegacyEncoding): string {
  return encoding === 'latin-1' ? bytes.toString('latin1') : new TextDecoder('gbk', { fatal: true }).decode(bytes);
}

/** Throws PaiError for the first character that the encoding does not have. */
export function encodeLegacy(text: string, encoding: LegacyEncoding): Buffer {
  const bytes: number[] = [];
  const codes = encoding === 'gbk' ? gbkCodes() : undefined;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (point < 0x80 || (codes === undefined && point <= 0xff)) bytes.push(point);
    else {
      const code = codes?.get(character);
      if (code === undefined) throw notIn(encoding, character);
      bytes.push(code >> 8, code & 0xff);
    }
  }
  return Buffer.from(bytes);
}

export const legacyNames: Record<LegacyEncoding, string> = { gbk: 'GBK', 'latin-1': 'Latin-1' };

function notIn(encoding: LegacyEncoding, character: string): PaiError {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const message = `The file is encoded in ${legacyNames[encoding]}, which has no ${character} (U+${code}); nothing was written`;
  return new PaiError('tool', message, 'Use characters that this encoding has.');
}

/**
 * Pairs of bytes throughout, most of them frequent characters (level 1 and punctuation of GB 2312): in Latin-1 text a high
 * byte mostly stands alone before an ASCII letter, which makes a rare character of GBK if any.
 */
function looksLikeGbk(bytes: Buffer): boolean {
  let pairs = 0;
  let frequent = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const trail = bytes[++at] ?? 0;
    if (lead === 0x80 || lead === 0xff || trail < 0x40 || trail === 0x7f || trail === 0xff) return false;
    pairs++;
    if (trail >= 0xa1 && ((lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xd7))) frequent++;
  }
  return frequent >= pairs * 0.6;
}

let codesOfGbk: Map<string, number> | undefined;

/** The platform's own decoder turned round (no two pairs give the same character), so that both always agree. */
function gbkCodes(): Map<string, number> {
  if (codesOfGbk !== undefined) return codesOfGbk;
  const decoder = new TextDecoder('gbk');
  const codes = new Map<string, number>();
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue;
      codes.set(decoder.decode(Uint8Array.of(lead, trail)), (lead << 8) | trail);
    }
  }
  codesOfGbk = codes;
  return codes;
}
