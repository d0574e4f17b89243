import { expect, test } from '@jest/globals';
import { editorHelp, editorKeys } from '../../../src/tui/editor-commands.js';
import { actionFor, bindings, keyLabel } from '../../../src/tui/keymap.js';

test('no key has two meanings in one place', () => {
  const taken = bindings.flatMap(({ context, keys }) => keys.map((key) => `${context} ${key}`));
  expect(taken).toEqual([...new Set(taken)]);
});

test('a key of the panel wins over a global one', () => {
  expect([actionFor('conversation', 'escape'), actionFor('composer', 'escape')]).toEqual(['panel.back', 'turn.stop']);
  expect(actionFor('files', 'pageup')).toBe('conversation.page-up');
  expect(actionFor('composer', 'x')).toBeUndefined();
});

test('keys are shown as people write them', () => {
  expect(
    ['ctrl+o', 'alt+up', 'pageup', 'escape', 'f1', 'shift+f6', 'G', 'g', '?', 'ctrl+\\', 'ctrl++'].map(keyLabel),
  ).toEqual(['Ctrl+O', 'Alt+Up', 'PgUp', 'Esc', 'F1', 'Shift+F6', 'G', 'g', '?', 'Ctrl+\\', 'Ctrl++']);
});

test('help has every editing key but those for a new line', () => {
  const shown = editorHelp().flatMap(({ keys }) => keys);
  const all = Object.keys(editorKeys).filter((key) => editorKeys[key] !== 'newline');
  expect(shown.toSorted()).toEqual(all.toSorted());
});
