// What a theme looks like, shown beside its name: a line of each kind in its own colours.
import type { Line } from '../../view/span.js';

export function themeSample(width: number): Line[] {
  const lines: Line[] = [
    [{ text: 'A heading', role: 'heading' }],
    [
      { text: 'text, ', role: 'text' },
      { text: 'strong, ', role: 'strong' },
      { text: 'code, ', role: 'code' },
      { text: 'a link', role: 'link' },
    ],
    [{ text: 'dim, as what matters less', role: 'dim' }],
    [],
    [
      { text: '- removed ', role: 'removed' },
      { text: 'word', role: 'removedWord' },
    ],
    [
      { text: '+ added ', role: 'added' },
      { text: 'word', role: 'addedWord' },
    ],
    [],
    [
      { text: 'const ', role: 'keyword' },
      { text: 'add', role: 'function' },
      { text: ': ', role: 'text' },
      { text: 'Sum', role: 'type' },
      { text: ' = ', role: 'text' },
      { text: '42', role: 'number' },
      { text: " + 'a'", role: 'string' },
      { text: ' // why', role: 'comment' },
    ],
    [],
    [
      { text: 'done ', role: 'success' },
      { text: 'warning ', role: 'warning' },
      { text: 'error', role: 'error' },
    ],
  ];
  return width > 0 ? lines : [];
}
