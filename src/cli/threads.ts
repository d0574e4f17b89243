// `paicli threads`: lists threads; shows, exports, deletes one.
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { PaiError } from '../base/error.js';
import { harmlessJson } from '../base/harmless-json.js';
import type { Threads } from '../engine/threads.js';
import { mermaid } from '../plan/mermaid.js';
import type { ThreadSummary } from '../protocol/query.js';
import { writeNewFile } from '../storage/new-file.js';
import { exportJson } from '../thread/export-json.js';
import { exportMarkdown } from '../thread/export-markdown.js';
import { findThread } from '../thread/find-thread.js';
import { cleanOneLine } from '../view/clean.js';
import { confirmAtTerminal } from './confirm.js';
import { text } from './engine-init.js';
import { exitCodes } from './exit-codes.js';
import { namedFolder } from './named-folder.js';
import type { ParsedLine } from './options.js';
import { print } from './output.js';
import { conversationText } from './recorded-conversation.js';
import { noThread, withThreads } from './thread-shelf.js';
import { threadTable } from './thread-table.js';

const mostThreads = 100_000;
const formats = ['md', 'json'] as const;
const actions = { show, export: exportOne, delete: deleteOne };

/** Options that mean something to each. */
const optionsOf: Record<'list' | keyof typeof actions, readonly string[]> = {
  list: ['all', 'json', 'cwd'],
  show: [],
  export: ['format', 'output'],
  delete: ['yes'],
};

/** Returns the exit code. Throws PaiError in one line. */
export async function threads(line: ParsedLine): Promise<number> {
  const [action = 'list', id, ...more] = line.positionals;
  if (action === 'list') {
    if (id !== undefined)
      throw new PaiError('usage', 'threads list takes no id', '`paicli threads show ID` takes one.');
    refuseOthers('list', line);
    return list(line);
  }
  if (!Object.hasOwn(actions, action))
    throw new PaiError('usage', `threads has no command "${action}"`, 'paicli threads --help shows them.');
  if (id === undefined || more.length > 0)
    throw new PaiError('usage', `threads ${action} takes one id`, '`paicli threads` lists them.');
  const run = actions[action as keyof typeof actions];
  refuseOthers(action as keyof typeof actions, line);
  const code = await withThreads((kept) => run(kept, findThread(kept.store(), id), line));
  if (code === undefined) throw noThread(id);
  return code;
}

function refuseOthers(action: keyof typeof optionsOf, { values }: ParsedLine): void {
  const other = Object.keys(values).find((name) => !optionsOf[action].includes(name));
  if (other !== undefined)
    throw new PaiError('usage', `--${other} is not for threads ${action}`, 'paicli threads --help shows the options.');
}

async function list({ values }: ParsedLine): Promise<number> {
  const folder = values.all ? {} : { cwd: namedFolder(text(values.cwd)) };
  const found = (await withThreads((kept) => kept.store().list({ ...folder, limit: mostThreads }))) ?? [];
  if (values.json) return print(`${harmlessJson(found, 2)}\n`);
  if (found.length > 0) return print(threadTable(found, { userHome: homedir(), columns: process.stdout.columns }));
  const where = folder.cwd === undefined ? '' : ` in ${folder.cwd}; --all lists those of all folders`;
  process.stderr.write(`There is no thread${where}.\n`);
  return exitCodes.answered;
}

async function show(kept: Threads, thread: ThreadSummary): Promise<number> {
  const { envelopes, notice } = kept.store().load(thread.threadId);
  if (notice !== undefined) process.stderr.write(`${notice}\n`);
  const head = threadTable([thread], { userHome: homedir(), columns: process.stdout.columns });
  return print(`${head}\n${conversationText(envelopes, process.stdout.columns)}`);
}

async function exportOne(kept: Threads, { threadId }: ThreadSummary, { values }: ParsedLine): Promise<number> {
  const given = text(values.format) ?? 'md';
  const format = formats.find((candidate) => candidate === given);
  if (!format) throw new PaiError('usage', `--format: "${given}" is not one of ${formats.join(', ')}`);
  const { envelopes, notice } = kept.store().load(threadId);
  if (notice !== undefined) process.stderr.write(`${notice}\n`);
  const content = format === 'json' ? exportJson(envelopes) : exportMarkdown(envelopes, mermaid);
  const file = text(values.output);
  if (file === undefined) return print(content);
  writeNewFile(resolve(file), content);
  return exitCodes.answered;
}

async function deleteOne(kept: Threads, { threadId, title }: ThreadSummary, { values }: ParsedLine): Promise<number> {
  const question = `Delete the thread ${threadId} "${cleanOneLine(title)}" for good?`;
  if (!values.yes && !(await confirmAtTerminal(question))) return exitCodes.failed;
  kept.remove(threadId);
  process.stderr.write(`Deleted ${threadId}.\n`);
  return exitCodes.answered;
}
