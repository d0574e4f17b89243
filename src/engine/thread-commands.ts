// The commands of one thread: the sandbox they run in, and those in the background, which end with the thread. The parts
// are loaded with the first command.
import type { BackgroundCommand, BackgroundCommands } from '../process/background-commands.js';
import type { Sandbox, SandboxOptions } from '../process/sandbox.js';
import type { LiveEvent } from '../protocol/event.js';
import type { CommandPlace } from '../tool/tool.js';

export interface ThreadCommands extends CommandPlace {
  /** Background commands that ended by themselves and of which the model has not heard; each once. */
  takeEnded(): BackgroundCommand[];
  /** Ends all and removes what the sandbox made; returns how many were still running. */
  leave(): Promise<number>;
}

export interface ThreadCommandsOptions {
  sandbox: SandboxOptions;
  /** For the person. */
  tell(event: LiveEvent): void;
}

export function createThreadCommands({ sandbox: sandboxOptions, tell }: ThreadCommandsOptions): ThreadCommands {
  let sandbox: Promise<Sandbox> | undefined;
  let opening: Promise<BackgroundCommands> | undefined;
  let background: BackgroundCommands | undefined;
  let isLeft = false;

  const openSandbox = async () => {
    const { createSandbox } = await import('../process/sandbox.js');
    return createSandbox(sandboxOptions);
  };
  const openBackground = async () => {
    const { createBackgroundCommands } = await import('../process/background-commands.js');
    background = createBackgroundCommands((command) => tell(endNotice(command)));
    if (isLeft) await background.endAll();
    return background;
  };

  return {
    async way() {
      sandbox ??= openSandbox();
      return (await sandbox).way();
    },
    background() {
      opening ??= openBackground();
      return opening;
    },
    takeEnded: () => background?.takeEnded() ?? [],
    async leave() {
      isLeft = true;
      const ended = (await background?.endAll()) ?? 0;
      await (await sandbox)?.remove();
      return ended;
    },
  };
}

function endNotice({ id, command, exitCode, signal }: BackgroundCommand): LiveEvent {
  const end = signal === undefined ? `exit ${exitCode}` : `ended by ${signal}`;
  const [line = ''] = command.trim().split('\n');
  const text = `The background command ${id} has ended: ${line.slice(0, 120)} (${end})`;
  return { type: 'notice.raised', level: exitCode === 0 ? 'info' : 'warning', text };
}
