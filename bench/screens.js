#!/usr/bin/env node
// Takes the pictures of docs/: the built demo in a pseudo-terminal, its screen as an emulator shows it, written as SVG.
// Usage: npm run docs:screens [-- PART]   (PART: only pictures with this in their name)
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import unicode11 from '@xterm/addon-unicode11';
import headless from '@xterm/headless';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pictures = join(root, 'docs', 'pictures');
const waitMs = 20_000;
/** A question can be answered once it has stood there for a moment. */
const armedAfterMs = 400;

/** The demo in a terminal of this size; `body` drives it and its screen at the end is the picture. */
async function takePicture(name, cols, rows, body) {
  if (!name.includes(process.argv[2] ?? '')) return;
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'paicli-pictures-')));
  const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true });
  terminal.loadAddon(new unicode11.Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  // The sample project is made in the home folder, so that the status line shows a short path that is nobody's.
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  const program = pty.spawn(process.execPath, [join(root, 'bin/paicli.js'), 'tui', '--demo'], {
    cols,
    rows,
    cwd: home,
    env,
  });
  const ended = new Promise((resolve) => program.onExit(resolve));
  const screen = watch(program, terminal);
  try {
    await body(screen);
    const svg = pictureOf(terminal, screen.cursorShown(), name);
    writeFileSync(join(pictures, `${name}.svg`), svg);
    console.log(`docs/pictures/${name}.svg  ${(svg.length / 1000).toFixed(1)} kB`);
  } finally {
    program.kill('SIGTERM');
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
}

function watch(program, terminal) {
  let written = '';
  let look = () => {};
  program.onData((data) => {
    written += data;
    terminal.write(data, () => look());
  });
  const text = () => rowsOf(terminal).join('\n');
  const waitFor = (condition) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${condition} never came:\n${text()}`)), waitMs);
      look = () => {
        if (!condition.test(text())) return;
        clearTimeout(timer);
        look = () => {};
        resolve();
      };
      look();
    });
  return {
    waitFor,
    type: (keys) => program.write(keys),
    async answer(key) {
      await new Promise((resolve) => setTimeout(resolve, armedAfterMs));
      program.write(key);
    },
    cursorShown: () => written.lastIndexOf('\x1b[?25h') > written.lastIndexOf('\x1b[?25l'),
  };
}

function rowsOf(terminal) {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_, y) => active.getLine(active.baseY + y).translateToString(true));
}

// The look: a dark terminal with the usual sixteen colours. Rows are a little higher than the letters, so that vertical lines join.
const fontPx = 14;
const cellPx = 8.4;
const rowPx = 16.4;
const marginPx = 12;
const background = '#1b1d23';
const foreground = '#d5d8de';
const palette = [
  ...['#3b4048', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#c8ccd4'],
  ...['#6b7280', '#ff7b85', '#b5e08f', '#ffd68a', '#82c4ff', '#dc9cf0', '#7fd4df', '#ffffff'],
];

function colorOf(index) {
  if (index < 16) return palette[index];
  if (index >= 232) return `rgb(${Array(3).fill(8 + (index - 232) * 10)})`;
  const step = (n) => (n === 0 ? 0 : 55 + n * 40);
  const cube = index - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(step)})`;
}

function styleOf(cell) {
  let fill = cell.isFgDefault() ? foreground : colorOf(cell.getFgColor());
  let back = cell.isBgDefault() ? background : colorOf(cell.getBgColor());
  if (cell.isInverse()) [fill, back] = [back, fill];
  const looks = [
    cell.isBold() ? 'font-weight:bold' : '',
    cell.isDim() ? 'opacity:.6' : '',
    cell.isItalic() ? 'font-style:italic' : '',
    cell.isUnderline() ? 'text-decoration:underline' : '',
  ];
  return { css: [`fill:${fill}`, ...looks].filter(Boolean).join(';'), back };
}

/** Letters keep to the grid in any fixed-width font; every other character is placed on its own. */
const staysInGrid = (text) => /^[ -~]$/.test(text);

/** Box lines are drawn, not written, so that they join in every font: which arms a character has, and whether it is round. */
const boxLines = {
  '─': 'ew',
  '│': 'ns',
  '├': 'nes',
  '┤': 'nsw',
  '┬': 'esw',
  '┴': 'new',
  '┼': 'nesw',
  '╭': 'es',
  '╮': 'sw',
  '╰': 'ne',
  '╯': 'nw',
};

/** Runs of one style in a row: `{x, cells, text, css, back}`. */
function runsOf(line, cols) {
  const runs = [];
  for (let x = 0; x < cols; ) {
    const cell = line.getCell(x);
    const width = Math.max(1, cell.getWidth());
    const text = cell.getChars() || ' ';
    const style = styleOf(cell);
    const last = runs.at(-1);
    const joins = last?.inGrid && staysInGrid(text) && last.css === style.css && last.back === style.back;
    if (joins) Object.assign(last, { text: last.text + text, cells: last.cells + width });
    else runs.push({ x, cells: width, text, inGrid: staysInGrid(text), ...style });
    x += width;
  }
  return runs;
}

function pictureOf(terminal, cursorShown, name) {
  const { cols, rows } = terminal;
  const { active } = terminal.buffer;
  const classes = new Map();
  const classOf = (css) => {
    if (!classes.has(css)) classes.set(css, `s${classes.size}`);
    return classes.get(css);
  };
  const shapes = [];
  for (let y = 0; y < rows; y++)
    for (const run of runsOf(active.getLine(active.baseY + y), cols)) shapes.push(...shapesOf(run, y, classOf));
  if (cursorShown)
    shapes.push(rect(active.cursorX, active.cursorY, 1, foreground).replace('/>', ' fill-opacity=".6"/>'));
  const width = round(cols * cellPx + 2 * marginPx);
  const height = round(rows * rowPx + 2 * marginPx);
  const styles = [...classes].map(([css, id]) => `.${id}{${css}}`).join('');
  const fonts = "ui-monospace,'Cascadia Mono','SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace";
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>PaiCLI, ${name.replace('screen-', '')}</title>`,
    `<style>text{font:${fontPx}px ${fonts}}${styles}</style>`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    ...joinPaths(shapes),
    '</svg>',
  ].join('\n')}\n`;
}

/** All lines of one look as one path. */
function joinPaths(shapes) {
  const paths = new Map();
  const others = shapes.filter((shape) => {
    const [, look, lines] = /^<path class="(\w+)" d="(.*)"\/>$/.exec(shape) ?? [];
    if (look) paths.set(look, (paths.get(look) ?? '') + lines);
    return !look;
  });
  return [...others, ...[...paths].map(([look, lines]) => `<path class="${look}" d="${lines}"/>`)];
}

function shapesOf({ x, cells, text, css, back }, y, classOf) {
  const shapes = back === background ? [] : [rect(x, y, cells, back)];
  const arms = boxLines[text];
  if (arms) return [...shapes, `<path class="${classOf(strokeOf(css))}" d="${linesOf(arms, x, y)}"/>`];
  const bare = css.includes('underline') ? text : text.trim();
  if (bare.trim() === '') return shapes;
  const from = x + (css.includes('underline') ? 0 : text.length - text.trimStart().length);
  const length = cells - (text.length - bare.length);
  const at = `x="${round(marginPx + from * cellPx)}" y="${round(marginPx + (y + 0.78) * rowPx)}"`;
  const fit = length > 1 ? ` textLength="${round(length * cellPx)}" lengthAdjust="spacingAndGlyphs"` : '';
  return [...shapes, `<text class="${classOf(css)}" ${at}${fit}>${escapeXml(bare)}</text>`];
}

const strokeOf = (css) => `${css.replace('fill:', 'fill:none;stroke:')};stroke-width:1.1`;

/** Path of a cell's lines: from its middle to the edges that its arms reach. */
function linesOf(arms, x, y) {
  const [left, top] = [marginPx + x * cellPx, marginPx + y * rowPx];
  const [middle, centre] = [left + cellPx / 2, top + rowPx / 2];
  const ends = {
    n: `${round(middle)} ${round(top)}`,
    e: `${round(left + cellPx)} ${round(centre)}`,
    s: `${round(middle)} ${round(top + rowPx)}`,
    w: `${round(left)} ${round(centre)}`,
  };
  const [one, other] = arms;
  if (arms === 'ew' || arms === 'ns') return `M${ends[one]}L${ends[other]}`;
  const heart = `${round(middle)} ${round(centre)}`;
  if (arms.length === 2) return `M${ends[one]}Q${heart} ${ends[other]}`;
  return [...arms].map((arm) => `M${heart}L${ends[arm]}`).join('');
}

function rect(x, y, cells, fill) {
  const place = `x="${round(marginPx + x * cellPx)}" y="${round(marginPx + y * rowPx)}"`;
  return `<rect ${place} width="${round(cells * cellPx)}" height="${round(rowPx)}" fill="${fill}"/>`;
}

const round = (px) => Number(px.toFixed(1));

/** The sample project's folder has a random name; every run of this script shows the same one. */
const escapeXml = (text) =>
  text
    .replace(/paicli-demo-\w{6}/g, 'paicli-demo-sample')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

mkdirSync(pictures, { recursive: true });

await takePicture('screen-120x40', 120, 40, async (screen) => {
  await screen.waitFor(/ready/);
  screen.type('the month label is wrong, fix it');
  await screen.waitFor(/fix it/);
  screen.type('\r');
  await screen.waitFor(/Approve\?[\s\S]*y once/);
});

await takePicture('screen-80x24', 80, 24, async (screen) => {
  await screen.waitFor(/ready/);
  screen.type('the month label is wrong, fix it\r');
  await screen.waitFor(/Approve\?\s+edit_file/);
  await screen.answer('y');
  // The slip that the check of types found is mended.
  await screen.waitFor(/[^\S\n]\+.*getFullYear\(\)[\s\S]*y once/);
  await screen.answer('y');
  await screen.waitFor(/Approve\?\s+execute_command/);
  await screen.answer('y');
  await screen.waitFor(/mended[\s\S]*ready/);
});

await takePicture('keys-120x40', 120, 40, async (screen) => {
  await screen.waitFor(/ready/);
  screen.type('\x1bOP');
  await screen.waitFor(/Help/);
});

await takePicture('palette-80x24', 80, 24, async (screen) => {
  await screen.waitFor(/ready/);
  screen.type('\x10');
  await screen.waitFor(/Palette/);
  screen.type('theme');
  await screen.waitFor(/\/theme/);
});

// The layout for narrow windows, with the files over the conversation.
await takePicture('files-80x24', 80, 24, async (screen) => {
  await screen.waitFor(/ready/);
  screen.type('\x1b3');
  await screen.waitFor(/src/);
  screen.type('l');
  await screen.waitFor(/date\.js/);
});

await takePicture('plan-review-120x40', 120, 40, async (screen) => {
  await screen.waitFor(/ready/);
  screen.type('/plan fix the tests\r');
  await screen.waitFor(/in review[\s\S]*Enter run/);
});

// The four reads are done; the edit asks.
await takePicture('plan-120x40', 120, 40, async (screen) => {
  await screen.waitFor(/ready/);
  screen.type('/plan fix the tests\r');
  await screen.waitFor(/in review[\s\S]*Enter run/);
  await screen.answer('\r');
  await screen.waitFor(/◐ task_4/);
  await screen.waitFor(/Approve\?\s+edit_file[\s\S]*y once/);
});

await takePicture('team-160x50', 160, 50, async (screen) => {
  await screen.waitFor(/ready/);
  screen.type('/team fix the tests\r');
  await screen.waitFor(/in review[\s\S]*Enter run/);
  await screen.answer('\r');
  await screen.waitFor(/Approve\?\s+edit_file[\s\S]*y once/);
});
