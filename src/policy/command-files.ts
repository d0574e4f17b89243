// Which files a command names: those it reads and those it writes. Knows programs; looks at no disk.
import { operands, optionValues, programName } from './command-options.js';
import type { Arg } from './command-words.js';

export interface FileUse {
  path: Arg;
  writes: boolean;
}

/** Programs that show or copy what is in their operands. */
const readers = new Set(
  'cat tac less more most bat head tail grep egrep fgrep zgrep rg ag sed gsed awk gawk cut sort uniq nl rev strings xxd hexdump od base64 base32 diff cmp comm paste join tar zip gzip bzip2 xz 7z gpg openssl jq yq source . envsubst column fold fmt tr split csplit pr view scp rsync cp mv ln install dotenv open xdg-open wc file md5sum sha256sum curl wget'.split(
    ' ',
  ),
);
/** Programs that change all of their operands. */
const changers = new Set(
  'tee rm rmdir unlink shred touch truncate chmod chown chgrp vim vi nvim nano pico ed ex emacs mkdir rimraf sponge patch'.split(
    ' ',
  ),
);
/** Programs that write to the last of their operands. */
const copiers = new Set('cp mv ln install rsync scp'.split(' '));
/** Options of these programs that name a file they write. */
const outputOptions: Readonly<Record<string, readonly string[]>> = {
  curl: ['-o', '--output', '-D', '--dump-header', '-c', '--cookie-jar', '--trace', '--trace-ascii'],
  wget: ['-O', '--output-document', '-o', '--output-file', '-a', '--append-output'],
  sort: ['-o', '--output'],
  git: ['--output'],
  gcc: ['-o'],
  cc: ['-o'],
  tee: ['-a'],
  cp: ['-t', '--target-directory'],
  mv: ['-t', '--target-directory'],
  install: ['-t', '--target-directory'],
};

export function filesOf(argv: Arg[]): FileUse[] {
  const name = programName(argv);
  const args = argv.slice(1);
  const uses: FileUse[] = [];
  const use = (paths: Arg[], writes: boolean) => uses.push(...paths.filter(isPath).map((path) => ({ path, writes })));
  const named = operands(args);
  if (name === 'dd') {
    use(after(args, 'if='), false);
    use(after(args, 'of='), true);
  }
  if (Object.hasOwn(outputOptions, name)) use(optionValues(args, outputOptions[name]!), true);
  if (name === 'curl') use(uploads(args), false);
  if (changers.has(name) || (/^g?sed$/.test(name) && args.some(({ text }) => /^-[a-zA-Z]*i|^--in-place/.test(text))))
    use(named, true);
  else if (copiers.has(name)) {
    use(named.slice(0, -1), name === 'mv');
    use(named.slice(-1), true);
    use(named.slice(0, -1), false);
  } else if (readers.has(name) && name !== 'curl' && name !== 'wget') use(named, false);
  return uses;
}

/** What `-d @file`, `-F x=@file` and `-T file` send. */
function uploads(args: Arg[]): Arg[] {
  const data = optionValues(args, ['-d', '--data', '--data-binary', '--data-raw', '-F', '--form']);
  const files = data.flatMap((arg) => {
    const at = arg.text.search(/@|=</);
    return at < 0 ? [] : [{ ...arg, text: arg.text.slice(at).replace(/^(?:@|=<)/, '') }];
  });
  return [...files, ...optionValues(args, ['-T', '--upload-file', '-K', '--config'])];
}

function after(args: Arg[], prefix: string): Arg[] {
  return args
    .filter(({ text }) => text.startsWith(prefix))
    .map((arg) => ({ ...arg, text: arg.text.slice(prefix.length) }));
}

/** An address of another machine, or text in several lines, is none. */
function isPath({ text }: Arg): boolean {
  return text !== '' && text !== '-' && text.length < 1024 && !/^\w+:\/\/|[\n\0]/.test(text);
}
