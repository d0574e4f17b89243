// A line over points, drawn by blessed-contrib's line widget. Loaded with the first usage page: the packages are as much code as half the program.
// Only the widget's drawing is used, never its place in a screen: what it draws is read as text, so that our painter stays the only one that writes.
import contribLine from 'blessed-contrib/lib/widget/charts/line.js';
import drawille from 'drawille-canvas-blessed-contrib';
import type { Line, StyleRole } from '../view/span.js';

/** Colours of the widget stand for roles here; its theme is ours. */
const roles: Readonly<Record<string, StyleRole>> = { '3': 'accent', '2': 'dim', '7': 'border' };
const styles = { line: 'yellow', text: 'green', baseline: 'white' };

/** `labels` stand under the points. Both lists are of one length, at least two; `width` and `height` are cells. */
export function lineChart(labels: string[], values: number[], width: number, height: number): Line[] {
  const canvas = new drawille.Canvas(2 * width, 4 * height);
  const widget = Object.assign(Object.create(contribLine.prototype) as typeof contribLine.prototype, {
    options: {
      style: styles,
      showNthLabel: 1,
      // Dots, two a cell: six cells for a number, and one before it.
      xLabelPadding: 12,
      xPadding: 14,
      numYLabels: Math.max(2, Math.min(5, Math.floor(height / 3))),
      wholeNumbersOnly: values.every((value) => Number.isInteger(value)) && Math.max(...values) >= 5,
      legend: {},
      minY: 0,
      // A line of zeros has no scale of its own.
      ...(Math.max(...values) > 0 ? {} : { maxY: 1 }),
      abbreviate: true,
    },
    canvasSize: { width: 2 * width, height: 4 * height },
    ctx: canvas.getContext(),
  });
  widget.setData([{ title: '', x: labels, y: values }]);
  return widget.ctx._canvas.frame().trimEnd().split('\n').slice(0, height).map(readLine);
}

/** The widget colours each cell on its own; equal neighbours become one span. */
function readLine(text: string): Line {
  const line: Line = [];
  let role: StyleRole = 'text';
  for (const [, code, glyphs = ''] of text.matchAll(/\x1b\[([\d;]*)m|([^\x1b]+)/g)) {
    const color = /^3(\d)$/.exec(code ?? '')?.[1];
    if (code !== undefined) {
      if (color !== undefined) role = roles[color] ?? 'text';
      continue;
    }
    const last = line.at(-1);
    if (last?.role === role) last.text += glyphs;
    else line.push({ text: glyphs, role });
  }
  return line;
}
