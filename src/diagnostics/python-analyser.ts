// Syntax of Python by the Python that is installed: compiled in memory, nothing of the folder is run or written.

import { findProgram } from '../process/find-program.js';
import { runChecker } from '../process/run-checker.js';
import type { Analyser } from './analyser.js';
import { type FindingInFile, oneLine } from './finding.js';

const timeoutMs = 10_000;
const suffix = /\.pyi?$/;

/** Takes texts or null as JSON, prints for each its errors and warnings. */
const script = `
import json, sys, warnings
def check(text):
    if text is None: return []
    found = []
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            compile(text, "file", "exec", dont_inherit=True)
        except SyntaxError as error:
            found.append(["error", error.lineno or 1, error.offset or 1, error.msg])
        except (ValueError, OverflowError, RecursionError, MemoryError) as error:
            found.append(["error", 1, 1, str(error) or type(error).__name__])
    for each in seen:
        if issubclass(each.category, SyntaxWarning): found.append(["warning", each.lineno or 1, 1, str(each.message)])
    return found
texts = json.loads(sys.stdin.buffer.read())
print(json.dumps([check(text) for text in texts]))
`;

type Row = ['error' | 'warning', number, number, string];

/** Without a Python there is nothing to ask. */
export function createPythonAnalyser(cwd: string): Analyser {
  let python: string | undefined | null = null;
  const find = () => {
    if (python === null) python = findProgram('python3', { path: process.env.PATH, notBelow: cwd });
    return python;
  };
  return {
    name: 'Checking of Python',
    takes: (file, text) => suffix.test(file) || /^#!.*\bpython3?\b/.test(text),
    async check(edited, sink) {
      const file = find();
      if (file === undefined) return;
      const texts = edited.flatMap(({ before, after }) => [before ?? null, after ?? null]);
      const args = ['-I', '-B', '-S', '-c', script];
      const { stdout } = await runChecker({ file, args, input: JSON.stringify(texts), cwd: '/', timeoutMs });
      // Cut short: it says nothing of these.
      if (stdout === '') return;
      const found = (JSON.parse(stdout) as Row[][]).map((rows) => rows.map(findingOf));
      for (const [index, it] of edited.entries()) sink.before(it.file, found[2 * index] ?? []);
      sink.applied();
      for (const [index, it] of edited.entries()) sink.after(it.file, found[2 * index + 1] ?? []);
    },
    close: async () => {},
  };
}

function findingOf([severity, line, column, message]: Row): FindingInFile {
  return {
    severity,
    line: Math.max(1, line),
    column: Math.max(1, column),
    message: oneLine(message),
    source: 'python',
  };
}
