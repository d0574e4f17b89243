// Lines as cells: every cell collects where its lines leave it to, and becomes a glyph. Owns the glyphs; decides no way.
import type { Direction } from './graph.js';

export interface LineCell {
  glyph: string;
  /** Indexes of the edges that pass here and are seen. */
  edges: readonly number[];
}

export interface Line {
  /** Lines of one net branch, those of two cross. */
  net: number;
  edges: readonly number[];
  /** Where it begins, along its rank and across. */
  along: number;
  from: number;
  /** Where it goes along a track: which one, and up to where. */
  turns: readonly { along: number; across: number }[];
  /** Its last cell, across. */
  end: number;
  hasArrow: boolean;
}

export interface LineCells {
  line(line: Line): void;
  /** The bar at the left of a box that several lines enter. */
  bar(along: number, size: number, label: number, across: number, edges: readonly number[]): void;
  rows(): (LineCell | undefined)[][];
  crossings(): number;
}

// Where a line leaves a cell, as the picture is drawn downwards.
const back = 1;
const forth = 4;
const less = 8;
const more = 2;
/** North and south. */
const upright = 1 | 4;
const glyphsByMask = ' ╵╶└╷│┌├╴┘─┴┐┤┬┼';
const asciiGlyphs = [' ', '|', '-', '+', '|', '|', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+'];

interface Piece {
  net: number;
  mask: number;
  edges: Set<number>;
  isArrow: boolean;
}

export function createLineCells(direction: Direction, ascii: boolean): LineCells {
  const isDown = direction === 'down';
  /** By rank and place in it: one piece, or two that cross. */
  const cells: Piece[][][] = [];

  function pieceAt(along: number, across: number, net: number, edges: readonly number[]): Piece {
    for (; cells.length <= across; ) cells.push([]);
    const row = cells[across]!;
    row[along] ??= [];
    const pieces = row[along];
    let piece = pieces.find((candidate) => candidate.net === net);
    if (!piece) {
      piece = { net, mask: 0, edges: new Set(), isArrow: false };
      pieces.push(piece);
    }
    for (const edge of edges) piece.edges.add(edge);
    return piece;
  }

  /** As drawn: north 1, east 2, south 4, west 8. */
  const turned = (mask: number) =>
    isDown ? mask : (mask & back ? 8 : 0) | (mask & more ? 4 : 0) | (mask & forth ? 2 : 0) | (mask & less ? 1 : 0);

  function glyphOf(piece: Piece): string {
    if (piece.isArrow) return ascii ? (isDown ? 'v' : '>') : isDown ? '▾' : '▸';
    const mask = turned(piece.mask);
    return (ascii ? asciiGlyphs[mask] : glyphsByMask[mask]) ?? ' ';
  }

  return {
    line({ net, edges, along, from, turns, end, hasArrow }) {
      let [u, v] = [along, from];
      pieceAt(u, v, net, edges).mask |= back;
      const step = (du: number, dv: number, out: number, into: number) => {
        pieceAt(u, v, net, edges).mask |= out;
        u += du;
        v += dv;
        pieceAt(u, v, net, edges).mask |= into;
      };
      for (const turn of turns) {
        while (v < turn.across) step(0, 1, forth, back);
        while (u < turn.along) step(1, 0, more, less);
        while (u > turn.along) step(-1, 0, less, more);
      }
      while (v < end) step(0, 1, forth, back);
      const last = pieceAt(u, v, net, edges);
      last.mask |= forth;
      last.isArrow = hasArrow;
    },
    bar(along, size, label, across, edges) {
      for (let at = along; at < along + size; at++) {
        const piece = pieceAt(at, across, -1, edges);
        piece.mask |= back | (at > along ? less : 0) | (at < along + size - 1 ? more : 0) | (at === label ? forth : 0);
      }
    },
    rows() {
      const rows: (LineCell | undefined)[][] = [];
      cells.forEach((line, across) => {
        line.forEach((pieces, along) => {
          const [x, y] = isDown ? [along, across] : [across, along];
          for (; rows.length <= y; ) rows.push([]);
          // Of two that cross the upright one is seen.
          const seen = pieces.find(({ mask }) => pieces.length === 1 || turned(mask) === upright) ?? pieces[0]!;
          rows[y]![x] = { glyph: glyphOf(seen), edges: [...seen.edges] };
        });
      });
      return rows;
    },
    crossings: () => cells.flatMap((line) => line.filter((pieces) => pieces.length > 1)).length,
  };
}
