// Texts that stand for what is on the disk while an edit is compared: before it, then after it.
import { readFileSync } from 'node:fs';

/** Null: the file counts as not there. */
export type Overlay = Map<string, string | null>;

/** As TypeScript reads files. */
export const withoutMark = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text);

/** Once the disk says the same, it speaks for itself again. */
export function settle(overlay: Overlay, file: string): void {
  if (overlay.get(file) === readOrNull(file)) overlay.delete(file);
}

function readOrNull(file: string): string | null {
  try {
    return withoutMark(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
