// When a model is connected: at a first start, before the engine, and later by command. The dialogs are dialogs/connect.ts.
import type { Command, CommandEnvelope } from '../protocol/command.js';
import type { View } from '../view/view-model.js';
import type { AppOptions } from './app-options.js';
import { askTrust } from './ask-trust.js';
import { openConnect } from './dialogs/connect.js';
import type { Dialogs } from './dialogs/dialogs.js';
import type { LateEngine } from './late-engine.js';
import type { TellUser } from './tell-user.js';

export interface ConnectingOptions {
  options: Pick<AppOptions, 'trust' | 'connect' | 'ascii'>;
  view: View;
  dialogs: Dialogs;
  engine: LateEngine;
  send(command: Command): void;
  tell: TellUser;
  /** ms of a clock that does not jump. */
  now(): number;
  redraw(): void;
}

export interface Connecting {
  /** What must be known before the engine starts: whether the folder is trusted, and which model there is. */
  askAtStart(): void;
  open(): void;
}

function reopening({ engine, thread, blocks }: View): CommandEnvelope {
  const isFresh = engine?.demo === true || blocks.length === 0;
  const which = isFresh ? ('new' as const) : { threadId: thread.threadId };
  return { commandId: 'connected', command: { type: 'thread.open', which } };
}

export function createConnecting({ options, view, dialogs, engine, send, ...screen }: ConnectingOptions): Connecting {
  const { trust, connect: services, ascii } = options;
  const common = { ...screen, show: dialogs.show, ascii };

  function askFirst(): void {
    if (!services?.isNeeded()) return;
    const letGo = engine.hold();
    openConnect({ ...common, services, isFirst: true, onDone: letGo, onLeave: letGo });
  }
  return {
    askAtStart() {
      if (trust) askTrust({ ...screen, trust, next: askFirst, dialogs, engine, ascii });
      else askFirst();
    },
    open() {
      if (!services) return screen.tell('No model can be connected here.');
      openConnect({
        ...common,
        services,
        isFirst: false,
        onLeave() {},
        onDone({ provider, model }) {
          // The demo works in a folder of its own, and an engine knows one server by its address: another engine takes its place.
          if (view.engine?.demo || provider === 'custom') void engine.replace(reopening(view));
          else send({ type: 'settings.change', model: `${provider}/${model}` });
        },
      });
    },
  };
}
