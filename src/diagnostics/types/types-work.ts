// Types of TypeScript in a thread of its own: which projects an edit touches, and their programs before and after it.
import { dirname } from 'node:path';
import type ts from 'typescript';
import type { EditedFile } from '../analyser.js';
import { checkAfter, learn, type Opened, type Tell } from './check-edit.js';
import { findProject } from './find-project.js';
import { loadTypeScript, type TypeScript } from './load-typescript.js';
import { type Overlay, settle, withoutMark } from './overlay.js';
import { openProject, type Project } from './project.js';

export interface TypesSetup {
  cwd: string;
  isTrusted: boolean;
}

export type TypesJob = { edited: EditedFile[] } | { warm: string };

interface Texts {
  file: string;
  /** Null: no file. */
  before: string | null;
  after: string | null;
}

export function createTypesWork(setup: TypesSetup) {
  const overlay: Overlay = new Map();
  const projects = createProjects(setup, overlay);
  let last: Promise<unknown> = Promise.resolve();

  const warm = async (file: string, tell: Tell): Promise<void> => {
    const own = await projects.ownerOf(file);
    if (own === undefined) return;
    const program = own.project.program();
    learn(own, program, file, tell);
    own.project.graph(program);
  };
  const edit = async (texts: readonly Texts[], tell: Tell, signal: AbortSignal): Promise<void> => {
    for (const { file, before } of texts) overlay.set(file, before);
    const groups = await projects.touchedBy(texts.map(({ file }) => file));
    const befores = new Map([...groups].map(([own, files]) => [own, takeBefore(own, files, texts, tell)]));
    for (const { file, after } of texts) overlay.set(file, after);
    tell('applied');
    for (const [own, files] of groups) {
      for (const { file, before, after } of texts)
        own.project.tell(file, before === null ? 'created' : after === null ? 'deleted' : 'changed');
      await checkAfter(own, { files, before: befores.get(own)!, after: own.project.program() }, tell, signal);
    }
    for (const { file } of texts) settle(overlay, file);
  };
  return (job: TypesJob, tell: Tell, signal: AbortSignal): Promise<void> => {
    const next = last.then(() => ('warm' in job ? warm(job.warm, tell) : edit(job.edited.map(textsOf), tell, signal)));
    last = next.catch(() => undefined);
    return next;
  };
}

function textsOf({ file, before, after }: EditedFile): Texts {
  const text = (it: string | undefined) => (it === undefined ? null : withoutMark(it));
  return { file, before: text(before), after: text(after) };
}

/** The program before the edit, with all that others changed; what they broke is not new. */
function takeBefore(own: Opened, files: readonly string[], texts: readonly Texts[], tell: Tell): ts.Program {
  const { project, learned } = own;
  if (project.look()) learned.clear();
  const program = project.program();
  for (const { file, before } of texts) {
    const known = program.getSourceFile(file)?.text ?? null;
    if (known === before || (known === null && !files.includes(file))) continue;
    learned.clear();
    project.tell(file, known === null ? 'created' : before === null ? 'deleted' : 'changed');
  }
  const before = project.program();
  for (const file of files) learn(own, before, file, tell);
  // Now, while its imports lead where they did.
  project.graph(before);
  return before;
}

/** Projects of a folder, opened when a file of theirs is first asked about. */
function createProjects({ cwd, isTrusted }: TypesSetup, overlay: Overlay) {
  const opened = new Map<string, Opened>();
  const owners = new Map<string, Opened | undefined>();
  const loaded = new Map<string, Promise<TypeScript>>();

  const load = (folder: string) => {
    const found = loaded.get(folder) ?? loadTypeScript(folder, isTrusted);
    loaded.set(folder, found);
    return found;
  };
  const open = (key: string, make: () => Project): Opened => {
    const found = opened.get(key) ?? { project: make(), learned: new Set(), wrong: new Set(), behind: new Map() };
    opened.set(key, found);
    return found;
  };
  const has = ({ project }: Opened, file: string) => project.program().getSourceFile(file) !== undefined;
  const find = async (file: string): Promise<Opened | undefined> => {
    const typescript = await load(dirname(file));
    const { nearest, owner, options } = findProject(typescript, cwd, file);
    const configFile = owner ?? nearest;
    if (configFile !== undefined) {
      const own = open(configFile, () => openProject(typescript, { configFile }, overlay));
      if (owner !== undefined || has(own, file)) return own;
    }
    // JavaScript without a project has no types to speak of.
    if (!/\.(?:[cm]?ts|tsx)$/.test(file)) return undefined;
    const kind = { looseOptions: options, isWithoutConfig: nearest === undefined };
    const own = open(`loose ${nearest ?? ''}`, () => openProject(typescript, kind, overlay));
    own.project.addRoot(file);
    return own;
  };
  const ownerOf = async (file: string): Promise<Opened | undefined> => {
    if (!owners.has(file)) owners.set(file, await find(file));
    return owners.get(file);
  };
  return {
    ownerOf,
    /** Each with those of the files it is about: its own, and files of others that it uses. */
    async touchedBy(files: readonly string[]): Promise<Map<Opened, string[]>> {
      const groups = new Map<Opened, string[]>();
      for (const file of files) {
        const own = await ownerOf(file);
        if (own !== undefined) groups.set(own, [...(groups.get(own) ?? []), file]);
      }
      for (const own of opened.values()) {
        const used = files.filter((file) => has(own, file));
        if (used.length > 0) groups.set(own, [...new Set([...(groups.get(own) ?? []), ...used])]);
      }
      return groups;
    },
  };
}
