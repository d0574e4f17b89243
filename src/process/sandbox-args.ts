// A sandbox as data, and bubblewrap's arguments for it. Pure: looks at no file and starts nothing.
import { dirname } from 'node:path';

/** All paths are absolute with links resolved, and exist unless said otherwise. */
export interface SandboxPlan {
  /** Where the command starts. */
  cwd: string;
  /** Can be changed; everything else only read. */
  writable: readonly string[];
  /** Below something writable, and yet only read. */
  readOnly: readonly string[];
  /** The same for folders and files that are not there yet: bubblewrap makes them, empty. */
  reservedFolders: readonly string[];
  reservedFiles: readonly string[];
  /** Folders shown empty, files shown empty. */
  hiddenFolders: readonly string[];
  hiddenFiles: readonly string[];
  /** Folder that stands for /tmp. */
  temporary: string;
  network: boolean;
  /** The program runs as root. */
  isRoot: boolean;
}

/** Of /run, which holds the doors to services that would act outside for a command; what is listed is harmless and needed. */
const neededOfRun = [
  '/run/systemd/resolve',
  '/run/resolvconf',
  '/run/NetworkManager/resolv.conf',
  '/run/nscd',
  '/run/current-system',
  '/run/wrappers',
  '/run/opengl-driver',
  '/run/postgresql',
  '/run/mysqld',
];
/** Graphics cards and virtual machines; the rest of /dev is made new. */
const devices = ['/dev/dri', '/dev/kfd', '/dev/kvm', '/dev/nvidia0', '/dev/nvidiactl', '/dev/nvidia-uvm'];
/** Names of agents and buses that would answer outside. */
const droppedVariables = ['SSH_AUTH_SOCK', 'GPG_AGENT_INFO', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'];
/** What root needs to work with files of others; mounting, tracing and devices are not among it. */
const rootCapabilities = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'SETGID', 'SETUID'];

interface Mount {
  path: string;
  args: string[];
}

/** Everything between the program's name and the command. */
export function sandboxArgs(plan: SandboxPlan): string[] {
  return [
    '--die-with-parent',
    '--unshare-pid',
    '--unshare-ipc',
    ...(plan.network ? [] : ['--unshare-net']),
    ...['--cap-drop', 'ALL'],
    ...(plan.isRoot ? rootCapabilities.flatMap((name) => ['--cap-add', `CAP_${name}`]) : []),
    ...droppedVariables.flatMap((name) => ['--unsetenv', name]),
    ...['--setenv', 'TMPDIR', '/tmp'],
    ...['--ro-bind', '/', '/'],
    // What lies deeper in the tree decides: a project inside a hidden folder is seen, a secret inside a project is not.
    ...mountsOf(plan)
      .sort((a, b) => depthOf(a.path) - depthOf(b.path))
      .flatMap(({ args }) => args),
    ...['--chdir', plan.cwd, '--'],
  ];
}

function mountsOf(plan: SandboxPlan): Mount[] {
  const mount = (path: string, ...args: string[]): Mount => ({ path, args });
  return [
    mount('/dev', '--dev', '/dev'),
    mount('/proc', '--proc', '/proc'),
    mount('/tmp', '--bind', plan.temporary, '/tmp'),
    mount('/var/tmp', '--tmpfs', '/var/tmp'),
    mount('/run', '--tmpfs', '/run'),
    ...neededOfRun.map((path) => mount(path, '--ro-bind-try', path, path)),
    ...devices.map((path) => mount(path, '--dev-bind-try', path, path)),
    ...plan.hiddenFolders.map((path) => mount(path, '--tmpfs', path)),
    ...plan.hiddenFiles.map((path) => mount(path, '--ro-bind', '/dev/null', path)),
    ...plan.writable.map((path) => mount(path, '--bind', path, path)),
    ...plan.readOnly.map((path) => mount(path, '--ro-bind', path, path)),
    ...plan.reservedFolders.map((path) => mount(path, '--tmpfs', path, '--remount-ro', path)),
    ...plan.reservedFiles.map((path) => mount(path, '--ro-bind', '/dev/null', path)),
  ];
}

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path; dirname(at) !== at; at = dirname(at)) depth++;
  return depth;
}
