// Who imports whom in a program, without what is installed. Imports of a file are looked up once for each text of it.
import type ts from 'typescript';
import type { TypeScript } from './load-typescript.js';

export interface ImportGraph {
  /** Files that import this one directly. */
  importers(file: string): readonly string[];
  /** Does it change names that others need not import? */
  isGlobal(file: string): boolean;
  /** Files that a text imports when it stands in the place of this file. */
  importedBy(text: string, file: string): readonly string[];
  /** All files but those that are installed. */
  all(): readonly string[];
}

export interface ImportGraphs {
  of(program: ts.Program): ImportGraph;
  /** Files came or went: what an import means may be another now. */
  forget(): void;
}

export function createImportGraph(typescript: TypeScript, system: ts.System): ImportGraphs {
  let imports = new WeakMap<ts.SourceFile, string[]>();
  const graphs = new WeakMap<ts.Program, ImportGraph>();

  const importsOf = (source: ts.SourceFile, options: ts.CompilerOptions, cache: ts.ModuleResolutionCache) => {
    const found = imports.get(source) ?? resolve(source.text, source, options, cache);
    imports.set(source, found);
    return found;
  };
  const resolve = (
    text: string,
    { fileName: file, impliedNodeFormat }: ts.SourceFile,
    options: ts.CompilerOptions,
    cache: ts.ModuleResolutionCache,
  ) => {
    const { importedFiles, referencedFiles } = typescript.preProcessFile(text, true, true);
    const found = importedFiles.flatMap(({ fileName }) => {
      const args = [fileName, file, options, system, cache, undefined, impliedNodeFormat] as const;
      return typescript.resolveModuleName(...args).resolvedModule?.resolvedFileName ?? [];
    });
    const referenced = referencedFiles.map(({ fileName }) => system.resolvePath(`${file}/../${fileName}`));
    return [...new Set([...found, ...referenced])];
  };

  const build = (program: ts.Program): ImportGraph => {
    const options = program.getCompilerOptions();
    const cache = typescript.createModuleResolutionCache(program.getCurrentDirectory(), (name) => name, options);
    const own = program.getSourceFiles().filter((source) => isOwn(program, source));
    const reverse = new Map<string, string[]>();
    for (const source of own)
      for (const target of importsOf(source, options, cache)) {
        const list = reverse.get(target) ?? [];
        reverse.set(target, list);
        list.push(source.fileName);
      }
    return {
      importers: (file) => reverse.get(file) ?? [],
      isGlobal(file) {
        const source = program.getSourceFile(file);
        if (source === undefined) return false;
        return !typescript.isExternalModule(source) || /\bdeclare\s+(?:global|module)\b/.test(source.text);
      },
      importedBy(text, file) {
        const source = program.getSourceFile(file);
        return source === undefined ? [] : resolve(text, source, options, cache);
      },
      all: () => own.map(({ fileName }) => fileName),
    };
  };

  return {
    of(program) {
      const graph = graphs.get(program) ?? build(program);
      graphs.set(program, graph);
      return graph;
    },
    forget() {
      imports = new WeakMap();
    },
  };
}

function isOwn(program: ts.Program, source: ts.SourceFile): boolean {
  return (
    !source.fileName.includes('/node_modules/') &&
    !program.isSourceFileDefaultLibrary(source) &&
    !program.isSourceFileFromExternalLibrary(source)
  );
}
