// The rules that hold, with adding and taking out. What a rule means is for the engine to say.

import type { PolicyRule, QueryResult } from '../../protocol/query.js';
import { cleanOneLine } from '../../view/clean.js';
import { formatElapsed } from '../../view/format.js';
import { glyphs, inOneLine } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { wrapLine } from '../../view/wrap.js';
import type { Ask } from '../commander.js';
import type { Dialog } from './dialog.js';
import { ignoreRejected } from './ignore-rejected.js';
import { createSearchList, type SearchItem } from './search-list.js';
import { createTextEntry } from './text-entry.js';

export interface PolicyPageOptions {
  ask: Ask;
  add(rule: string): Promise<void>;
  remove(rule: PolicyRule): Promise<void>;
  open(make: (close: () => void) => Dialog): void;
  /** ms since 1970. */
  now(): number;
  redraw(): void;
  ascii: boolean;
}

type Policy = Extract<QueryResult, { kind: 'policy' }>;
/** Undefined: the row that adds one. */
type Row = PolicyRule | undefined;

export async function openPolicyPage(options: PolicyPageOptions): Promise<void> {
  const { ask, open, redraw, ascii } = options;
  let policy = await ask('policy');
  const rows = () => itemsOf(policy, options.now(), ascii);
  open((close) => {
    const list = createSearchList<Row>({
      title: `What runs without asking: level ${policy.level}, and these rules`,
      items: rows(),
      empty: '',
      onChoice: (rule) => (rule === undefined ? write() : undefined),
      onCancel: close,
      acts: [
        { keys: ['delete', 'ctrl+d'], label: 'Ctrl+D remove', act: (rule) => void remove(rule).catch(ignoreRejected) },
      ],
      preview: (rule, width) => (rule === undefined ? aboutAll(policy, width) : aboutRule(rule, width)),
      redraw,
      ascii,
    });
    const refresh = async () => {
      policy = await ask('policy');
      list.replaceItems(rows());
    };
    const remove = async (rule: Row) => {
      if (rule === undefined) return;
      await options.remove(rule);
      await refresh();
    };
    const write = () =>
      open((done) =>
        createTextEntry({
          title: 'A rule',
          intro: [
            [{ text: 'Write [thread|everywhere] allow|deny run|edit|tool|host WHAT.', role: 'text' }],
            [{ text: 'deny run git push', role: 'code' }],
            [{ text: 'allow run npm test', role: 'code' }],
            [{ text: 'thread allow edit src/**', role: 'code' }],
            [{ text: 'Without a place it holds in this folder, also tomorrow. What denies wins.', role: 'dim' }],
          ],
          async take(text) {
            await options.add(text);
            await refresh();
          },
          close: done,
          redraw,
          ascii,
        }),
      );
    return list;
  });
}

function itemsOf({ rules }: Policy, now: number, ascii: boolean): SearchItem<Row>[] {
  const items = rules.map((rule): SearchItem<Row> => {
    const age = rule.since === undefined ? [] : [`${formatElapsed(now - rule.since)} ago`];
    return {
      value: rule,
      label: `${rule.effect.padEnd(5)} ${cleanOneLine(shortLabel(rule, ascii))}`,
      detail: inOneLine([placeOf(rule), ...age], ascii),
    };
  });
  return [{ value: undefined, label: 'Write a rule', detail: glyphs(ascii).ellipsis }, ...items];
}

/** Whole in the pane beside it. */
function shortLabel({ kind, pattern, label }: PolicyRule, ascii: boolean): string {
  return kind === 'command' ? `run ${pattern} ${glyphs(ascii).ellipsis}` : label;
}

const placeOf = ({ scope }: PolicyRule) =>
  ({ thread: 'this thread', project: 'this folder', everywhere: 'everywhere' })[scope];

function aboutRule(rule: PolicyRule, width: number): Line[] {
  const means = rule.effect === 'deny' ? 'It is refused at every level.' : meaning[rule.kind];
  return [
    ...wrapLine(
      [{ text: `${rule.effect} ${cleanOneLine(rule.label)}`, role: rule.effect === 'deny' ? 'error' : 'success' }],
      width,
    ),
    [],
    ...wrapLine([{ text: `Holds in: ${placeOf(rule)}.`, role: 'dim' }], width),
    ...wrapLine([{ text: means, role: 'dim' }], width),
  ];
}

const meaning: Record<PolicyRule['kind'], string> = {
  line: 'This exact command line.',
  command: 'Not with redirections, substitutions, places outside the folder or options that run other programs.',
  path: 'Files that may hold secrets, .git and settings are asked about all the same.',
  tool: 'Calls that neither write files nor run commands.',
  host: 'Any address of this host.',
};

function aboutAll({ file, cwd, extraFolders }: Policy, width: number): Line[] {
  const facts = [
    `Folder: ${cleanOneLine(cwd)}`,
    ...extraFolders.map((folder) => `And, by --add-dir: ${cleanOneLine(folder)}`),
    `Kept in ${cleanOneLine(file)}; rules of a thread end with it.`,
  ];
  return facts.flatMap((text) => wrapLine([{ text, role: 'dim' as const }], width));
}
