// `paicli replay`: plays a recorded thread on the full screen; without a terminal it prints the conversation.
import { homedir } from 'node:os';
import { PaiError } from '../base/error.js';
import { pathsFrom } from '../config/paths.js';
import { positive, text } from './engine-init.js';
import type { ParsedLine } from './options.js';
import { print } from './output.js';
import { conversationText } from './recorded-conversation.js';
import { openRecording } from './recording.js';
import { createStrayLog } from './stray-log.js';

const mostSpeed = 64;

/** Returns the exit code. Throws PaiError in one line. */
export async function replay({ positionals, values }: ParsedLine): Promise<number> {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0)
    throw new PaiError('usage', 'replay takes one file or thread', 'paicli replay --help shows how.');
  const speed = positive('speed', text(values.speed), mostSpeed) ?? 1;
  const recording = await openRecording(name);
  const isScreen = process.stdin.isTTY && process.stdout.isTTY && process.env.TERM !== 'dumb';
  if (!isScreen) return print(conversationText(recording, process.stdout.columns));
  const [{ openApp }, { createReplay }] = await Promise.all([
    import('../tui/app.js'),
    import('../tui/replay-player.js'),
  ]);
  const { engine, controls, clock } = createReplay({ recording, speed, paused: values.step === true });
  return openApp(
    {
      input: process.stdin,
      output: process.stdout,
      startEngine: () => engine,
      opening: { kind: 'new' },
      ascii: values.ascii === true,
      userHome: homedir(),
      home: pathsFrom(process.env).home,
      replay: controls,
      onStray: createStrayLog(pathsFrom(process.env).logFolder),
    },
    { clock },
  );
}
