// One run of highlight.js, its output gathered as lines of spans. Owns which scope of a grammar has which look.
import type { Emitter, HLJSApi } from 'highlight.js';
import type { LanguageName } from './highlight-languages.js';
import type { Line, StyleRole } from './span.js';
import { pushSpan } from './wrap.js';

const roles: Record<string, StyleRole> = {
  keyword: 'keyword',
  literal: 'keyword',
  name: 'keyword',
  meta: 'comment',
  comment: 'comment',
  doctag: 'comment',
  quote: 'comment',
  string: 'string',
  regexp: 'string',
  link: 'string',
  code: 'string',
  number: 'number',
  symbol: 'number',
  bullet: 'number',
  title: 'function',
  'title.class': 'type',
  section: 'heading',
  type: 'type',
  built_in: 'type',
  attr: 'type',
  attribute: 'type',
  property: 'type',
  'selector-tag': 'keyword',
  'selector-id': 'function',
  'selector-class': 'function',
  'selector-attr': 'type',
  'selector-pseudo': 'type',
  'template-variable': 'type',
  strong: 'strong',
  emphasis: 'emphasis',
  addition: 'added',
  deletion: 'removed',
  // These hold plain code again, whatever is around them.
  subst: 'text',
  params: 'text',
};

/** Takes the scopes as highlight.js opens and closes them. */
class SpanEmitter implements Emitter {
  readonly lines: Line[] = [[]];
  private readonly open: StyleRole[] = [];

  addText(text: string): void {
    const role = this.open.at(-1) ?? 'text';
    text.split('\n').forEach((part, at) => {
      if (at > 0) this.lines.push([]);
      pushSpan(this.lines.at(-1) as Line, part, role);
    });
  }

  openNode(scope: string): void {
    this.open.push(roleOf(scope) ?? this.open.at(-1) ?? 'text');
  }

  closeNode(): void {
    this.open.pop();
  }

  startScope(scope: string): void {
    this.openNode(scope);
  }

  endScope(): void {
    this.closeNode();
  }

  __addSublanguage(emitter: Emitter): void {
    if (!(emitter instanceof SpanEmitter)) return;
    emitter.lines.forEach((line, at) => {
      if (at > 0) this.lines.push([]);
      for (const span of line) pushSpan(this.lines.at(-1) as Line, span.text, span.role);
    });
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }
}

/** `title.class.inherited` looks like `title.class`, and that like `title` if it had no look of its own. */
function roleOf(scope: string): StyleRole | undefined {
  for (let name = scope; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('.'))))
    if (Object.hasOwn(roles, name)) return roles[name];
  return undefined;
}

/** A highlight.js of our own that gives spans and not HTML. */
export function spanHighlighter(core: HLJSApi): HLJSApi {
  const own = core.newInstance();
  own.configure({ __emitter: SpanEmitter });
  return own;
}

/** One line of spans for each line of `code`; undefined when the grammar failed or did not give the text back as it was. */
export function highlightedLines(highlighter: HLJSApi, code: string, language: LanguageName): Line[] | undefined {
  const { _emitter, errorRaised } = highlighter.highlight(code, { language, ignoreIllegals: true });
  if (errorRaised !== undefined || !(_emitter instanceof SpanEmitter)) return undefined;
  const given = _emitter.lines.map((line) => line.map((span) => span.text).join('')).join('\n');
  return given === code ? _emitter.lines : undefined;
}
