// Chooses the parser for a file's text before and after an edit. Runs in the thread of the parsers.
import { type FindingInFile, oneLine } from '../finding.js';
import { cssSuffix, htmlSuffix, scriptSuffix, yamlSuffix } from '../suffixes.js';
import { checkCss } from './check-css.js';
import { checkHtml } from './check-html.js';
import { checkJson, hasComments } from './check-json.js';
import { checkScript } from './check-script.js';
import { checkYaml } from './check-yaml.js';

export interface SyntaxJob {
  file: string;
  before: string | undefined;
  after: string | undefined;
}

export interface SyntaxAnswer {
  before: FindingInFile[];
  after: FindingInFile[];
}

/** A JSON file that held comments and nothing worse is one that may. */
const strictMessage = 'Comments are not allowed in JSON';

export async function checkSyntax({ file, before, after }: SyntaxJob): Promise<SyntaxAnswer> {
  const check = checkFor(file, before !== undefined && (await holdsComments(file, before)));
  const [old, now] = [before === undefined ? [] : await check(before), after === undefined ? [] : await check(after)];
  return { before: old.map(cleaned), after: now.map(cleaned) };
}

const cleaned = (finding: FindingInFile) => ({ ...finding, message: oneLine(finding.message) });

function checkFor(file: string, mayHaveComments: boolean): (text: string) => Promise<FindingInFile[]> {
  if (scriptSuffix.test(file)) return (text) => checkScript(file, text);
  if (yamlSuffix.test(file)) return checkYaml;
  if (cssSuffix.test(file)) return checkCss;
  if (htmlSuffix.test(file)) return checkHtml;
  return (text) => checkJson(file, text, mayHaveComments);
}

async function holdsComments(file: string, text: string): Promise<boolean> {
  if (!file.endsWith('.json') || hasComments(file)) return false;
  const strict = await checkJson(file, text, false);
  return strict.length > 0 && strict.every(({ message }) => message === strictMessage);
}
