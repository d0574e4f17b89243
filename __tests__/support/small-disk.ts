// A small disk of our own for what must survive a full one. Linux only, and only where that is allowed.
import { spawnSync } from 'node:child_process';

/** Arguments of `unshare` that run `command` with an empty disk of 3 MB mounted at `folder`. */
export function onSmallDisk(folder: string, command: readonly string[]): string[] {
  const script = 'mount -t tmpfs -o size=3m tmpfs "$0" && exec "$@"';
  return ['-Urm', 'sh', '-c', script, folder, ...command];
}

export const canMount = (): boolean => spawnSync('unshare', onSmallDisk('/mnt', ['true'])).status === 0;
