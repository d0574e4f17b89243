import { beforeEach, describe, expect, test } from '@jest/globals';
import { Editor } from '../../../src/tui/editor.js';
import { type EditorCommand, editorKeys, runEditorCommand } from '../../../src/tui/editor-commands.js';

let editor: Editor;

beforeEach(() => {
  editor = new Editor();
});

function type(text: string): void {
  for (const character of text) editor.insertText(character);
}

function run(...commands: EditorCommand[]): void {
  for (const command of commands) runEditorCommand(editor, command);
}

/** The draft as it is painted, the caret as ▌. */
function picture(width = 20, height = 10): string[] {
  const { lines, caret } = editor.render(width, height);
  return lines.map((line, y) => {
    const text = line.map((span) => span.text).join('');
    return y === caret.y && /^[\x20-\x7e]*$/.test(text) ? `${text.slice(0, caret.x)}▌${text.slice(caret.x)}` : text;
  });
}

describe('typing and moving', () => {
  test('lines are broken and joined', () => {
    type('one');
    run('newline');
    type('two');
    run('left', 'left', 'left', 'backspace');
    expect(picture()).toEqual(['one▌two']);
  });

  test('the caret steps over whole graphemes', () => {
    editor.insertText('a👨‍👩‍👧e\u0301');
    run('left');
    expect(editor.beforeCaret()).toBe('a👨‍👩‍👧');
    run('backspace');
    expect(editor.text()).toBe('ae\u0301');
    run('delete');
    expect(editor.text()).toBe('a');
  });

  test('word moves know words of languages without blanks', () => {
    editor.insertText('今天天气');
    run('wordLeft');
    expect(editor.beforeCaret()).toBe('今天');
    run('wordRight');
    expect(editor.beforeCaret()).toBe('今天天气');
  });

  test('a word move goes to starts to the left and ends to the right', () => {
    type('alpha beta/gamma');
    run('wordLeft');
    expect(picture()).toEqual(['alpha beta/▌gamma']);
    run('lineStart', 'wordRight');
    expect(picture()).toEqual(['alpha▌ beta/gamma']);
  });

  test('up and down go by visual rows and keep the column over short ones', () => {
    type('0123456789abcdef');
    run('newline', 'newline');
    type('xyz12345');
    expect(picture(10)).toEqual(['0123456789', 'abcdef', '', 'xyz12345▌']);
    run('up');
    expect(picture(10)[2]).toBe('▌');
    run('up');
    expect(picture(10)[1]).toBe('abcdef▌');
    run('up');
    expect(picture(10)[0]).toBe('01234567▌89');
    run('down', 'down', 'down');
    expect(picture(10)[3]).toBe('xyz12345▌');
  });

  test('a wide glyph is wrapped whole', () => {
    editor.insertText('abc中文');
    expect(editor.render(4, 5)).toMatchObject({ caret: { x: 0, y: 2 } });
    expect(picture(4).slice(0, 2)).toEqual(['abc', '中文']);
  });

  test('only the rows around the caret are shown', () => {
    editor.insertText('1\n2\n3\n4\n5');
    expect(editor.render(10, 2)).toMatchObject({ caret: { y: 1 }, hiddenAbove: 3, hiddenBelow: 0 });
    run('up', 'up', 'up');
    expect(editor.render(10, 2)).toMatchObject({ caret: { y: 0 }, hiddenAbove: 1, hiddenBelow: 2 });
  });

  test('a backslash before Enter is a newline', () => {
    type('one\\');
    expect(editor.breakAtBackslash()).toBe(true);
    expect(editor.text()).toBe('one\n');
    expect(editor.breakAtBackslash()).toBe(false);
  });
});

describe('killing and yanking', () => {
  test('kills in a row are yanked together', () => {
    type('one two three');
    run('killWordLeft', 'killWordLeft', 'lineStart', 'yank');
    expect(editor.text()).toBe('two threeone ');
  });

  test('to the ends of the line', () => {
    type('left right');
    run('wordLeft', 'killToLineEnd');
    expect(editor.text()).toBe('left ');
    run('left', 'right', 'killToLineStart');
    expect(editor.isEmpty()).toBe(true);
    run('yank');
    expect(editor.text()).toBe('left ');
  });

  test('at the end of a line its break goes', () => {
    editor.insertText('a\nb');
    run('draftStart', 'lineEnd', 'killToLineEnd');
    expect(editor.text()).toBe('ab');
  });
});

describe('undo', () => {
  test('typing is undone word by word', () => {
    type('fix the test');
    run('undo');
    expect(editor.text()).toBe('fix the ');
    run('undo');
    expect(editor.text()).toBe('fix ');
    run('redo');
    expect(editor.text()).toBe('fix the ');
  });

  test('deletions in a row are one step and a new edit ends redo', () => {
    type('abc');
    run('backspace', 'backspace', 'undo');
    expect(editor.text()).toBe('abc');
    type('d');
    run('redo');
    expect(editor.text()).toBe('abcd');
  });

  test('a cleared draft can be undone to, and is in the history', () => {
    type('precious');
    editor.clear();
    expect(editor.isEmpty()).toBe(true);
    run('up');
    expect(editor.text()).toBe('precious');
    run('undo', 'undo');
    expect(editor.text()).toBe('precious');
  });
});

describe('history', () => {
  test('the unsent draft is kept while older ones are looked at', () => {
    editor = new Editor(['first', 'second']);
    type('unsent');
    run('up');
    expect(editor.text()).toBe('second');
    run('up', 'up');
    expect(editor.text()).toBe('first');
    run('down', 'down');
    expect(editor.text()).toBe('unsent');
    run('down');
    expect(editor.text()).toBe('unsent');
  });

  test('what was sent comes back, the same twice only once', () => {
    for (const text of ['one', 'two', 'two']) {
      type(text);
      expect(editor.submit()).toEqual({ text, startsTyped: true });
    }
    expect(editor.isEmpty()).toBe(true);
    run('up', 'up');
    expect(editor.text()).toBe('one');
  });

  test('arrows inside a draft of several lines move before they recall', () => {
    editor = new Editor(['old']);
    editor.insertText('a\nb');
    run('up');
    expect(editor.text()).toBe('a\nb');
    run('up');
    expect(editor.text()).toBe('old');
  });
});

describe('TU-06 pastes', () => {
  const long = Array.from({ length: 312 }, (_, i) => `line ${i}`).join('\n');

  test('a long paste is one chip that is sent written out', () => {
    type('see ');
    editor.insertPaste(long);
    type('!');
    expect(picture(40)).toEqual(['see [pasted 312 lines]!▌']);
    expect(editor.render(40, 5).lines[0]?.[1]).toEqual({ text: '[pasted 312 lines]', role: 'accent' });
    expect(editor.submit().text).toBe(`see ${long}!`);
    run('up');
    expect(picture(40)).toEqual(['see [pasted 312 lines]!▌']);
  });

  test('one Backspace deletes a chip', () => {
    editor.insertPaste('x'.repeat(5000));
    expect(picture(40)).toEqual(['[pasted 5000 characters]▌']);
    run('backspace');
    expect(editor.isEmpty()).toBe(true);
    run('undo');
    expect(editor.text()).toHaveLength(5000);
  });

  test('a short paste is text of several lines', () => {
    editor.insertPaste('a\r\nb\rc');
    expect(editor.text()).toBe('a\nb\nc');
  });

  test.each(['/exit', '!rm -rf /', `/${long}`])('a paste of %.12j starts no command', (text) => {
    editor.insertPaste(text);
    expect(editor.startsTyped).toBe(false);
    type(' more');
    expect(editor.submit().startsTyped).toBe(false);
  });

  test('a typed slash before a paste starts one', () => {
    type('/');
    editor.insertPaste('help');
    expect(editor.submit()).toEqual({ text: '/help', startsTyped: true });
  });

  test('a pasted command stays text when its beginning is cut off, killed and yanked', () => {
    editor.insertPaste('x/exit');
    run('lineStart', 'delete');
    expect(editor.startsTyped).toBe(false);
    run('killToLineEnd', 'yank');
    expect(editor.text()).toBe('/exit');
    expect(editor.startsTyped).toBe(false);
  });

  test('after a paste is deleted a typed command is one again', () => {
    editor.insertPaste('/exit');
    run('killToLineStart');
    type('/help');
    expect(editor.startsTyped).toBe(true);
  });

  test('text cannot forge a chip or bring controls in', () => {
    editor.insertPaste(long);
    run('killToLineStart');
    editor.insertPaste('\u{10f000}\x1b[2Jx');
    expect(editor.text()).toBe('\ufffdx');
  });

  test('a megabyte is rendered at once', () => {
    editor.insertPaste('some text\n'.repeat(100_000));
    const start = process.cpuUsage();
    for (let i = 0; i < 100; i++) editor.render(80, 10);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(500);
  });
});

test('replacing before the caret completes a word', () => {
  type('open @sr');
  editor.replaceBeforeCaret(2, 'src/date.ts ');
  expect(editor.text()).toBe('open @src/date.ts ');
  run('undo');
  expect(editor.text()).toBe('open @sr');
});

test('every key of the table runs without harm on an empty draft', () => {
  for (const command of Object.values(editorKeys)) run(command);
  expect(editor.text().replace(/\n/g, '')).toBe('');
});

test('random commands keep the caret inside the draft', () => {
  const commands = Object.values(editorKeys);
  let seed = 11;
  const next = (limit: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  const texts = ['a', ' ', '中', '👍🏽', 'e\u0301', '\n', 'word '];
  for (let i = 0; i < 3000; i++) {
    if (next(2) === 0) editor.insertText(texts[next(texts.length)] as string);
    else run(commands[next(commands.length)] as EditorCommand);
    if (next(200) === 0) editor.insertPaste('p\n'.repeat(30));
    const [width, height] = [1 + next(12), 1 + next(4)];
    const { lines, caret } = editor.render(width, height);
    expect(lines.length).toBeLessThanOrEqual(height);
    expect(caret.y).toBeGreaterThanOrEqual(0);
    expect(caret.y).toBeLessThan(lines.length);
    expect(caret.x).toBeLessThanOrEqual(width);
    if (next(40) === 0) editor.submit();
  }
});

describe('earlier inputs', () => {
  test('come before what was sent in this run', () => {
    type('now');
    editor.submit();
    editor.addEarlierInputs([
      { text: 'long ago', startsTyped: true },
      { text: 'then', startsTyped: true },
    ]);
    run('up');
    expect(editor.text()).toBe('now');
    run('up', 'up', 'up');
    expect(editor.text()).toBe('long ago');
  });

  test('that come late do not move whoever looks at the history', () => {
    type('one');
    editor.submit();
    type('two');
    editor.submit();
    run('up', 'up');
    editor.addEarlierInputs([{ text: 'long ago', startsTyped: true }]);
    run('down');
    expect(editor.text()).toBe('two');
  });

  test('that were pasted are text still', () => {
    editor.addEarlierInputs([{ text: '!rm -rf .', startsTyped: false }]);
    run('up');
    expect(editor.startsTyped).toBe(false);
  });

  test('are listed newest first, each once, pastes written out', () => {
    const paste = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n');
    editor.addEarlierInputs([
      { text: 'a', startsTyped: true },
      { text: 'b', startsTyped: true },
    ]);
    editor.insertPaste(paste);
    editor.submit();
    type('a');
    editor.submit();
    expect(editor.pastInputs().map(({ text }) => text)).toEqual(['a', paste, 'b']);
  });
});

test('a line that did not change is not wrapped again, and the rows are the same as if it were', () => {
  const text = Array.from({ length: 30 }, (_, at) => `line ${at} ${'word '.repeat(at)}`).join('\n');
  editor.insertText(text);
  editor.render(20, 10);
  for (const width of [20, 12, 20]) {
    type('x');
    run('up', 'newline', 'backspace', 'left');
    type('中');
    const fresh = new Editor();
    fresh.insertText(editor.text());
    expect(editor.rowCount(width)).toBe(fresh.rowCount(width));
    run('draftStart');
    fresh.moveTo(() => ({ row: 0, col: 0 }));
    expect(editor.render(width, 500)).toEqual(fresh.render(width, 500));
    run('draftEnd');
  }
});
