import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openReal, type RealEngineOptions } from '../support/screen-app.js';
import { tempFolders } from '../support/temp-folder.js';

const tempFolder = tempFolders();

function project(): Pick<RealEngineOptions, 'home' | 'cwd'> {
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'note.txt'), 'one\ntwo\n');
  return { home: tempFolder(), cwd };
}

test('a turn reads, asks, edits, and the screen shows each of it', async () => {
  const { home, cwd } = project();
  const app = await openReal({
    home,
    cwd,
    cols: 120,
    rows: 40,
    script: {
      replies: [
        { text: 'I look first.', calls: [{ name: 'read_file', arguments: { path: 'note.txt' } }] },
        {
          text: 'Now the change.',
          calls: [{ name: 'edit_file', arguments: { path: 'note.txt', edits: [{ old: 'two', new: 'three' }] } }],
        },
        { text: 'It says **three** now.' },
      ],
    },
  });
  await app.waitForText('note.txt');
  await app.type('change the note');
  await app.press('enter');
  await app.waitForText('Approve?');
  expect(app.screenText()).toContain('- two');
  expect(app.screenText()).toContain('+ three');
  app.clock.advance(300);
  await app.press('y');
  await app.waitForText('It says three now.');
  await app.waitForText('M note.txt');
  expect(app.screenText()).toContain('✓ edit_file note.txt');
  expect(app.screenText()).toContain('note.txt +1 −1 · approved once');
  expect(readFileSync(join(cwd, 'note.txt'), 'utf8')).toBe('one\nthree\n');
  app.model.assertFinished();
});

test('a denial with its reason reaches the model, and nothing is changed', async () => {
  const { home, cwd } = project();
  const app = await openReal({
    home,
    cwd,
    script: {
      replies: [
        { calls: [{ name: 'write_file', arguments: { path: 'new.txt', content: 'x' } }] },
        { text: 'Then I leave it.' },
      ],
    },
  });
  await app.waitForText('ready');
  await app.type('make a file');
  await app.press('enter');
  await app.waitForText('Approve?');
  app.clock.advance(300);
  await app.press('tab');
  await app.type('not here');
  await app.press('enter');
  await app.waitForText('Then I leave it.');
  expect(app.screenText()).toContain('✗ write_file new.txt +1 −0 · denied by you: not here');
  expect(JSON.stringify(app.model.requests[1]?.messages)).toContain('not here');
});

test('a message sent while a turn runs is queued and then answered', async () => {
  const app = await openReal({
    ...project(),
    script: { replies: [{ text: ['slow ', 'answer'], pauseMs: 150 }, { text: 'second answer' }] },
  });
  await app.waitForText('ready');
  await app.type('first');
  await app.press('enter');
  await app.waitForText('working');
  await app.type('second');
  await app.press('enter');
  await app.waitForText('queued second');
  await app.waitForText('second answer');
  expect(app.screenText()).not.toContain('queued');
  expect(app.model.requests).toHaveLength(2);
});

test('Esc stops a stream, and the next message works', async () => {
  const app = await openReal({
    ...project(),
    script: { replies: [{ repeatText: { piece: 'word ', times: 10_000, perSecond: 50 } }, { text: 'fine again' }] },
  });
  await app.waitForText('ready');
  await app.type('go');
  await app.press('enter');
  await app.waitForText('word word');
  await app.press('escape');
  await app.waitForText('stopped (');
  await app.type('go on');
  await app.press('enter');
  await app.waitForText('fine again');
});

test('a thread that was left can be gone on with', async () => {
  const folders = project();
  const first = await openReal({ ...folders, script: { replies: [{ text: 'the first answer' }] } });
  await first.waitForText('ready');
  await first.type('remember this');
  await first.press('enter');
  await first.waitForText('the first answer');
  await first.press('ctrl+d');
  await first.exitCode;

  const second = await openReal({ ...folders, opening: { kind: 'pick' }, script: { replies: [] } });
  await second.waitForText('› remember this');
  await second.press('enter');
  await second.waitForText('the first answer');
  expect(second.screenText()).toContain('Conversation · remember this');
});

test('two approvals of one reply, the second denied with a reason: both results reach the model in order, the draft stays', async () => {
  const { home, cwd } = project();
  const app = await openReal({
    home,
    cwd,
    script: {
      replies: [
        {
          calls: [
            { name: 'write_file', arguments: { path: 'one.txt', content: '1\n' } },
            { name: 'execute_command', arguments: { command: 'touch two.txt' } },
          ],
          pauseMs: 150,
        },
        { text: 'Then only the first.' },
      ],
    },
  });
  await app.waitForText('ready');
  await app.type('make both');
  await app.press('enter');
  await app.type('a draft');
  await app.waitForText('Approve?  write_file one.txt');
  app.clock.advance(300);
  await app.press('y');
  await app.waitForText('Approve?  execute_command touch two.txt');
  app.clock.advance(300);
  await app.press('tab');
  await app.type('not that one');
  await app.press('enter');
  await app.waitForText('Then only the first.');
  expect(app.screenText()).toContain('│ a draft');
  expect(app.screenText()).toContain('✓ write_file one.txt +1 −0 · approved once');
  expect(app.screenText()).toContain('✗ execute_command touch two.txt · denied by you: not that one');
  expect([existsSync(join(cwd, 'one.txt')), existsSync(join(cwd, 'two.txt'))]).toEqual([true, false]);
  const results = app.model.requests[1]?.messages.slice(-2);
  expect(results).toMatchObject([
    { role: 'tool', text: expect.stringContaining('one.txt created') },
    { role: 'tool', text: 'Denied by the user: not that one. The call was not run.' },
  ]);
});

test('a command is changed in the box, shown again, and runs as changed; a draft outlives it', async () => {
  const { home, cwd } = project();
  const app = await openReal({
    home,
    cwd,
    script: {
      replies: [
        { calls: [{ name: 'execute_command', arguments: { command: 'touch made' } }], pauseMs: 150 },
        { text: 'It has another name.' },
      ],
    },
  });
  await app.waitForText('ready');
  await app.type('make it');
  await app.press('enter');
  await app.type('a draft');
  await app.waitForText('Approve?  execute_command touch made');
  app.clock.advance(300);
  await app.press('e');
  await app.type('-otherwise');
  await app.press('enter');
  await app.waitForText('asks because: you changed it');
  app.clock.advance(300);
  await app.press('y');
  await app.waitForText('It has another name.');
  expect(app.screenText()).toContain('execute_command touch made-otherwise · approved once, changed');
  expect(app.screenText()).toContain('│ a draft');
  expect([existsSync(join(cwd, 'made')), existsSync(join(cwd, 'made-otherwise'))]).toEqual([false, true]);
  expect(JSON.stringify(app.model.requests[1]?.messages)).toContain('In its place: touch made-otherwise');
});

test('a question of the model is answered in its box; question and answer stand in the conversation', async () => {
  const app = await openReal({
    ...project(),
    approvals: 'never',
    script: {
      replies: [
        { calls: [{ name: 'ask_user', arguments: { question: 'Tabs or blanks?', choices: ['tabs', 'blanks'] } }] },
        { text: 'So be it.' },
      ],
    },
  });
  await app.waitForText('ready');
  await app.type('format it');
  await app.press('enter');
  await app.waitForText('The agent asks');
  app.clock.advance(300);
  await app.press('down', 'enter');
  await app.waitForText('So be it.');
  expect(app.screenText()).toContain('✓ ask_user Tabs or blanks? · answered');
  expect(app.screenText()).toMatch(/│ +blanks +│/);
  expect(app.model.requests[1]?.messages.at(-1)).toMatchObject({ text: 'The user answered: blanks' });
});
