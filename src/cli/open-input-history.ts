// The user's earlier inputs for the screen: the file and what must not get into it, loaded when they are first needed.
import type { InputHistory } from '../storage/input-history.js';

export function openInputHistory(file: string, onError: (message: string) => void): InputHistory {
  let opened: Promise<InputHistory> | undefined;
  const make = async () => {
    const [{ createInputHistory }, { looksSecret }] = await Promise.all([
      import('../storage/input-history.js'),
      import('../policy/redact.js'),
    ]);
    return createInputHistory({ file, isSecret: looksSecret, onError });
  };
  const open = () => (opened ??= make());
  return {
    load: async () => (await open()).load(),
    add: (input) => void open().then((history) => history.add(input)),
    settled: async () => (await opened)?.settled(),
  };
}
