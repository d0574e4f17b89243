// A language server as an analyser: started with its first file, started again when it breaks, given up after that.
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { PaiError } from '../../base/error.js';
import type { Analyser, EditedFile, Sink } from '../analyser.js';
import { type FindingInFile, oneLine } from '../finding.js';
import type { ServerChoice } from './choose-servers.js';
import { createDocuments, type Documents } from './documents.js';
import { type Session, startSession } from './session.js';

export interface ServerOptions extends ServerChoice {
  cwd: string;
  limits?: Partial<ServerLimits>;
}

export interface ServerLimits {
  initializeWithinMs: number;
  /** For what is wrong before the first edit; large projects are read until then. */
  beforeWithinMs: number;
  afterWithinMs: number;
  /** For a file of which nothing may have to be said, once the server has said anything. */
  quietWithinMs: number;
  restarts: number;
}

const usualLimits: ServerLimits = {
  initializeWithinMs: 20_000,
  beforeWithinMs: 30_000,
  afterWithinMs: 10_000,
  quietWithinMs: 3_000,
  restarts: 3,
};

interface Run {
  session: Session;
  documents: Documents;
  hasSpoken: boolean;
}

export function createServerAnalyser({ command, suffixes, cwd, isConfigured, limits: own }: ServerOptions): Analyser {
  const limits = { ...usualLimits, ...own };
  let run: Run | undefined;
  let sink: Sink | undefined;
  /** Files whose next word is of the time before an edit. */
  const unlearned = new Set<string>();
  let isBeforeAll = true;
  let breaks = 0;
  let wasStarted = false;
  let isOff = false;

  const hear = (uri: string, diagnostics: readonly Diagnostic[]) => {
    if (run) run.hasSpoken = true;
    if (!uri.startsWith('file:')) return;
    const findings = diagnostics.flatMap(findingOf);
    const isBefore = unlearned.delete(uri) || isBeforeAll;
    sink?.[isBefore ? 'before' : 'after'](fileURLToPath(uri), findings);
  };
  const start = async (): Promise<Run> => {
    if (run !== undefined) return run;
    let documents: Documents | undefined;
    const session = await startSession({
      command,
      cwd,
      initializeWithinMs: limits.initializeWithinMs,
      onPublish: (params) => {
        if (documents?.take(params) !== false) hear(params.uri, params.diagnostics);
      },
    });
    documents = createDocuments(session);
    wasStarted = true;
    run = { session, documents, hasSpoken: false };
    return run;
  };
  const stop = async () => {
    const old = run;
    run = undefined;
    await old?.session.close();
  };
  const look = async ({ documents }: Run, uri: string, withinMs: number): Promise<boolean> => {
    const { isSaid, pulled } = await documents.look(uri, withinMs);
    if (pulled !== undefined) hear(uri, pulled);
    return isSaid;
  };

  const showBefore = async (edited: readonly EditedFile[]) => {
    const current = await start();
    const unknown = edited.flatMap(({ file, before }) => {
      const uri = pathToFileURL(file).href;
      if (before === undefined || current.documents.textOf(uri) === before) return [];
      unlearned.add(uri);
      current.documents.show(uri, before, false);
      return [uri];
    });
    const withinMs = current.hasSpoken ? limits.quietWithinMs : limits.beforeWithinMs;
    await Promise.all(unknown.map((uri) => look(current, uri, withinMs)));
    // Some say nothing of a file without problems. One that has said nothing at all is still busy: then its first word of
    // each file is learned when it comes, and nothing of it is new.
    if (current.hasSpoken) for (const uri of unknown) unlearned.delete(uri);
  };
  const showAfter = async (edited: readonly EditedFile[]) => {
    const current = await start();
    const changes = edited.map(({ file, before, after }) => {
      const type = before === undefined ? 1 : after === undefined ? 3 : 2;
      return { uri: pathToFileURL(file).href, type };
    });
    current.session.notify('workspace/didChangeWatchedFiles', { changes });
    const shown = edited.flatMap(({ file, after }) => {
      const uri = pathToFileURL(file).href;
      if (after === undefined) current.documents.drop(uri);
      else current.documents.show(uri, after, true);
      return after === undefined ? [] : [uri];
    });
    const said = await Promise.all(shown.map((uri) => look(current, uri, limits.afterWithinMs)));
    if (said.some(Boolean) || (await current.session.answers(limits.quietWithinMs))) return;
    throw new PaiError('tool', `${command[0]} does not answer any more`);
  };

  const check = async (edited: readonly EditedFile[], given: Sink): Promise<void> => {
    sink = given;
    let isApplied = false;
    for (;;) {
      try {
        if (!isApplied) await showBefore(edited);
        if (!isApplied) given.applied();
        isApplied = true;
        isBeforeAll = false;
        return await showAfter(edited);
      } catch (error) {
        await stop();
        breaks++;
        if (breaks > limits.restarts || !wasStarted) {
          isOff = true;
          // One that was only found and does not run at all, e.g. a placeholder, is none.
          if (!isConfigured && !wasStarted) return;
          throw error;
        }
      }
    }
  };
  return {
    name: `Language server ${command[0] ?? ''}`,
    takes: (file) => !isOff && suffixes.some((suffix) => file.endsWith(suffix)),
    check,
    async close() {
      isOff = true;
      sink = undefined;
      await stop();
    },
  };
}

function findingOf({ severity = 1, range, message, source, code }: Diagnostic): FindingInFile[] {
  // Hints and mere information are no problems.
  if (severity > 2) return [];
  const name = [source ?? 'lsp', typeof code === 'string' || typeof code === 'number' ? code : ''];
  return [
    {
      severity: severity === 1 ? 'error' : 'warning',
      line: range.start.line + 1,
      column: range.start.character + 1,
      message: oneLine(message),
      source: oneLine(name.join(' ')),
    },
  ];
}
