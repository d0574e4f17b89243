// Random files and random changes: exactly the meant bytes differ. A failure names the seed that shows it again.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { applyPatchTool } from '../../../src/tool/apply-patch.js';
import { editFileTool } from '../../../src/tool/edit-file.js';
import { readFileTool } from '../../../src/tool/read-file.js';
import { createWorkspace, type Workspace } from './support.js';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gbk' | 'latin-1';
interface Line {
  text: string;
  end: string;
}
interface RandomFile {
  encoding: Encoding;
  bom: boolean;
  mixed: boolean;
  lines: Line[];
}

let work: Workspace;
beforeAll(() => {
  work = createWorkspace();
});
afterAll(() => work.remove());

/** Bytes that are known without any decoder. */
const gbkBytes: Record<string, number[]> = { 你: [0xc4, 0xe3], 好: [0xba, 0xc3], 中: [0xd6, 0xd0], 文: [0xce, 0xc4] };
const letters: Record<Encoding, string[]> = {
  'utf-8': ['é', '你', '😀', '$&', "'", '“'],
  'utf-16le': ['é', '你', '😀', '$1', '"'],
  'utf-16be': ['é', '你', '😀', '’'],
  gbk: ['你', '好', '中', '文', '$$'],
  'latin-1': ['é', 'ß', 'ñ', '$`', '"'],
};

function numbersFrom(seed: number): (below: number) => number {
  let state = seed * 2654435761;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function bytesOf({ encoding, bom, lines }: RandomFile): Buffer {
  const text = (bom ? '\uFEFF' : '') + lines.map(({ text, end }) => text + end).join('');
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (encoding === 'latin-1') return Buffer.from(text, 'latin1');
  if (encoding === 'utf-8') return Buffer.from(text);
  return Buffer.from([...text].flatMap((letter) => gbkBytes[letter] ?? [letter.charCodeAt(0)]));
}

function randomText(below: (count: number) => number, encoding: Encoding, unique: string): string {
  const word = () =>
    below(3) === 0 ? 'ab {}\t;'.charAt(below(7)) : letters[encoding][below(letters[encoding].length)]!;
  return `${unique} ${Array.from({ length: below(6) }, word).join('')}${letters[encoding][0]} x`;
}

function randomFile(below: (count: number) => number): RandomFile {
  const encodings: Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'gbk', 'latin-1'];
  const encoding = encodings[below(5)]!;
  const bom = encoding.startsWith('utf-16') || (encoding === 'utf-8' && below(2) === 0);
  const ends = [['\n'], ['\r\n'], ['\n', '\r\n']][below(3)]!;
  const lines = Array.from({ length: 1 + below(12) }, (_line, index) => ({
    text: randomText(below, encoding, `line${index}`),
    end: ends[below(ends.length)]!,
  }));
  if (below(3) === 0) lines.at(-1)!.end = '';
  return { encoding, bom, mixed: ends.length > 1, lines };
}

/** The file after one line was replaced, taken out or put in. In files of mixed line ends only replacing has one right answer. */
function change(below: (count: number) => number, file: RandomFile) {
  const at = below(file.lines.length);
  const line = file.lines[at]!;
  const fresh = randomText(below, file.encoding, 'fresh');
  const kind =
    file.mixed || at === file.lines.length - 1 ? 'replace' : (['replace', 'remove', 'insert'] as const)[below(3)]!;
  const put = { replace: [{ ...line, text: fresh }], remove: [], insert: [{ ...line, text: fresh }, line] }[kind];
  return { line, fresh, kind, after: { ...file, lines: file.lines.toSpliced(at, 1, ...put) } };
}

const seeds = Array.from({ length: 120 }, (_seed, index) => index + 1);

test('edit_file changes exactly the meant bytes of any file', async () => {
  for (const seed of seeds) {
    const below = numbersFrom(seed);
    const file = randomFile(below);
    const { line, fresh, kind, after } = change(below, file);
    work.write('f', bytesOf(file));
    await work.run(readFileTool, { path: 'f' });
    const edit = {
      replace: { old: line.text, new: fresh },
      remove: { old: `${line.text}\n`, new: '' },
      insert: { old: line.text, new: `${fresh}\n${line.text}` },
    }[kind];
    await work.run(editFileTool, { path: 'f', edits: [edit] });
    expect({ seed, bytes: work.read('f').toString('hex') }).toEqual({ seed, bytes: bytesOf(after).toString('hex') });
  }
});

test('apply_patch changes exactly the meant bytes of any file', async () => {
  for (const seed of seeds) {
    const below = numbersFrom(seed + 1000);
    const file = randomFile(below);
    const { line, fresh, kind, after } = change(below, file);
    work.write('f', bytesOf(file));
    const hunk = {
      replace: [`-${line.text}`, `+${fresh}`],
      remove: [`-${line.text}`],
      insert: [`+${fresh}`, ` ${line.text}`],
    }[kind];
    const patch = ['*** Begin Patch', '*** Update File: f', '@@', ...hunk, '*** End Patch'].join('\n');
    await work.run(applyPatchTool, { patch });
    expect({ seed, bytes: work.read('f').toString('hex') }).toEqual({ seed, bytes: bytesOf(after).toString('hex') });
  }
});
