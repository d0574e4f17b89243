// Connecting a model, one small dialog after another: whose, its key, which model, one test. Owns the order; what each step does
// to files and servers is given (see tui/connect.ts).
import { type ErrorData, toErrorData } from '../../base/error.js';
import { cleanOneLine } from '../../view/clean.js';
import { formatDuration } from '../../view/format.js';
import type { Line } from '../../view/span.js';
import type {
  ConnectChoice,
  ConnectOffer,
  ConnectPlace,
  ConnectServices,
  LocalServer,
  OfferedModel,
} from '../connect.js';
import { createArming } from './arming.js';
import { createChoiceDialog } from './choice.js';
import { modelItems, type ServerChoice, serverItems } from './connect-items.js';
import type { Dialog } from './dialog.js';
import { withIntro } from './introduced.js';
import { createSearchList } from './search-list.js';
import { createTextEntry } from './text-entry.js';

export interface ConnectOptions {
  services: ConnectServices;
  /** Puts a dialog on the stack; it is given the way to leave it. */
  show(make: (close: () => void) => Dialog): void;
  /** Nobody asked for it: the first start. Leaving it is the demo then. */
  isFirst: boolean;
  onDone(choice: ConnectChoice): void;
  onLeave(): void;
  tell(text: string, level?: 'info' | 'warning'): void;
  /** ms of a clock that does not jump. */
  now(): number;
  redraw(): void;
  ascii: boolean;
}

const firstIntro: Line[] = [
  [{ text: 'No model is set up yet. Whose models do you want to use?', role: 'text' }],
  [{ text: 'A key is kept in a file that only you can read. Esc plays the demo.', role: 'dim' }],
  [],
];

export function openConnect(options: ConnectOptions): void {
  const { services, show, redraw, ascii } = options;
  const open: (() => void)[] = [];
  const step = (make: (back: () => void) => Dialog) =>
    show((close) => {
      open.push(close);
      return make(() => {
        open.splice(open.indexOf(close), 1);
        close();
      });
    });
  const leaveAll = () => {
    for (const close of open.splice(0).reverse()) close();
  };
  const enter = (title: string, intro: string, take: (text: string) => void, isSecret = false) =>
    step((back) =>
      createTextEntry({
        title,
        intro: [[{ text: intro, role: 'text' }]],
        take: async (text) => take(text),
        close: back,
        keepsOpen: true,
        isSecret,
        redraw,
        ascii,
      }),
    );

  function askServer(): void {
    let offers: ConnectOffer[] = [];
    let local: LocalServer[] = [];
    const leave = () => {
      leaveAll();
      options.onLeave();
    };
    step(() => {
      const items = () => serverItems(offers, local, options.isFirst);
      const list = createSearchList<ServerChoice>({
        title: 'Connect a model',
        items: items(),
        empty: '',
        onChoice(choice) {
          if (choice.kind === 'demo') leave();
          else if (choice.kind === 'local') askModel(choice.server, choice.server.models);
          else afterOffer(choice.offer);
        },
        onCancel: leave,
        redraw,
        ascii,
      });
      const fill = () => list.replaceItems(items());
      void services.offers().then(
        (given) => {
          offers = given;
          fill();
        },
        (error: unknown) => options.tell(toErrorData(error).message),
      );
      void services.findLocal().then((found) => {
        local = found;
        fill();
      });
      return options.isFirst ? withIntro(list, firstIntro, createArming(options.now)) : list;
    });
  }

  function afterOffer(offer: ConnectOffer): void {
    const { provider, name, baseUrl, models } = offer;
    const place = { provider, name, baseUrl };
    const goOn = (to: Named) => (models.length > 0 ? askModel(to, models) : listThen(to));
    const about = `Paste the key for ${cleanOneLine(baseUrl)}. It is kept for that address and sent nowhere else.`;
    if (offer.key === 'optional') askAddress(offer);
    else if (offer.key === 'found') goOn(place);
    else enter(`Key for ${cleanOneLine(name)}`, about, (key) => goOn({ ...place, key: checkedKey(key) }), true);
  }

  function askAddress({ provider, name }: ConnectOffer): void {
    enter('Address', 'Of an OpenAI-compatible server, e.g. http://127.0.0.1:8000/v1', (address) => {
      const baseUrl = checkedAddress(address);
      const about = 'Its key; leave it empty when the server wants none.';
      enter(
        `Key for ${cleanOneLine(baseUrl)}`,
        about,
        (key) => listThen({ provider, name, baseUrl, ...(key ? { key: checkedKey(key) } : {}) }),
        true,
      );
    });
  }

  type Named = ConnectPlace & { name: string };

  function listThen(place: Named): void {
    services.models(placeOf(place)).then(
      (models) => askModel(place, models),
      (error: unknown) => askName(place, `${cleanOneLine(toErrorData(error).message)}. `),
    );
  }

  function askModel(place: Named, models: readonly OfferedModel[]): void {
    step((back) =>
      createSearchList<string>({
        title: `Model of ${cleanOneLine(place.name)}`,
        items: modelItems(models),
        empty: '',
        onChoice(model) {
          if (model === '') return askName(place, '');
          const contextWindow = models.find((known) => known.model === model)?.contextWindow;
          test({ ...placeOf(place), model, ...(contextWindow === undefined ? {} : { contextWindow }) });
        },
        onCancel: back,
        redraw,
        ascii,
      }),
    );
  }

  function askName(place: Named, before: string): void {
    enter('Model', `${before}The name of the model, as the server knows it`, (model) => {
      if (model === '') throw new Error('A name is needed.');
      test({ ...placeOf(place), model });
    });
  }

  function test(choice: ConnectChoice): void {
    const abort = new AbortController();
    step((back) => {
      const cancel = () => {
        abort.abort();
        back();
      };
      void services.test(choice, abort.signal).then((result) => {
        if (abort.signal.aborted) return;
        back();
        if ('error' in result) askAfterFailure(choice, result.error);
        else keep(choice, `${cleanOneLine(choice.model)} answered in ${formatDuration(result.durationMs)}.`, 'info');
      });
      return createChoiceDialog({
        title: 'Testing',
        intro: [
          [
            {
              text: `One small question to ${cleanOneLine(choice.model)} at ${cleanOneLine(choice.baseUrl)}`,
              role: 'text',
            },
          ],
        ],
        items: [{ value: undefined, label: 'Stop' }],
        onChoice: cancel,
        onCancel: cancel,
        redraw,
        ascii,
      });
    });
  }

  function askAfterFailure(choice: ConnectChoice, { message, hint }: ErrorData): void {
    const acts = {
      back: () => {},
      again: () => test(choice),
      keep: () => keep(choice, 'It was not tested.', 'warning'),
    };
    step((back) =>
      createChoiceDialog<keyof typeof acts>({
        title: 'It does not answer yet',
        intro: [
          [{ text: cleanOneLine(message), role: 'error' }],
          ...(hint ? [[{ text: cleanOneLine(hint), role: 'text' as const }]] : []),
          [],
        ],
        items: [
          { value: 'back', label: 'Change something' },
          { value: 'again', label: 'Try again' },
          { value: 'keep', label: 'Use it all the same' },
        ],
        onChoice(what) {
          back();
          acts[what]();
        },
        onCancel: back,
        redraw,
        ascii,
      }),
    );
  }

  function keep(choice: ConnectChoice, said: string, level: 'info' | 'warning'): void {
    services.keep(choice).then(
      (notice) => {
        leaveAll();
        options.tell([said, notice].filter(Boolean).join(' '), notice ? 'warning' : level);
        options.onDone(choice);
      },
      (error: unknown) => askAfterFailure(choice, toErrorData(error)),
    );
  }

  askServer();
}

const placeOf = ({ provider, baseUrl, key }: ConnectPlace): ConnectPlace => ({
  provider,
  baseUrl,
  ...(key === undefined ? {} : { key }),
});

function checkedKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new Error(key === '' ? 'A key is needed; Esc goes back.' : 'A key has no blanks and only plain characters.');
}

function checkedAddress(address: string): string {
  if (URL.canParse(address) && /^https?:/.test(address)) return address.replace(/\/+$/, '');
  throw new Error('An http or https address is needed.');
}
