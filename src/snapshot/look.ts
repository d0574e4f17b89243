// What stands at a path, when it may go away or be shut at any moment. Follows no link.
import { lstatSync, type Stats } from 'node:fs';

export function look(path: string): Stats | 'gone' | 'unreadable' {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? 'gone';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unreadable';
  }
}
