// `paicli trust`: shows what a folder's own settings would do, trusts them as they are, lists and takes back answers.
import { statSync } from 'node:fs';
import { PaiError } from '../base/error.js';
import { pathsFrom, pathsUnder } from '../config/paths.js';
import { openTrustStore } from '../policy/trust-store.js';
import { cleanOneLine } from '../view/clean.js';
import { linesToText } from '../view/plain-lines.js';
import { linesOfTrust } from '../view/trust-lines.js';
import { exitCodes } from './exit-codes.js';
import { namedFolder } from './named-folder.js';
import type { ParsedLine } from './options.js';
import { print } from './output.js';
import { type JudgedFolder, judgeOwnFolder } from './own-folder.js';

const actions = { show, add, list, revoke };
const defaultColumns = 100;

/** Returns the exit code. Throws PaiError in one line. */
export async function trust({ positionals }: ParsedLine): Promise<number> {
  const [first = 'show', ...rest] = positionals;
  const isAction = Object.hasOwn(actions, first);
  const action = isAction ? (first as keyof typeof actions) : 'show';
  const [folder, ...more] = isAction ? rest : positionals;
  if (more.length > 0) throw new PaiError('usage', `trust ${action} takes one folder`);
  if (action === 'list' && folder !== undefined) throw new PaiError('usage', 'trust list takes no folder');
  return actions[action](folder);
}

async function show(given?: string): Promise<number> {
  const folder = await judged(given);
  const { state, own } = folder;
  say(folder.notices);
  if (state === 'nothing') return print(`${cleanOneLine(own.folder)} has no settings of its own.\n`);
  const add = given === undefined ? 'paicli trust add' : 'paicli trust add DIR';
  const verdict = {
    trusted: 'These settings are trusted.',
    refused: `You refused these settings; they do nothing. \`${add}\` trusts them.`,
    unknown: `These settings are not trusted and do nothing. \`${add}\` trusts them as they are now.`,
  }[state];
  return print(`${textOf(folder)}\n${verdict}\n`);
}

/** Saying it is the answer: nothing more is asked. What is trusted is what is printed. */
async function add(given?: string): Promise<number> {
  const folder = await judged(given);
  say(folder.notices);
  await folder.keep('trusted');
  if (folder.state === 'nothing') return print(`${cleanOneLine(folder.own.folder)} ${bare}\n`);
  return print(`${textOf(folder)}\nThese settings are trusted from now on, until they change.\n`);
}

async function list(): Promise<number> {
  const { folders, notice } = await openTrustStore(trustFile()).read();
  say(notice === undefined ? [] : [notice]);
  if (folders.size === 0) say(['No answer about a folder is kept.']);
  const rows = [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, { answer, at }]) => {
      const day = new Date(at).toISOString().slice(0, 10);
      return `${answer}  ${day}  ${cleanOneLine(folder)}\n`;
    });
  return print(rows.join(''));
}

async function revoke(given?: string): Promise<number> {
  const folder = namedFolder(given);
  if (await openTrustStore(trustFile()).forget(folder)) return print(`${cleanOneLine(folder)} is asked about again.\n`);
  say([`No answer about ${folder} is kept.`]);
  return exitCodes.failed;
}

const bare =
  'has no settings of its own. From now on its TypeScript and language servers may be run to check edits of its files.';
const trustFile = () => pathsUnder(pathsFrom(process.env).home).trustFile;

async function judged(given: string | undefined): Promise<JudgedFolder> {
  const cwd = namedFolder(given);
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw new PaiError('usage', `there is no folder ${cleanOneLine(cwd)}`, 'paicli trust --help shows the commands.');
  return judgeOwnFolder({ cwd, home: pathsFrom(process.env).home });
}

function textOf({ question }: JudgedFolder): string {
  const width = Math.min(process.stdout.columns ?? defaultColumns, defaultColumns);
  return `${cleanOneLine(question.folder)}\n${linesToText(linesOfTrust(question, width))}`;
}

function say(lines: string[]): void {
  for (const line of lines) process.stderr.write(`${cleanOneLine(line)}\n`);
}
