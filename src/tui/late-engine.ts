// The engine as the screen reaches it: started a moment after the first frame, or with the first command, and never while
// something holds it back. Commands wait for it in their order. Owns neither the engine nor what it says.
import type { CommandEnvelope } from '../protocol/command.js';
import type { ScreenEngine } from './app-options.js';

export interface LateEngine {
  /** Starts it when it has not started. */
  send(command: CommandEnvelope): void;
  begin(): void;
  /** It does not start until the returned function is called, which starts it when nothing else holds it. */
  hold(): () => void;
  restart(threadId: string): void;
  /** Ends it and starts another one in its place, for what has changed since; what it is sent first is given. */
  replace(first: CommandEnvelope): Promise<void>;
  /** Ends it, or keeps it from ever starting. */
  stop(): Promise<void>;
}

/** `onStarted` is called before the first command is handed over. */
export function createLateEngine(start: () => ScreenEngine, onStarted: (engine: ScreenEngine) => void): LateEngine {
  let engine: ScreenEngine | undefined;
  let waiting: CommandEnvelope[] = [];
  let holds = 0;
  let isStopped = false;

  const begin = () => {
    if (engine || holds > 0 || isStopped) return;
    engine = start();
    onStarted(engine);
    const commands = waiting;
    waiting = [];
    for (const command of commands) engine.send(command);
  };
  return {
    begin,
    send(command) {
      begin();
      if (engine) engine.send(command);
      else waiting.push(command);
    },
    hold() {
      holds++;
      return () => {
        holds--;
        begin();
      };
    },
    restart: (threadId) => engine?.restart(threadId),
    async replace(first) {
      const old = engine;
      engine = undefined;
      holds++;
      await old?.stop();
      holds--;
      waiting.unshift(first);
      begin();
    },
    async stop() {
      isStopped = true;
      await engine?.stop();
    },
  };
}
