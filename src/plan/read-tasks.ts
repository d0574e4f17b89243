// Makes tasks of what a planner wrote down: ids in one form, dependencies as ids, types of ours. What could mean two things
// is a problem that names the task; nothing is guessed. Pure.
import { isObject } from '../base/json-text.js';
import { type PlannedTask, type TaskType, taskTypes } from '../protocol/plan.js';

type Entry = Record<string, unknown>;
interface Draft {
  entry: Entry;
  /** As the planner wrote it. */
  written: string | undefined;
  id: string;
  title: string;
  description: string;
}
type Resolved = { ids: string[]; fault?: undefined } | { fault: string; ids?: undefined };

const wellFormedId = /^[A-Za-z][\w-]{0,23}$/;

/** `taken`: ids of other tasks, which new ones may depend on but not be called by. */
export function readTasks(
  entries: readonly unknown[],
  taken: ReadonlySet<string>,
): { tasks: PlannedTask[]; problems: string[] } {
  const strange = entries.findIndex((entry) => !isObject(entry));
  if (strange !== -1) return { tasks: [], problems: [`entry ${strange + 1} of "tasks" is not an object`] };
  const drafts = withIds(entries as Entry[], taken);
  const problems: string[] = [];
  const tasks = drafts.map((draft): PlannedTask => {
    const type = typeOf(draft.entry.type);
    if (type === undefined)
      problems.push(`task ${draft.id} has the type ${quoted(draft.entry.type)}; allowed are ${taskTypes.join(', ')}`);
    const dependencies = new Set<string>();
    for (const reference of referencesOf(draft.entry)) {
      const { ids, fault } = resolve(reference, drafts, taken);
      if (fault !== undefined) problems.push(`task ${draft.id} ${fault}`);
      for (const id of ids ?? []) dependencies.add(id);
    }
    return { id: draft.id, description: draft.description, type: type ?? 'ANALYSIS', dependencies: [...dependencies] };
  });
  return { tasks, problems };
}

/** First the ids that can stay, then new ones for the rest, so that none takes the id of a later one. */
function withIds(entries: readonly Entry[], taken: ReadonlySet<string>): Draft[] {
  const drafts = entries.map((entry): Draft => {
    const title = textOf(entry.title) || textOf(entry.name);
    return { entry, written: idText(entry.id), id: '', title, description: descriptionOf(entry, title) };
  });
  const used = new Set(taken);
  const isAlone = ({ written }: Draft) => drafts.filter((other) => other.written === written).length === 1;
  for (const draft of drafts) {
    const { written } = draft;
    if (written === undefined || !wellFormedId.test(written) || used.has(written) || !isAlone(draft)) continue;
    draft.id = written;
    used.add(written);
  }
  for (const [index, draft] of drafts.entries()) {
    if (draft.id !== '') continue;
    const number = isAlone(draft) ? numberOf(draft.written) : undefined;
    draft.id = freeId(number ?? index + 1, used);
    used.add(draft.id);
  }
  return drafts;
}

function freeId(from: number, used: ReadonlySet<string>): string {
  for (let number = from; ; number++) if (!used.has(`task_${number}`)) return `task_${number}`;
}

function descriptionOf(entry: Entry, title: string): string {
  const description = textOf(entry.description);
  if (description === '' || title === '') return description || title;
  return description.startsWith(title) ? description : `${title}: ${description}`;
}

const dependencyNames = ['dependencies', 'depends_on', 'dependsOn', 'deps'];

/** What the task says it depends on, under whichever name; none for null, absent and blank text. */
function referencesOf(entry: Entry): unknown[] {
  return dependencyNames
    .filter((name) => Object.hasOwn(entry, name))
    .flatMap((name) => {
      const value = entry[name];
      if (value === null || value === undefined || value === '') return [];
      return Array.isArray(value) ? value : [value];
    });
}

function resolve(reference: unknown, drafts: readonly Draft[], taken: ReadonlySet<string>): Resolved {
  const text = idText(reference);
  if (text === undefined) return { fault: `has a dependency that is no id: ${quoted(reference)}` };
  const whole = resolveOne(text, drafts, taken);
  const parts = text.split(/[,;、，；\n]/).map((part) => part.trim());
  if (whole.fault === undefined || parts.length === 1) return whole;
  const ids: string[] = [];
  for (const part of parts.filter((one) => one !== '')) {
    const one = resolveOne(part, drafts, taken);
    if (one.fault !== undefined) return one;
    ids.push(...one.ids);
  }
  return ids.length > 0 ? { ids } : whole;
}

/** By id, by title, by the bare number of an id: the first of them that fits, and then only if it fits one task. */
function resolveOne(text: string, drafts: readonly Draft[], taken: ReadonlySet<string>): Resolved {
  const same = (other: string) => other.toLowerCase() === text.toLowerCase();
  const number = numberOf(text);
  const ways: ((draft: Draft) => boolean)[] = [
    ({ written }) => written === text,
    ({ title, description }) => same(title) || same(description),
    ({ written, id }) => number !== undefined && numberOf(written ?? id) === number,
  ];
  for (const [way, fits] of ways.entries()) {
    const found = drafts.filter(fits);
    const isAlsoTaken = way === 0 && taken.has(text);
    if (found.length + (isAlsoTaken ? 1 : 0) > 1)
      return { fault: `depends on ${quoted(text)}, which more than one task is called` };
    if (isAlsoTaken) return { ids: [text] };
    if (found[0]) return { ids: [found[0].id] };
  }
  return { fault: `depends on ${quoted(text)}, which is no task of the plan` };
}

/** 3 for `3`, `task_3`, `Task 3`, `step-3`. */
function numberOf(id: string | undefined): number | undefined {
  const digits = /^(?:(?:task|step)[\s_-]?)?#?(\d{1,4})$/i.exec(id ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const typeWords: Record<TaskType, RegExp> = {
  PLANNING: /^(PLAN|PHASE)$/,
  FILE_READ: /^(READ|READ_FILES?|FILES?_READ(ING)?|SEARCH|EXPLORE|EXPLORATION)$/,
  FILE_WRITE:
    /^(WRITE|WRITE_FILES?|FILES?_WRITE|FILE_WRITING|EDIT|FILE_EDIT|EDIT_FILES?|CODE|CODING|CREATE|MODIFY|IMPLEMENT|IMPLEMENTATION)$/,
  COMMAND: /^(COMMANDS|RUN|EXECUTE|SHELL|BASH|RUN_COMMAND|EXECUTE_COMMAND)$/,
  ANALYSIS: /^(ANALYZE|ANALYSE|ANALYTICS|RESEARCH|REVIEW|SUMMARY|SUMMARIZE|SUMMARISE|INVESTIGATE)$/,
  VERIFICATION: /^(VERIFY|TEST|TESTS|TESTING|CHECK|VALIDATE|VALIDATION)$/,
};

/** Undefined for a type that has no obvious meaning. */
function typeOf(value: unknown): TaskType | undefined {
  if (value === undefined || value === null || value === '') return 'ANALYSIS';
  if (typeof value !== 'string') return undefined;
  const word = value
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  return taskTypes.find((type) => type === word || typeWords[type].test(word));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

function idText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return textOf(value) || undefined;
}

/** Short enough to stand in a sentence. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
