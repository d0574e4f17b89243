// Paths that are no files: devices and switches of the kernel. Pure.
import { resolve } from 'node:path';

const harmless = /^\/dev\/(?:null|zero|full|tty|ptmx|pts\/|std(?:in|out|err)|fd\/|shm\/|mqueue\/|u?random)/;

/** A device that is more than a sink: writing to it destroys a disk. */
export function isDevice(path: string, cwd = '/'): boolean {
  const plain = resolve(cwd, path);
  return plain.startsWith('/dev/') && !harmless.test(plain) && !/^\/dev\/(?:tcp|udp)\//.test(plain);
}

export function isKernelSwitch(path: string, cwd = '/'): boolean {
  return /^\/(?:proc\/sys|proc\/sysrq|sys\/)/.test(resolve(cwd, path));
}
