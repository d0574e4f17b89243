// A web page as text for the model: what is not read by people is dropped, the main part chosen. Runs in a worker thread; fetches nothing.
import { type DomDocument, type DomElement, toMarkdown } from './markdown.js';

export interface PageInput {
  html: string;
  /** Where it came from; links are made whole with it. */
  url: string;
  format: 'markdown' | 'text';
}

export interface Page {
  title: string;
  text: string;
}

const unread =
  'script, style, noscript, template, iframe, object, embed, canvas, svg, link, button, input, select, textarea, .linenos, .sr-only, .visually-hidden, .screen-reader-text, [hidden], [aria-hidden="true"]';
/** Text that is there for machines only is a favourite place for hidden instructions. */
const hiddenStyle =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:opacity|font-size|max-height)\s*:\s*0(?!\.?\d*[1-9])|(?:left|top|right|bottom|text-indent)\s*:\s*-\d{3})/i;
const around =
  'nav, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"], body > header, body > footer, body > aside, body > div > header, body > div > footer, body > div > aside';
/** A part shorter than this is hardly the text of the page. */
const leastCharacters = 200;
/** What readers for people leave out of a page of documentation is often what was looked for. */
const leastShare = 0.4;

export async function convertPage({ html, url, format }: PageInput): Promise<Page> {
  const { parseHTML } = await import('linkedom');
  // Without a root element the parser takes the first element for it.
  const whole = /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
  const document = parseHTML(whole).document as unknown as DomDocument;
  const title = oneLine(
    document.querySelector('title')?.textContent ?? document.querySelector('h1')?.textContent ?? '',
  );
  const body = document.body ?? document.documentElement;
  if (!body) return { title, text: '' };
  dropUnread(document);
  completeLinks(document, url);
  const main = await mainPart(document, body);
  return { title, text: await toMarkdown(main, format) };
}

function dropUnread(document: DomDocument): void {
  for (const element of document.querySelectorAll(unread)) element.remove();
  for (const element of document.querySelectorAll('[style]'))
    if (hiddenStyle.test(element.getAttribute('style') ?? '')) element.remove();
  // The paragraph sign behind a heading that links to itself.
  for (const link of document.querySelectorAll('a[href^="#"]'))
    if (/^\s*[¶#§🔗]?\s*$/u.test(link.textContent ?? '')) link.remove();
}

function completeLinks(document: DomDocument, url: string): void {
  const given = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  const base = URL.canParse(given, url) ? new URL(given, url).href : url;
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const)
    for (const element of document.querySelectorAll(selector)) {
      const target = element.getAttribute(name) ?? '';
      const whole = URL.canParse(target, base) ? new URL(target, base) : undefined;
      if (whole && /^(?:https?|mailto):$/.test(whole.protocol)) element.setAttribute(name, whole.href);
      else element.removeAttribute(name);
    }
}

/** The part marked as the main one, else what a reader for people would show, else everything but menus and the like. */
async function mainPart(document: DomDocument, body: DomElement): Promise<DomElement> {
  const articles = [...document.querySelectorAll('article')];
  const marked = document.querySelector('main, [role="main"]') ?? (articles.length === 1 ? articles[0] : undefined);
  const article = marked && lengthOf(marked) >= leastCharacters ? undefined : await readable(document);
  for (const element of document.querySelectorAll(around)) element.remove();
  if (marked && lengthOf(marked) >= leastCharacters) return marked;
  return article && lengthOf(article) >= Math.max(leastCharacters, lengthOf(body) * leastShare) ? article : body;
}

async function readable(document: DomDocument): Promise<DomElement | undefined> {
  const { Readability } = await import('@mozilla/readability');
  const copy = document.cloneNode(true) as never;
  const reader = new Readability<DomElement>(copy, {
    keepClasses: true,
    disableJSONLD: true,
    serializer: (node) => node as unknown as DomElement,
  });
  return reader.parse()?.content ?? undefined;
}

const lengthOf = (element: DomElement) => (element.textContent ?? '').trim().length;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300);
