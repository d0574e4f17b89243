// A window over lines that are too many for a dialog.
import type { Line } from '../../view/span.js';

export interface Scroll {
  /** The lines that are seen; remembers the sizes for the keys. */
  window(lines: Line[], height: number): Line[];
  /** True when the key was a scrolling one, and there is something to scroll. */
  onKey(key: string): boolean;
  /** The first line that is seen, from 0. */
  top(): number;
  /** Rows down, or (negative) up. */
  by(rows: number): void;
  /** `↑↓ 1–12 of 40`, or nothing when all is seen. */
  label(): string | undefined;
}

export function createScroll(ascii: boolean): Scroll {
  let top = 0;
  let total = 0;
  let height = 0;
  const steps: Record<string, () => number> = {
    up: () => -1,
    k: () => -1,
    down: () => 1,
    j: () => 1,
    pageup: () => -height,
    pagedown: () => height,
    home: () => -total,
    g: () => -total,
    end: () => total,
    G: () => total,
  };
  const clamp = () => {
    top = Math.max(0, Math.min(top, total - height));
  };
  return {
    window(lines, rows) {
      total = lines.length;
      height = rows;
      clamp();
      return lines.slice(top, top + rows);
    },
    onKey(key) {
      const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
      if (!step || total <= height) return false;
      top += step();
      clamp();
      return true;
    },
    top: () => top,
    by(rows) {
      top += rows;
      clamp();
    },
    label() {
      if (total <= height) return undefined;
      const last = Math.min(total, top + height);
      return ascii ? `j k  ${top + 1}-${last} of ${total}` : `↑↓ ${top + 1}–${last} of ${total}`;
    },
  };
}
