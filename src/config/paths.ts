// Where everything of the user's lies. The one place for these names; makes nothing.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Paths {
  /** `~/.paicli`, or what PAICLI_HOME says. */
  home: string;
  configFile: string;
  /** Keys that were given to the program itself. */
  credentialsFile: string;
  /** The user's own entries of the catalogue of models. */
  modelsFile: string;
  /** The log of all threads. */
  runtimeDatabase: string;
  /** Held while a program writes to the thread. */
  threadLock(threadId: string): string;
  /** What the user sent, one line each. */
  historyFile: string;
  logFolder: string;
  /** One line a decision and execution. */
  auditFile: string;
  /** Whole outputs of tools that were too long for the model. */
  toolOutputFolder: string;
  /** What the user always allows or denies. */
  ruleFile: string;
  /** What the user answered about the settings of folders. */
  trustFile: string;
  /** The user's own commands, one Markdown file each. */
  commandFolder: string;
  /** The user's own prompts, each in place of the built-in file of the same name. */
  promptFolder: string;
  layoutFolder: string;
}

/** Absolute paths. A relative PAICLI_HOME counts from the current folder; `userHome` is the person's home folder. */
export function pathsFrom(env: NodeJS.ProcessEnv, userHome = homedir()): Paths {
  const chosen = env.PAICLI_HOME?.trim().replace(/^~(?=\/|$)/, userHome);
  return pathsUnder(chosen ? resolve(chosen) : join(userHome, '.paicli'));
}

export function pathsUnder(home: string): Paths {
  const runtime = join(home, 'runtime');
  return {
    home,
    configFile: join(home, 'config.json'),
    credentialsFile: join(home, 'credentials.json'),
    modelsFile: join(home, 'models.json'),
    runtimeDatabase: join(runtime, 'runtime.db'),
    threadLock: (threadId) => join(runtime, 'locks', `${threadId}.lock`),
    historyFile: join(home, 'history.jsonl'),
    logFolder: join(home, 'logs'),
    auditFile: join(home, 'audit', 'audit.jsonl'),
    toolOutputFolder: join(runtime, 'tool-outputs'),
    ruleFile: join(home, 'permissions.json'),
    trustFile: join(home, 'trust.json'),
    commandFolder: join(home, 'commands'),
    promptFolder: join(home, 'prompts'),
    layoutFolder: join(home, 'layouts'),
  };
}
