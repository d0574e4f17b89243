// `paicli tui`: the full screen on this thread, the engine on a worker thread.
import { homedir } from 'node:os';
import type { CommandFile } from '../base/command-file.js';
import { PaiError } from '../base/error.js';
import { nothingFound } from '../config/choose-provider.js';
import type { OwnFolder } from '../config/own-folder.js';
import { pathsUnder } from '../config/paths.js';
import type { EngineInit } from '../engine/engine-init.js';
import { killOwnCommands } from '../process/kill-tree.js';
import type { TrustAnswer } from '../protocol/folder-trust.js';
import type { AppOptions } from '../tui/app-options.js';
import { hostEngine } from './engine-host.js';
import { engineInit, mayHaveOwn, placesOf, text } from './engine-init.js';
import { openInputHistory } from './open-input-history.js';
import type { ParsedLine } from './options.js';
import type { JudgedFolder } from './own-folder.js';
import { modeOf } from './run-mode.js';
import { createStrayLog } from './stray-log.js';

/** Opens the screen and returns the exit code. Throws PaiError('usage' | 'config' | 'terminal') in one line. */
export async function tui(line: ParsedLine): Promise<number> {
  const firstInput = firstInputOf(line);
  // A terminal that cannot place the cursor is served as well by lines.
  const isPlain = line.values['plain-screen'] === true || process.env.TERM === 'dumb';
  if (!isPlain) mustBeTerminal(firstInput);
  const mode = modeOf(text(line.values.mode));
  const start = (trusted: OwnFolder | undefined) => ({
    ...engineInit(line, places, true, trusted),
    ...(mode ? { mode } : {}),
  });
  const places = placesOf(line);
  // The demo works on a folder of its own.
  const mayHave = line.values.demo !== true && mayHaveOwn(places);
  if (isPlain) {
    const found = mayHave ? await (await import('./own-folder.js')).folderUnasked(places) : undefined;
    const init = start(found?.trusted);
    init.notices.push(...(found?.notices ?? []));
    const commands = found?.trusted?.commands ?? [];
    return (await import('./plain.js')).plain({ init, opening: openingOf(line), firstInput, commands });
  }
  const folder = mayHave ? await (await import('./own-folder.js')).judgeOwnFolder(places) : undefined;
  let trusted = folder?.state === 'trusted' ? folder.own : undefined;
  let init = start(trusted);
  init.notices.push(...(folder?.notices ?? []));
  const take = (judged: JudgedFolder) => async (answer: TrustAnswer) => {
    if (answer === 'not-now') return;
    if (answer === 'never') return judged.keep('refused');
    trusted = judged.own;
    begin(init.notices);
    await judged.keep('trusted');
  };
  const begin = (notices: readonly string[]) => {
    init = start(trusted);
    init.notices.push(...notices.filter((text) => !init.notices.includes(text)));
  };
  const services = async () => (await import('./connect.js')).connectUnder(places.home);
  const connect: NonNullable<AppOptions['connect']> = {
    isNeeded: () => line.values.demo !== true && isNothingSetUp(init),
    offers: async () => (await services()).offers(),
    findLocal: async () => (await services()).findLocal(),
    models: async (place) => (await services()).models(place),
    test: async (choice, signal) => (await services()).test(choice, signal),
    async keep(choice) {
      const notice = await (await services()).write(choice);
      begin([]);
      return notice;
    },
  };
  const layout = init.settings?.find(({ key }) => key === 'layout')?.value;
  const theme = init.settings?.find(({ key }) => key === 'theme')?.value;
  const { openApp } = await import('../tui/app.js');
  const { logFolder, historyFile } = pathsUnder(init.home);
  const log = createStrayLog(logFolder);
  const history = openInputHistory(historyFile, log);
  const editor = init.settings?.find(({ key }) => key === 'editor')?.value;
  const code = await openApp({
    input: process.stdin,
    output: process.stdout,
    startEngine: () => hostEngine({ init, onStray: log, killCommands: killOwnCommands }),
    opening: openingOf(line),
    ...(folder?.state === 'unknown' ? { trust: { question: folder.question, answer: take(folder) } } : {}),
    connect,
    folderCommands: () => trusted?.commands ?? none,
    ...(firstInput === undefined ? {} : { firstInput }),
    ascii: line.values.ascii === true,
    userHome: homedir(),
    home: init.home,
    ...(theme === undefined ? {} : { themeName: theme }),
    notify: init.settings?.find(({ key }) => key === 'notify')?.value !== 'never',
    history,
    ...(editor === undefined ? {} : { editText: editTextWith(editor), openInEditor: openInEditorWith(editor) }),
    ...(layout === undefined ? {} : { layoutName: layout }),
    mouse: init.settings?.find(({ key }) => key === 'mouse')?.value === 'on',
    copyNatively: async (text) => (await import('../process/native-clipboard.js')).copyNatively(text),
    onStray: log,
  });
  await history.settled();
  return code;
}

/** The demo is what is left, not what was chosen. */
const isNothingSetUp = ({ settings = [] }: EngineInit) =>
  settings.some(({ key, origin }) => key === 'provider' && origin === nothingFound);

const none: readonly CommandFile[] = [];

/** Only processes are started there, so that it is loaded with the first use. */
function editTextWith(editor: string): NonNullable<AppOptions['editText']> {
  return async (text) => (await import('../process/edit-text.js')).editText(editor, text);
}

function openInEditorWith(editor: string): NonNullable<AppOptions['openInEditor']> {
  return async (path, line) => (await import('../process/open-in-editor.js')).openInEditor(editor, path, line);
}

/** One word that is no command is most likely a mistyped one; a sentence is a request. */
function firstInputOf({ positionals }: ParsedLine): string | undefined {
  const words = positionals.join(' ').trim();
  if (words === '') return undefined;
  if (!/\s/.test(words))
    throw new PaiError('usage', `there is no command "${words}"`, 'paicli --help lists the commands.');
  return words;
}

function mustBeTerminal(firstInput: string | undefined): void {
  const instead = `Without a screen: paicli run "${firstInput ?? 'what to do'}"`;
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new PaiError('terminal', 'the full screen needs a terminal for input and output', instead);
}

function openingOf({ values }: ParsedLine): AppOptions['opening'] {
  const resume = text(values.resume);
  const fork = values.fork === true ? { fork: true } : {};
  if (resume !== undefined) return resume === '' ? { kind: 'pick' } : { kind: 'thread', threadId: resume, ...fork };
  return values.continue ? { kind: 'latest', ...fork } : { kind: 'new' };
}
