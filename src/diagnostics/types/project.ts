// One TypeScript project kept up to date between edits: its program, who imports whom, and the findings of one file. What is
// checked when is not decided here.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { type FindingInFile, oneLine } from '../finding.js';
import { createImportGraph, type ImportGraph } from './import-graph.js';
import type { TypeScript } from './load-typescript.js';
import type { Overlay } from './overlay.js';
import { type Change, createWatchedSystem } from './watched-system.js';

export interface Project {
  /** The program with all that was told by now; the same object when nothing was. Throws when the project is too large. */
  program(): ts.Program;
  addRoot(file: string): void;
  tell(file: string, change: Change): void;
  /** Notices what others changed on the disk; true when there was something. */
  look(): boolean;
  graph(program: ts.Program): ImportGraph;
  isBroken(program: ts.Program, file: string): boolean;
  /** Errors of types in one file; none when it is not part of the program. */
  check(program: ts.Program, file: string): FindingInFile[];
  /** What others see of a file, as declarations; undefined when it is not part of the program. */
  shape(program: ts.Program, file: string): string | undefined;
}

export type ProjectKind = { configFile: string } | { looseOptions: ts.CompilerOptions; isWithoutConfig: boolean };

/** A program of more files of its own takes too long and too much memory. */
const mostFiles = 4000;
/** Without a configuration, or packages, nothing is known of what is installed: missing modules and the names they would bring. */
const unknowable = new Set([
  2307, 2503, 2580, 2581, 2582, 2584, 2591, 2592, 2593, 2688, 2792, 2868, 2874, 2875, 7016, 7026,
]);
/** Nothing is written, but declarations can be asked for. */
const always: ts.CompilerOptions = {
  noEmit: false,
  noEmitOnError: false,
  declaration: true,
  declarationMap: false,
  skipLibCheck: true,
  incremental: false,
  composite: false,
};

export function openProject(typescript: TypeScript, kind: ProjectKind, overlay: Overlay): Project {
  const watched = createWatchedSystem(typescript, overlay);
  const roots = new Set<string>();
  const watch = startWatch(typescript, kind, watched.system);
  const graph = createImportGraph(typescript, watched.system);
  /** Modules of the project's own are known all the same. */
  const isUnknowable = ({ code, messageText }: ts.Diagnostic) => {
    if (!unknowable.has(code)) return false;
    if (!('configFile' in kind)) return kind.isWithoutConfig;
    const isOwn = / '\.{1,2}\//.test(typescript.flattenDiagnosticMessageText(messageText, ' '));
    return !isOwn && !hasPackages(dirname(kind.configFile));
  };
  return {
    program() {
      const program = watch.getProgram().getProgram();
      refuseLarge(program);
      return program;
    },
    addRoot(file) {
      roots.add(file);
      watch.setRoots([...roots]);
    },
    tell(file, change) {
      if (change !== 'changed') graph.forget();
      watched.tell(file, change);
    },
    look() {
      const isChanged = watched.look();
      if (isChanged) graph.forget();
      return isChanged;
    },
    graph: graph.of,
    isBroken(program, file) {
      const source = program.getSourceFile(file);
      return source !== undefined && program.getSyntacticDiagnostics(source).length > 0;
    },
    check(program, file) {
      const source = program.getSourceFile(file);
      const all = source === undefined ? [] : program.getSemanticDiagnostics(source);
      return all.flatMap((it) => (isUnknowable(it) ? [] : findingOf(typescript, it)));
    },
    shape: (program, file) => shapeOf(program, file),
  };
}

/** Before the first installation, e.g. right after a project was made, there are none. */
function hasPackages(folder: string): boolean {
  return existsSync(join(folder, 'node_modules')) || (dirname(folder) !== folder && hasPackages(dirname(folder)));
}

interface Watch {
  getProgram(): ts.BuilderProgram;
  setRoots(files: string[]): void;
}

function startWatch(typescript: TypeScript, kind: ProjectKind, system: ts.System): Watch {
  const quiet = () => {};
  const create = builderOf(typescript);
  if ('configFile' in kind) {
    const host = typescript.createWatchCompilerHost(kind.configFile, always, system, create, quiet, quiet);
    host.afterProgramCreate = quiet;
    host.useSourceOfProjectReferenceRedirect = () => true;
    return { getProgram: typescript.createWatchProgram(host).getProgram, setRoots: quiet };
  }
  const options = { ...kind.looseOptions, ...always };
  const host = typescript.createWatchCompilerHost([], options, system, create, quiet, quiet);
  host.afterProgramCreate = quiet;
  const watch = typescript.createWatchProgram(host);
  return { getProgram: watch.getProgram, setRoots: (files) => watch.updateRootFileNames(files) };
}

/** TypeScript takes this builder for its program when a JavaScript file appears beside the project's, and misses a method then. */
function builderOf({ createAbstractBuilder }: TypeScript): ts.CreateProgram<ts.BuilderProgram> {
  type Call = (...args: never[]) => ts.BuilderProgram;
  const create: Call = (...args) => {
    const builder = (createAbstractBuilder as Call)(...args);
    return Object.assign(builder, {
      getSourceFileByPath: (path: ts.Path) => builder.getProgram().getSourceFileByPath(path),
    });
  };
  return create as ts.CreateProgram<ts.BuilderProgram>;
}

function refuseLarge(program: ts.Program): void {
  const own = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile).length;
  if (own > mostFiles) throw new Error(`the project has ${own} files; types are checked up to ${mostFiles}`);
}

function shapeOf(program: ts.Program, file: string): string | undefined {
  const source = program.getSourceFile(file);
  if (source === undefined || source.isDeclarationFile) return source?.text;
  let shape = '';
  program.emit(
    source,
    (_name, text) => {
      shape += text;
    },
    undefined,
    true,
  );
  // Nothing comes out where declarations cannot be made: then its text stands for them.
  return shape === '' ? source.text : shape;
}

function findingOf(
  typescript: TypeScript,
  { file, start = 0, category, code, messageText }: ts.Diagnostic,
): FindingInFile[] {
  const { Error: error, Warning: warning } = typescript.DiagnosticCategory;
  if (file === undefined || (category !== error && category !== warning)) return [];
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return [
    {
      severity: category === error ? 'error' : 'warning',
      line: line + 1,
      column: character + 1,
      message: oneLine(typescript.flattenDiagnosticMessageText(messageText, ' ')),
      source: `ts ${code}`,
    },
  ];
}
