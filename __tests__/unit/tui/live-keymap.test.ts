import { expect, test } from '@jest/globals';
import { parseKeybindings } from '../../../src/tui/keybindings-file.js';
import { createLiveKeymap, type LiveKeymap } from '../../../src/tui/live-keymap.js';

const path = '/home/ada/.paicli/keybindings.json';

function keymapWith(members: Record<string, string | null>): { keymap: LiveKeymap; told: string[] } {
  const keymap = createLiveKeymap();
  const { changes, faults } = parseKeybindings(path, JSON.stringify(members, null, 2));
  return { keymap, told: [...faults, ...keymap.change(changes)] };
}

test('without changes the keys are those of the tables', () => {
  const { keymap, told } = keymapWith({});
  expect([keymap.actionFor('composer', 'escape'), keymap.actionFor('files', 'pageup')]).toEqual([
    'turn.stop',
    'conversation.page-up',
  ]);
  expect([keymap.editorCommandFor('end'), keymap.actionFor('composer', 'end')]).toEqual([
    'lineEnd',
    'conversation.end',
  ]);
  expect(told).toEqual([]);
});

test('a key of the user does what it is given, beside the keys there are', () => {
  const { keymap, told } = keymapWith({
    'Ctrl+X': 'palette.open',
    'files:x': 'files.insert',
    F2: 'editor.kill-word-left',
  });
  expect(keymap.actionFor('conversation', 'ctrl+x')).toBe('palette.open');
  expect([keymap.actionFor('files', 'x'), keymap.actionFor('conversation', 'x')]).toEqual(['files.insert', undefined]);
  expect(keymap.editorCommandFor('f2')).toBe('killWordLeft');
  expect(keymap.actionFor('composer', 'ctrl+p')).toBe('palette.open');
  expect(told).toEqual([]);
});

test('null takes a key away, everywhere or in one place', () => {
  const { keymap } = keymapWith({ f1: null, 'files:?': null, 'ctrl+w': null });
  expect([
    keymap.actionFor('composer', 'f1'),
    keymap.actionFor('files', '?'),
    keymap.editorCommandFor('ctrl+w'),
  ]).toEqual([undefined, undefined, undefined]);
  expect(keymap.actionFor('conversation', '?')).toBe('help.open');
});

test('in the message box a key given to editing wins over what it does everywhere', () => {
  const { keymap } = keymapWith({ 'message:ctrl+o': 'editor.yank' });
  expect([keymap.actionFor('composer', 'ctrl+o'), keymap.editorCommandFor('ctrl+o')]).toEqual([undefined, 'yank']);
  expect(keymap.actionFor('files', 'ctrl+o')).toBe('conversation.expand-all');
});

test('what loses its key is named', () => {
  const { told } = keymapWith({ 'ctrl+o': 'help.open' });
  expect(told).toEqual([
    'Ctrl+O (global): help.open takes the place of conversation.expand-all, which has no key now.',
  ]);
});

test('nothing is said when the loser was given a key of its own', () => {
  expect(keymapWith({ 'ctrl+o': 'help.open', f9: 'conversation.expand-all' }).told).toEqual([]);
});

test('the same key given twice in two spellings is a conflict, and the second holds', () => {
  const { keymap, told } = keymapWith({ 'ctrl+x': 'help.open', 'Ctrl+X': 'palette.open' });
  expect(keymap.actionFor('composer', 'ctrl+x')).toBe('palette.open');
  expect(told).toEqual(['Ctrl+X is given twice (global): help.open and palette.open; the second holds.']);
});

test('a key given everywhere that means something else in one place is told', () => {
  const { told } = keymapWith({ 'ctrl+s': 'palette.open', 'ctrl+k': 'help.open' });
  expect(told).toEqual([
    'Ctrl+S: in composer it is still composer.steer, not palette.open.',
    'Ctrl+K: help.open takes the place of editor.killToLineEnd in the message.',
  ]);
});

test('help shows the keys of now', () => {
  const { keymap } = keymapWith({ 'ctrl+x': 'palette.open', 'ctrl+p': null, 'ctrl+k': null });
  const row = keymap.bindings().find(({ action }) => action === 'palette.open');
  expect(row?.keys).toEqual(['ctrl+x']);
  expect(keymap.labelOf('palette.open')).toBe('Ctrl+X');
  expect(keymap.editorHelp().find(({ does }) => does === 'cut to the end of the line')?.keys).toEqual([]);
});

test('unknown actions, keys and places are told with their line, and the rest holds', () => {
  const { keymap, told } = keymapWith({
    'ctrl+x': 'no.such',
    'hyper+x': 'help.open',
    'moon:x': 'help.open',
    'ctrl+i': 'help.open',
    'composer:x': 'help.open',
    f3: 'help.open',
  });
  expect(told).toEqual([
    `${path}:2: ctrl+x: there is no action "no.such"; the palette shows their names.`,
    `${path}:3: hyper+x: "hyper" is no modifier; take ctrl, alt or shift.`,
    expect.stringMatching(/:4: "moon" is no place for keys; there are .*composer.*files/),
    `${path}:5: ctrl+i: a terminal sends tab for it.`,
    `${path}:6: composer:x: a bare letter is text in the message, so it cannot be a key there.`,
  ]);
  expect(keymap.actionFor('files', 'f3')).toBe('help.open');
});

test('text that is no JSON is one fault with its line', () => {
  expect(parseKeybindings(path, '{\n  "f3": "help.open",\n  "f4" "help.open"\n}')).toEqual({
    changes: [],
    faults: [`${path}:3 is not valid JSON; the file is not used.`],
  });
});
