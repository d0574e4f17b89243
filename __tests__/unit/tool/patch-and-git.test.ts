// apply_patch beside `git apply`, on random files and the diffs git itself makes. PAICLI_FUZZ_ROUNDS sets how many.
//
// Where they differ on purpose, and so are not compared:
// - apply_patch knows no line numbers: lines that occur twice are refused, where git takes the place nearest to its number;
// - git ties a hunk that begins or ends with fewer context lines to the begin or end of the file, apply_patch does not;
// - apply_patch overlooks trailing blanks of kept lines and line ends of another kind.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { applyPatchTool } from '../../../src/tool/apply-patch.js';
import { numbersFrom } from '../../support/seeded.js';
import { createWorkspace, type Workspace } from './support.js';

jest.setTimeout(3_600_000); // for many rounds; a hundred take a second or two

const rounds = Number(process.env.PAICLI_FUZZ_ROUNDS ?? 120);
const hasGit = spawnSync('git', ['--version']).status === 0;
const withGit = hasGit ? test : test.skip;

let work: Workspace;
beforeAll(() => {
  work = createWorkspace();
});
afterAll(() => work.remove());

type Below = (count: number) => number;

const words = [
  'if (a) {',
  '}',
  '',
  '  return x;',
  'foo();',
  '\tbar',
  '*** x',
  '@@ y',
  '- z',
  '+ w',
  '--- a',
  '+++ b',
  '\\ No',
  ' ',
];

function randomLines(below: Below, unique: boolean): string[] {
  return Array.from({ length: 4 + below(40) }, (_line, at) => {
    const word = words[below(words.length)]!;
    return unique ? `${word} ${at}` : word;
  });
}

/** The lines with some of them replaced, taken out or put in between. */
function edited(below: Below, lines: readonly string[], edits: number, name: string): string[] {
  let result = [...lines];
  for (let n = 0; n < edits; n++) {
    const at = below(result.length + 1);
    const fresh = Array.from(
      { length: 1 + below(3) },
      (_line, index) => `${name}${n} ${words[below(words.length)]} ${index}`,
    );
    result = result.toSpliced(at, below(3), ...(below(3) === 0 ? [] : fresh));
  }
  return result;
}

const textOf = (lines: readonly string[], ended: boolean) =>
  lines.length === 0 ? '' : lines.join('\n') + (ended ? '\n' : '');

interface Pair {
  seed: number;
  before: string;
  after: string;
  /** What the diff is put to; `before` without it. */
  base?: string;
}

interface Compared extends Required<Pair> {
  diff: string;
  /** What git makes of the base; undefined when it refuses. */
  git: string | undefined;
}

/** Runs git twice for a batch of pairs: once for all diffs, once to put them all to their bases. */
function compared(pairs: Pair[], context: number): Compared[] {
  for (const folder of ['a', 'b', 'g']) rmSync(work.path(folder), { recursive: true, force: true });
  for (const { seed, before, after, base } of pairs) {
    work.write(`a/${seed}`, before);
    work.write(`b/${seed}`, after);
    work.write(`g/${seed}`, base ?? before);
  }
  const options = ['--no-index', '--no-color', '--no-ext-diff', '--no-renames', `-U${context}`];
  const git = {
    cwd: work.cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: '/' },
  } as const;
  const { stdout } = spawnSync('git', ['diff', ...options, 'a', 'b'], git);
  const diffs = new Map<number, string>();
  for (const diff of stdout.split(/^(?=diff --git a\/a\/)/m))
    diffs.set(Number(/^diff --git a\/a\/(\d+)/.exec(diff)?.[1]), diff);
  const patch = [...diffs]
    .map(([seed, diff]) => [`--- a/${seed}`, `+++ b/${seed}`, ...hunksOf(diff), ''].join('\n'))
    .join('');
  // With --reject each file is taken or refused for itself.
  spawnSync('git', ['apply', '--reject', '--whitespace=nowarn', '-'], { ...git, cwd: work.path('g'), input: patch });
  return pairs.flatMap((pair) => {
    const diff = diffs.get(pair.seed);
    if (diff === undefined || pair.after === '') return [];
    const isTaken = !existsSync(work.path(`g/${pair.seed}.rej`));
    return [{ base: pair.before, ...pair, diff, git: isTaken ? work.text(`g/${pair.seed}`) : undefined }];
  });
}

/** All rounds, in batches of pairs with the same number of context lines. */
async function each(
  from: number,
  context: (batch: number) => number,
  pairOf: (below: Below) => Omit<Pair, 'seed'>,
  check: (pair: Compared) => Promise<void>,
): Promise<void> {
  const size = 100;
  for (let batch = 0; batch * size < rounds; batch++) {
    const count = Math.min(size, rounds - batch * size);
    const seeds = Array.from({ length: count }, (_seed, at) => from + batch * size + at + 1);
    const pairs = seeds.map((seed) => ({ seed, ...pairOf(numbersFrom(seed)) }));
    for (const pair of compared(pairs, context(batch))) await check(pair);
  }
}

const hunksOf = (diff: string) => {
  const lines = diff.split('\n');
  return lines.slice(
    lines.findIndex((line) => line.startsWith('@@ ')),
    -1,
  );
};

function asPatch(diff: string): string {
  const hunks = hunksOf(diff).filter((line) => !line.startsWith('\\'));
  return ['*** Begin Patch', '*** Update File: f', ...hunks, '*** End Patch'].join('\n');
}

/** Kept lines before and after the changes of each hunk: git ties those with fewer than the rest to an end of the file. */
function isTied(diff: string): boolean {
  const hunks: string[][] = [];
  for (const line of hunksOf(diff)) {
    if (line.startsWith('@@ ')) hunks.push([line]);
    else if (!line.startsWith('\\')) hunks.at(-1)!.push(line);
  }
  return hunks.some(([head, ...lines]) => {
    const before = lines.findIndex((line) => !line.startsWith(' '));
    const after = [...lines].reverse().findIndex((line) => !line.startsWith(' '));
    return before !== after || / -[01](?:,\d+)? /.test(` ${head} `);
  });
}

/** What apply_patch makes of it, or why it refuses. */
async function byTool(base: string, diff: string): Promise<{ text: string } | { refused: string }> {
  work.write('f', base);
  try {
    await work.run(applyPatchTool, { patch: asPatch(diff) });
  } catch (error) {
    expect(work.text('f')).toBe(base);
    return { refused: (error as Error).message };
  }
  return { text: work.text('f') };
}

withGit('a diff of lines that occur once gives the same bytes as git apply', async () => {
  const pairOf = (below: Below) => {
    const lines = randomLines(below, true);
    const ended = below(4) > 0;
    return { before: textOf(lines, ended), after: textOf(edited(below, lines, 1 + below(4), 'n'), ended) };
  };
  await each(
    0,
    (batch) => 1 + (batch % 4),
    pairOf,
    async ({ seed, before, after, diff, git }) => {
      expect({ seed, git }).toEqual({ seed, git: after });
      expect({ seed, tool: await byTool(before, diff) }).toEqual({ seed, tool: { text: after } });
    },
  );
});

withGit(
  'a diff of lines that may occur again gives the same bytes as git apply, or is refused as not unique',
  async () => {
    const pairOf = (below: Below) => {
      const lines = randomLines(below, false);
      return { before: textOf(lines, true), after: textOf(edited(below, lines, 1 + below(3), 'n'), true) };
    };
    await each(
      1e6,
      () => 3,
      pairOf,
      async ({ seed, before, after, diff, git }) => {
        expect({ seed, git }).toEqual({ seed, git: after });
        const tool = await byTool(before, diff);
        if ('refused' in tool)
          expect({ seed, why: tool.refused }).toEqual({ seed, why: expect.stringMatching(/not unique/) });
        else expect({ seed, tool }).toEqual({ seed, tool: { text: after } });
      },
    );
  },
);

withGit('on a file that has changed since, it is taken or refused as by git apply, with the same bytes', async () => {
  const counts = { taken: 0, refused: 0 };
  const pairOf = (below: Below) => {
    const lines = randomLines(below, true);
    const after = textOf(edited(below, lines, 1 + below(3), 'n'), true);
    return { before: textOf(lines, true), after, base: textOf(edited(below, lines, 1 + below(3), 'since'), true) };
  };
  await each(
    2e6,
    () => 3,
    pairOf,
    async ({ seed, base, diff, git }) => {
      if (isTied(diff)) return;
      const tool = await byTool(base, diff);
      counts[git === undefined ? 'refused' : 'taken']++;
      if (git === undefined) expect({ seed, tool }).toEqual({ seed, tool: { refused: expect.any(String) } });
      else expect({ seed, tool }).toEqual({ seed, tool: { text: git } });
    },
  );
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(0);
});
