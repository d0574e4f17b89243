// Elements of a page as Markdown: turndown with rules of our own for tables and code. Chooses no part of the page.

/** The little of the DOM that is used here; its types are no part of Node. */
export interface DomElement {
  nodeName: string;
  className?: string;
  textContent: string | null;
  parentNode: DomElement | null;
  children: ArrayLike<DomElement> & Iterable<DomElement>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  closest(selector: string): DomElement | null;
  replaceWith(text: string): void;
  remove(): void;
}

export interface DomDocument extends DomElement {
  body: DomElement | null;
  documentElement: DomElement | null;
  cloneNode(deep: boolean): unknown;
}

type Replace = (content: string, node: unknown) => string;

/** Links and images stay in Markdown; in plain text only their words do. */
export async function toMarkdown(element: DomElement, format: 'markdown' | 'text'): Promise<string> {
  const { default: Turndown } = await import('turndown');
  const service = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  // Signs that mean something in Markdown are left as they are: the reader is a model, and names of code are full of them.
  service.escape = (text) => text;
  const add = (name: string, names: string[], replacement: Replace) =>
    service.addRule(name, { filter: (node) => names.includes(node.nodeName), replacement });
  add('code', ['PRE'], (_content, node) => codeBlock(node as DomElement));
  const tables = new WeakMap<DomElement, TableFacts>();
  const factsOf = (node: unknown) => tableFacts(node as DomElement, tables);
  add('table', ['TABLE'], (content) => `\n\n${content.trim()}\n\n`);
  add('tableSection', ['THEAD', 'TBODY', 'TFOOT'], (content) => content);
  add('tableRow', ['TR'], (content, node) => tableRow(content, node as DomElement, factsOf(node)));
  add('tableCell', ['TH', 'TD'], (content, node) => tableCell(content, node as DomElement, factsOf(node)));
  add('image', ['IMG'], (_content, node) => image(node as DomElement, format));
  if (format === 'text') add('words', ['A', 'B', 'STRONG', 'I', 'EM'], (content) => content);
  // A link around a whole block would tear its Markdown apart.
  else add('link', ['A'], (content, node) => link(content, node as DomElement));
  return tidy(service.turndown(element as never));
}

function link(content: string, node: DomElement): string {
  const href = node.getAttribute('href');
  if (!href || content.trim() === '' || content.includes('\n')) return content;
  return `[${content}](${href.replace(/[()\s]/g, encodeURIComponent)})`;
}

function image(node: DomElement, format: 'markdown' | 'text'): string {
  const alt = (node.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
  const src = node.getAttribute('src');
  if (alt === '') return '';
  return format === 'text' || !src ? alt : `![${alt}](${src})`;
}

const languageClass = /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:)-?\s?([\w+#-]+)/;

function codeBlock(node: DomElement): string {
  for (const line of node.querySelectorAll('br')) line.replaceWith('\n');
  const code = (node.textContent ?? '').replace(/^\n+|\s+$/g, '');
  const near = [node.querySelector('code'), node, node.parentNode, node.parentNode?.parentNode];
  const language = near.map((it) => languageClass.exec(it?.className ?? '')?.[1]).find((it) => it && it !== 'default');
  const longest = Math.max(0, ...[...code.matchAll(/^`{3,}/gm)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `\n\n${fence}${language ?? ''}\n${code}\n${fence}\n\n`;
}

interface TableFacts {
  /** Rows and columns of short text; others only lay out what is in them. */
  isData: boolean;
  firstRow?: DomElement;
}

function tableFacts(inside: DomElement, known: WeakMap<DomElement, TableFacts>): TableFacts {
  const table = inside.closest('table');
  if (!table) return { isData: false };
  const old = known.get(table);
  if (old) return old;
  const rows = [...table.querySelectorAll('tr')];
  const isData = table.querySelector('table, pre, h1, h2, h3') === null && rows.some((row) => row.children.length > 1);
  const facts: TableFacts = { isData, ...(rows[0] ? { firstRow: rows[0] } : {}) };
  known.set(table, facts);
  return facts;
}

function tableCell(content: string, node: DomElement, { isData }: TableFacts): string {
  if (!isData) return `\n\n${content.trim()}\n\n`;
  const text = content.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
  return ` ${text} |${'  |'.repeat(columnsOf(node) - 1)}`;
}

function tableRow(content: string, node: DomElement, { isData, firstRow }: TableFacts): string {
  if (!isData) return `\n\n${content.trim()}\n\n`;
  const row = `|${content}\n`;
  if (node !== firstRow) return row;
  const columns = [...node.children].reduce((sum, cell) => sum + columnsOf(cell), 0);
  return `${row}|${' --- |'.repeat(columns)}\n`;
}

/** Bounded: a page may claim to be a million columns wide. */
function columnsOf(cell: DomElement): number {
  return Math.min(Math.max(Number.parseInt(cell.getAttribute('colspan') ?? '1', 10) || 1, 1), 30);
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .filter((line, at) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim();
}
