// What is found wrong with files after an agent wrote them: started with the first write, told to the agent whose edit it came
// with. The finding and comparing is diagnostics/; what stands is for the screen too.
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { toErrorData } from '../base/error.js';
import { fillText } from '../base/fill-text.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import type { Finding } from '../diagnostics/finding.js';
import type { Display } from '../protocol/display.js';
import type { LiveEvent } from '../protocol/event.js';
import type { Problem } from '../protocol/query.js';
import type { Remarks } from '../tool/executor.js';
import type { ChangedText } from '../tool/tool.js';

export interface EditChecksOptions {
  cwd: string;
  /** May programs of the folder, and language servers, be run? Asked with the first write. Never rejects. */
  isTrusted(): Promise<boolean>;
  languageServers?: Readonly<Record<string, readonly string[]>>;
  /** How long a call waits for what is found. */
  reportWithinMs?: number;
  textForModel(name: string): string;
  tell(event: LiveEvent): void;
}

/** Of one engine. `agent`: who edited. */
export interface EditChecks {
  /** What the change brought, as far as it is found in time. Ends at once when `signal` aborts; never rejects. */
  afterWrite(agent: string, changes: readonly ChangedText[], signal: AbortSignal): Promise<Remarks | undefined>;
  /** A file was read: what takes long to start is started with the first one that needs it. */
  read(paths: readonly string[]): void;
  /** What was found since, for the agent's next request. */
  late(agent: string): string | undefined;
  /** What stands, after a look at what others changed meanwhile. */
  problems(): Promise<Problem[]>;
  /** These were changed, and not by an agent. Paths are absolute or of the folder. Never rejects. */
  changedOtherwise(paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const slowToStart = /\.(?:[cm]?[jt]s|[jt]sx)$/;

export function createEditChecks(options: EditChecksOptions): EditChecks {
  const { cwd, tell, textForModel } = options;
  let opening: Promise<Parts> | undefined;
  let open: Parts | undefined;
  let isClosed = false;
  let isWarm = false;
  let told = '0 0';
  /** As they were last written or looked at. */
  const texts = new Map<string, string | undefined>();

  const tellCounts = () => {
    const { errors, warnings } = open?.core.counts() ?? { errors: 0, warnings: 0 };
    if (told === `${errors} ${warnings}`) return;
    told = `${errors} ${warnings}`;
    if (!isClosed) tell({ type: 'diagnostics.changed', errors, warnings });
  };
  const start = async (): Promise<Parts> => {
    const parts = await load(options, tellCounts);
    open = parts;
    if (isClosed) await parts.core.close();
    return parts;
  };
  const parts = () => (opening ??= start());
  const said = (name: string, problems: string) => fillText(textForModel(name), { problems }).trim();

  async function changedOtherwise(paths: readonly string[]): Promise<void> {
    if (open === undefined) return;
    const files = paths.map((path) => (isAbsolute(path) ? path : join(cwd, path)));
    const changes = [...new Set(files)].flatMap((path): ChangedText[] => {
      const after = textOf(path);
      const before = texts.has(path) ? texts.get(path) : after;
      if (texts.has(path) && before === after) return [];
      texts.set(path, after);
      return [changed(path, before, after)];
    });
    if (changes.length > 0) await open.core.changedByOthers(changes);
    tellCounts();
  }

  return {
    async afterWrite(agent, changes, signal) {
      for (const { path, after } of changes) texts.set(path, after);
      try {
        const { core, findingsText } = await parts();
        const { findings, omitted } = await core.filesChanged(changes, agent, signal);
        tellCounts();
        if (findings.length === 0) return undefined;
        const text = said('context/diagnostics', findingsText(findings, omitted));
        return { text, display: displaysOf(findings, omitted, findingsText) };
      } catch (error) {
        // The edit is done, and what is wrong with us is no fault of it.
        tell({ type: 'notice.raised', level: 'warning', text: `Edits are not checked: ${toErrorData(error).message}` });
        return undefined;
      }
    },
    read(paths) {
      const slow = paths.find((path) => slowToStart.test(path));
      if (slow === undefined || isWarm) return;
      isWarm = true;
      // Why it cannot be started is said with the first write.
      parts().then(
        ({ core }) => core.warm(slow),
        () => undefined,
      );
    },
    late(agent) {
      if (open === undefined) return undefined;
      const { findings, omitted } = open.core.takeLate(agent);
      return findings.length === 0 ? undefined : said('context/diagnostics-late', open.findingsText(findings, omitted));
    },
    async problems() {
      if (open === undefined) return [];
      await changedOtherwise([...texts.keys(), ...open.core.standing().map(({ path }) => path)]);
      return open.core.standing();
    },
    changedOtherwise,
    async close() {
      isClosed = true;
      await open?.core.close();
    },
  };
}

interface Parts {
  core: Diagnostics;
  findingsText(findings: readonly Finding[], omitted: number): string;
}

async function load(options: EditChecksOptions, onChange: () => void): Promise<Parts> {
  const { cwd, isTrusted, languageServers, reportWithinMs, tell } = options;
  const [{ createDiagnostics }, { findingsText }, trusted] = await Promise.all([
    import('../diagnostics/diagnostics.js'),
    import('../diagnostics/report.js'),
    isTrusted(),
  ]);
  const core = createDiagnostics({
    cwd,
    isTrusted: trusted,
    ...(languageServers ? { languageServers } : {}),
    ...(reportWithinMs === undefined ? {} : { reportWithinMs }),
    onNotice: (text) => tell({ type: 'notice.raised', level: 'warning', text }),
    onChange,
  });
  return { core, findingsText };
}

/** Errors in one colour, warnings in another. */
function displaysOf(findings: readonly Finding[], omitted: number, textOf: Parts['findingsText']): Display[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity !== 'error');
  return [
    ...(errors.length > 0 ? [{ kind: 'text', text: textOf(errors, 0), tone: 'error' } as const] : []),
    ...(warnings.length > 0 ? [{ kind: 'text', text: textOf(warnings, 0), tone: 'warning' } as const] : []),
    ...(omitted > 0 ? [{ kind: 'text', text: `and ${omitted} more`, tone: 'dim' } as const] : []),
  ];
}

function changed(path: string, before: string | undefined, after: string | undefined): ChangedText {
  return { path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // it is gone, or no file any more
  }
}
