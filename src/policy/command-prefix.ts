// Which first words of a command may stand in a rule, as data: known programs with subcommands, and what is never allowed by its
// beginning because it runs whatever follows.

/** How many words name what is done. Longer beginnings come first where a program has several. */
const subcommands: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['git npm pnpm yarn bun cargo go docker podman kubectl pip pip3 uv poetry bundle dotnet gradle mvn mix rake', 2],
    ['composer deno swift rustup brew terraform helm make just task gh nx turbo pdm hatch sbt lein stack cabal zig', 2],
    ['./gradlew ./mvnw', 2],
    ['pytest jest vitest mocha ava tap eslint prettier stylelint tsc biome oxlint ruff mypy pyright black isort', 1],
    ['flake8 pylint tox nox rspec rubocop phpunit ctest ninja golangci-lint gofmt rustfmt shellcheck', 1],
  ].flatMap(([names, words]) =>
    String(names)
      .split(' ')
      .map((name) => [name, Number(words)] as const),
  ),
);

/** Beginnings that need one word more. */
const longer = new Set(
  'npm run,pnpm run,yarn run,bun run,deno task,docker compose,podman compose,bundle exec,uv run,poetry run,pdm run,hatch run,gh pr,gh issue,gh run,gh repo,go mod,go tool,pip cache,cargo nextest,python -m,python3 -m,nx run,turbo run,terraform state,kubectl config'.split(
    ',',
  ),
);

/** Beginnings behind which anything can be run. */
const runners = new Set(
  [
    'npm exec,npm x,npm config,npm explore,pnpm dlx,pnpm exec,yarn dlx,yarn exec,yarn node,bun x,bun exec,uv tool,cargo run',
    'git config,git bisect,git submodule,git filter-branch,git difftool,git mergetool,git rebase,git alias,git daemon',
    'docker run,docker exec,docker compose run,docker compose exec,podman run,podman exec,podman compose run',
    'kubectl exec,kubectl run,kubectl debug,kubectl cp,kubectl proxy,go run,go generate,go tool,deno run,deno eval,mix run',
    'gh api,gh alias,gh extension,gh codespace,dotnet exec,dotnet script,composer exec,rustup run,swift run,stack exec',
    'brew sh,cabal exec,pip config,poetry shell,nx exec,hatch shell',
  ].flatMap((names) => names.split(',')),
);

const interpreters =
  'python python2 python3 node perl ruby php lua tclsh rscript osascript ts-node tsx pypy3 java jshell';
const neverNames = new Set(
  [
    'sh bash zsh dash ksh ash fish mksh rbash csh tcsh pwsh powershell cmd busybox toybox',
    'sudo doas su pkexec runuser gosu env xargs eval source . exec command builtin nohup nice ionice time timeout stdbuf',
    'setsid watch parallel script flock strace ltrace gdb unshare chroot nsenter expect screen tmux',
    'npx pnpx bunx uvx pipx rm rmdir unlink shred dd mkfs kill pkill killall chmod chown chgrp truncate',
    'ssh scp sftp rsync curl wget nc ncat socat telnet ftp aria2c vi vim nvim emacs ed less more man',
  ].flatMap((names) => names.split(' ')),
);
const interpreterNames = new Set(interpreters.split(' '));

/** Why a rule may not allow all that begins with these words; undefined when it may. */
export function whyTooBroad(words: readonly string[]): string | undefined {
  const name = programOf(words);
  if (neverNames.has(name)) return `${name} can do anything with what follows it`;
  if (interpreterNames.has(name)) {
    const isModule = words[1] === '-m' && words.length > 2;
    const isFile = words[1] !== undefined && !words[1].startsWith('-');
    return isModule || isFile ? undefined : `${name} runs any program text that follows it`;
  }
  const runner = [...runners].find((beginning) => beginsWith(words, beginning.split(' ')));
  if (runner !== undefined) return `\`${runner}\` runs whatever follows it`;
  const depth = depthOf(words);
  if (depth !== undefined && words.length < depth) return `\`${words.join(' ')}\` alone stands for too much`;
  // What stands behind `uv run` is a command of its own.
  return passesOn.has(words.slice(0, 2).join(' ')) && words.length > 2 ? whyTooBroad(words.slice(2)) : undefined;
}

const passesOn = new Set(['uv run', 'poetry run', 'pdm run', 'hatch run', 'bundle exec']);

/** The beginning to offer for a command; undefined when none of its beginnings is known to be fit. */
export function fitPrefix(words: readonly string[]): string[] | undefined {
  const depth = depthOf(words);
  if (depth === undefined || words.length < depth) return undefined;
  const prefix = words.slice(0, depth);
  const isPlain = prefix.every(
    (word, at) => /^[\w@%+:.,/-]+$/.test(word) && (at === 0 || !word.startsWith('-') || word === '-m'),
  );
  return isPlain && whyTooBroad(prefix) === undefined ? prefix : undefined;
}

/** May this command be saved as it stands, as one exact line? */
export function mayBeKept(words: readonly string[]): boolean {
  const name = programOf(words);
  return !neverNames.has(name) && !(interpreterNames.has(name) && (words[1] ?? '-').startsWith('-'));
}

function depthOf(words: readonly string[]): number | undefined {
  const [name = ''] = words;
  const pair = words.slice(0, 2).join(' ');
  if (longer.has(pair)) return 3;
  return Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
}

const programOf = (words: readonly string[]) => (words[0] ?? '').replace(/^.*\//, '').toLowerCase();

const beginsWith = (words: readonly string[], beginning: readonly string[]) =>
  words.length >= beginning.length && beginning.every((word, at) => words[at] === word);
