// Which languages code can be coloured in: their names in fences and file names, and how each grammar is loaded.
import type { LanguageFn } from 'highlight.js';

export type LanguageName =
  | 'bash'
  | 'cpp'
  | 'css'
  | 'diff'
  | 'go'
  | 'java'
  | 'javascript'
  | 'json'
  | 'markdown'
  | 'python'
  | 'rust'
  | 'sql'
  | 'typescript'
  | 'xml'
  | 'yaml';

/** Written out one by one, so that a bundler can follow each. */
const loaders: Record<LanguageName, () => Promise<{ default: LanguageFn }>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  python: () => import('highlight.js/lib/languages/python'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Names in fences and endings of files, beside the languages' own names. */
const otherNames: Record<LanguageName, string> = {
  bash: 'sh zsh shell console ksh',
  cpp: 'c h cc c++ cxx hpp hh hxx ino',
  css: 'scss less',
  diff: 'patch',
  go: 'golang',
  java: 'kt kotlin',
  javascript: 'js jsx mjs cjs',
  json: 'jsonc json5 webmanifest',
  markdown: 'md mdx mkd',
  python: 'py pyi pyw',
  rust: 'rs',
  sql: 'sqlite postgres postgresql mysql',
  typescript: 'ts tsx mts cts',
  xml: 'html htm xhtml svg vue plist xsd',
  yaml: 'yml',
};

let names: Map<string, LanguageName> | undefined;

function namesOfLanguages(): Map<string, LanguageName> {
  names ??= new Map(
    (Object.keys(otherNames) as LanguageName[]).flatMap((language) =>
      [language, ...otherNames[language].split(' ')].map((name) => [name, language] as const),
    ),
  );
  return names;
}

/** The language that the info string of a fence names, e.g. `ts title="a"`; undefined when it is none of ours. */
export function languageOfFence(info: string | undefined): LanguageName | undefined {
  const name = /^[^\s,{:]+/.exec(info?.trim() ?? '')?.[0];
  return name === undefined ? undefined : namesOfLanguages().get(name.toLowerCase());
}

/** The language of a file by the ending of its name. */
export function languageOfPath(path: string): LanguageName | undefined {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const ending = /\.([^.]+)$/.exec(name)?.[1];
  return ending === undefined ? undefined : namesOfLanguages().get(ending.toLowerCase());
}

export async function loadGrammar(language: LanguageName): Promise<LanguageFn> {
  return (await loaders[language]()).default;
}
