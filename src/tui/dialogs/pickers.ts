// The lists one picks from: approval levels, models, threads, themes. What they say is in pick-lists.ts; choosing sends a command.
import type { ThreadSummary } from '../../protocol/query.js';
import type { ThemeSwitch } from '../theme-switch.js';
import { aboutCall, auditItems } from './audit-page.js';
import { createChoiceDialog } from './choice.js';
import { createContextPage } from './context-page.js';
import type { Dialog } from './dialog.js';
import type { DialogsOptions, PickList } from './dialogs.js';
import { ignoreRejected } from './ignore-rejected.js';
import { levelChoices, modelChoices, themeChoices, threadChoices } from './pick-lists.js';
import { openPolicyPage } from './policy-page.js';
import { createSearchList, type SearchItem, type SearchListOptions } from './search-list.js';
import { openSettingsPage } from './settings-page.js';
import { themeSample } from './theme-sample.js';
import { createThreadPreviews } from './thread-previews.js';
import { createUsagePage } from './usage-page.js';

/** Puts a dialog on the stack; it is given the way to leave it. */
export type Open = (make: (close: () => void) => Dialog) => void;

const defaultAudited = 200;

export type ListOptions<T> = Omit<SearchListOptions<T>, 'onChoice' | 'onCancel' | 'redraw' | 'ascii'>;

export function createPickers(options: DialogsOptions, open: Open) {
  const { view, send, ask, carryOut, redraw, ascii, themes } = options;

  const choose = <T>(list: ListOptions<T>, take: (value: T) => void, leave = () => {}) =>
    open((close) =>
      createSearchList({
        ...list,
        redraw,
        ascii,
        onChoice(value) {
          close();
          take(value);
        },
        onCancel() {
          close();
          leave();
        },
      }),
    );

  const lists: Record<PickList, (limit?: number) => Promise<void>> = {
    approvals: async () =>
      open((close) =>
        createChoiceDialog({
          title: 'What runs without asking',
          items: levelChoices(view.engine?.approvals, ascii),
          onChoice(level) {
            close();
            send({ type: 'settings.change', approvals: level });
          },
          onCancel: close,
          redraw,
          ascii,
        }),
      ),
    async model() {
      const { models } = await ask('models');
      const empty = 'no model is known; /model NAME takes any, also as PROVIDER/NAME';
      const items = modelChoices(models, ascii);
      const selected = models.findIndex(({ current }) => current);
      choose({ title: 'Model', empty, items, selected }, (model) => send({ type: 'settings.change', model }));
    },
    async theme() {
      const items = themeChoices(await themes.names(), themes.current(), ascii);
      const selected = items.findIndex(({ value }) => value === themes.current());
      choose(
        {
          title: 'Theme',
          empty: '',
          items,
          selected,
          onSelect: (name) => void themes.show(name ?? themes.current()),
          preview: (_name, width) => themeSample(width),
        },
        (name) => chooseTheme(themes, name, send),
        () => themes.show(themes.current()),
      );
    },
    async thread() {
      const { threads } = await ask('threads');
      openThreads(threads);
    },
    settings: () =>
      openSettingsPage({
        ask,
        save: (key, value) => carryOut({ type: 'settings.save', key, ...(value === undefined ? {} : { value }) }),
        pick: (what) => void lists[what]().catch(ignoreRejected),
        open,
        redraw,
        ascii,
      }),
    policy: () =>
      openPolicyPage({
        ask,
        add: (rule) => carryOut({ type: 'policy.change', add: rule }),
        remove: ({ effect, kind, pattern, scope }) =>
          carryOut({ type: 'policy.change', remove: { effect, kind, pattern, scope } }),
        open,
        now: options.now,
        redraw,
        ascii,
      }),
    async audit(limit = defaultAudited) {
      const { calls } = await ask('audit', { limit });
      const items = auditItems(calls, options.now(), ascii);
      const list = { title: 'What was decided and run', items, empty: 'nothing was decided yet', preview: aboutCall };
      choose(list, () => {});
    },
    async context() {
      const { windowTokens, triggerTokens, parts } = await ask('context');
      const { model = '', contextWindowAssumed = false } = view.engine ?? {};
      const facts = { windowTokens, triggerTokens, parts, model, isAssumed: contextWindowAssumed };
      open((close) => createContextPage({ facts, close, redraw, ascii }));
    },
    async usage() {
      const { turns, today } = await ask('usage');
      const now = options.now();
      open((close) => createUsagePage({ turns, today, now, close, redraw, ascii }));
    },
  };
  return {
    lists,
    choose,
    palette: (items: SearchItem<() => void>[]) =>
      choose({ title: 'Palette', items, empty: 'there is nothing to run' }, (run) => run()),
  };

  function openThreads(threads: ThreadSummary[]): void {
    const previews = createThreadPreviews({ ask, redraw, ascii });
    const itemsOf = (list: ThreadSummary[]) => threadChoices(list, options.now(), options.userHome, ascii);
    open((close) => {
      const list = createSearchList<string>({
        title: 'Go on with a thread',
        items: itemsOf(threads),
        empty: 'there is no earlier thread',
        onChoice(threadId) {
          close();
          send({ type: 'thread.open', which: { threadId } });
        },
        onCancel: close,
        preview: previews.lines,
        acts: [
          {
            keys: ['ctrl+f'],
            label: 'Ctrl+F fork',
            act(threadId) {
              close();
              send({ type: 'thread.fork', threadId });
            },
          },
          { keys: ['delete', 'ctrl+d'], label: 'Ctrl+D delete', act: (threadId) => confirmDelete(threadId) },
        ],
        redraw,
        ascii,
      });
      const confirmDelete = (threadId: string) => {
        const title = threads.find((thread) => thread.threadId === threadId)?.title ?? '';
        openDeletion(title, async () => {
          await carryOut({ type: 'thread.delete', threadId });
          threads = (await ask('threads')).threads;
          list.replaceItems(itemsOf(threads));
        });
      };
      return list;
    });
  }

  function openDeletion(title: string, remove: () => Promise<void>): void {
    open((close) =>
      createChoiceDialog({
        title: 'Delete this thread?',
        intro: [
          [{ text: title, role: 'strong' }],
          [{ text: 'Its conversation is removed for good; files stay as they are.', role: 'warning' }],
          [],
        ],
        items: [
          { value: false, label: 'Keep it' },
          { value: true, label: 'Delete it' },
        ],
        onChoice(isSure) {
          close();
          if (isSure) void remove().catch(ignoreRejected);
        },
        onCancel: close,
        redraw,
        ascii,
      }),
    );
  }
}

/** Keeps a theme for this and later starts; false when there is none of this name. */
export function chooseTheme(themes: ThemeSwitch, name: string, send: DialogsOptions['send']): boolean {
  if (!themes.choose(name)) return false;
  send({ type: 'settings.save', key: 'theme', value: name });
  return true;
}
