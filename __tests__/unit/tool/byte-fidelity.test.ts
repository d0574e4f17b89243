// Random files and random changes: exactly the meant bytes differ. A failure names the seed that shows it again.
// PAICLI_FUZZ_ROUNDS sets how many.
import { chmodSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { applyPatchTool } from '../../../src/tool/apply-patch.js';
import { editFileTool } from '../../../src/tool/edit-file.js';
import { readFileTool } from '../../../src/tool/read-file.js';
import { writeFileTool } from '../../../src/tool/write-file.js';
import { numbersFrom } from '../../support/seeded.js';
import { bytesOf, change, modes, plainText, type RandomFile, randomFile, randomText } from './random-file.js';
import { createWorkspace, type Workspace } from './support.js';

jest.setTimeout(3_600_000); // for many rounds; a hundred take a second or two

let work: Workspace;
beforeAll(() => {
  work = createWorkspace();
});
afterAll(() => work.remove());

const rounds = Number(process.env.PAICLI_FUZZ_ROUNDS ?? 120);

/** Runs a change on a random file and compares bytes and mode with what is meant. */
async function hold(seed: number, file: RandomFile, act: () => Promise<unknown>, after: RandomFile): Promise<void> {
  const mode = modes[seed % modes.length]!;
  work.write('f', bytesOf(file));
  chmodSync(work.path('f'), mode);
  await work.run(readFileTool, { path: 'f' });
  await act();
  expect({ seed, bytes: work.read('f').toString('hex'), mode: statSync(work.path('f')).mode & 0o777 }).toEqual({
    seed,
    bytes: bytesOf(after).toString('hex'),
    mode,
  });
}

test('edit_file changes exactly the meant bytes of any file', async () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const below = numbersFrom(seed);
    const file = randomFile(below);
    const { line, fresh, kind, after } = change(below, file);
    const edit = {
      replace: { old: line.text, new: fresh },
      remove: { old: `${line.text}\n`, new: '' },
      insert: { old: line.text, new: `${fresh}\n${line.text}` },
    }[kind];
    await hold(seed, file, () => work.run(editFileTool, { path: 'f', edits: [edit] }), after);
  }
});

test('several edits of one call, each on the text the one before left, change exactly the meant bytes', async () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const below = numbersFrom(seed + 2000);
    const file = randomFile(below);
    let after = file;
    const edits: { old: string; new: string }[] = [];
    for (let n = 0; n < 1 + below(4); n++) {
      const at = below(file.lines.length);
      const line = after.lines[at]!;
      const fresh = randomText(below, file.encoding, `fresh${n}-${at}`);
      if (fresh === line.text) continue;
      edits.push({ old: line.text, new: fresh });
      after = { ...after, lines: after.lines.with(at, { ...line, text: fresh }) };
    }
    await hold(seed, file, () => work.run(editFileTool, { path: 'f', edits }), after);
  }
});

test('replace_all changes each place, whatever the new text holds, and nothing else', async () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const below = numbersFrom(seed + 3000);
    const file = randomFile(below);
    const put = ['$&', '$1$`', 'x x x', ' x', '{}', ''][below(6)]!;
    const lines = file.lines.map((line) => ({ ...line, text: line.text.replaceAll(' x', () => put) }));
    const edit = { old: ' x', new: put, replace_all: true };
    if (put === ' x') continue;
    await hold(seed, file, () => work.run(editFileTool, { path: 'f', edits: [edit] }), { ...file, lines });
  }
});

test('write_file keeps encoding, mark, line ends and mode of the file it replaces', async () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const below = numbersFrom(seed + 4000);
    const file = randomFile(below);
    const { after } = change(below, file);
    // What is written comes in LF, as models write, except where the file mixes its line ends.
    const content = plainText(after, file.mixed ? 'own' : 'lf');
    await hold(seed, file, () => work.run(writeFileTool, { path: 'f', content }), after);
  }
});

test('apply_patch changes exactly the meant bytes of any file', async () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const below = numbersFrom(seed + 1000);
    const file = randomFile(below, { withCr: false });
    const { line, fresh, kind, after } = change(below, file);
    const hunk = {
      replace: [`-${line.text}`, `+${fresh}`],
      remove: [`-${line.text}`],
      insert: [`+${fresh}`, ` ${line.text}`],
    }[kind];
    const patch = ['*** Begin Patch', '*** Update File: f', '@@', ...hunk, '*** End Patch'].join('\n');
    await hold(seed, file, () => work.run(applyPatchTool, { patch }), after);
  }
});
