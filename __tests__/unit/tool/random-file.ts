// Random text files as plain data, their bytes made without the product's own code.

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gbk' | 'latin-1';
interface Line {
  text: string;
  end: string;
}
export interface RandomFile {
  encoding: Encoding;
  bom: boolean;
  /** More than one kind of line end. */
  mixed: boolean;
  lines: Line[];
}
type Below = (count: number) => number;

export const modes = [0o644, 0o600, 0o755, 0o640, 0o664, 0o700];

/** Bytes that are known without any decoder. */
const gbkBytes: Record<string, number[]> = { 你: [0xc4, 0xe3], 好: [0xba, 0xc3], 中: [0xd6, 0xd0], 文: [0xce, 0xc4] };
const letters: Record<Encoding, string[]> = {
  'utf-8': ['é', '你', '😀', '$&', "'", '“', '\uFEFF', '\u2028', '\f'],
  'utf-16le': ['é', '你', '😀', '$1', '"'],
  'utf-16be': ['é', '你', '😀', '’'],
  gbk: ['你', '好', '中', '文', '$$'],
  'latin-1': ['é', 'ß', 'ñ', '$`', '"'],
};

/** A file as text; its own line ends, or all in LF. */
export function plainText({ lines }: RandomFile, ends: 'own' | 'lf'): string {
  return lines.map(({ text, end }) => text + (ends === 'own' || end === '' ? end : '\n')).join('');
}

export function bytesOf(file: RandomFile): Buffer {
  const text = (file.bom ? '\uFEFF' : '') + plainText(file, 'own');
  if (file.encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (file.encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (file.encoding === 'latin-1') return Buffer.from(text, 'latin1');
  if (file.encoding === 'utf-8') return Buffer.from(text);
  return Buffer.from([...text].flatMap((letter) => gbkBytes[letter] ?? [letter.charCodeAt(0)]));
}

export function randomText(below: Below, encoding: Encoding, unique: string): string {
  const word = () =>
    below(3) === 0 ? 'ab {}\t;'.charAt(below(7)) : letters[encoding][below(letters[encoding].length)]!;
  return `${unique} ${Array.from({ length: below(6) }, word).join('')}${letters[encoding][0]} x`;
}

export function randomFile(below: Below, { withCr = true } = {}): RandomFile {
  const encodings: Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'gbk', 'latin-1'];
  const encoding = encodings[below(5)]!;
  const bom = encoding.startsWith('utf-16') || (encoding === 'utf-8' && below(2) === 0);
  // Lines that end in CR alone are one line to the tools: their text can be replaced, but a patch of lines cannot name them.
  const ends = [['\n'], ['\r\n'], ['\n', '\r\n'], ['\r'], ['\n', '\r\n', '\r']][below(withCr ? 5 : 3)]!;
  const lines = Array.from({ length: 1 + below(12) }, (_line, index) => ({
    text: randomText(below, encoding, `line${index}`),
    end: ends[below(ends.length)]!,
  }));
  if (below(3) === 0) lines.at(-1)!.end = '';
  return { encoding, bom, mixed: ends.length > 1 || ends[0] === '\r', lines };
}

/** The file after one line was replaced, taken out or put in. In files of mixed line ends only replacing has one right answer. */
export function change(below: Below, file: RandomFile) {
  const at = below(file.lines.length);
  const line = file.lines[at]!;
  const fresh = randomText(below, file.encoding, 'fresh');
  const kind =
    file.mixed || at === file.lines.length - 1 ? 'replace' : (['replace', 'remove', 'insert'] as const)[below(3)]!;
  const put = { replace: [{ ...line, text: fresh }], remove: [], insert: [{ ...line, text: fresh }, line] }[kind];
  return { line, fresh, kind, after: { ...file, lines: file.lines.toSpliced(at, 1, ...put) } };
}
