import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decideCall } from '../../../src/policy/gather-facts.js';
import { ruleOf } from '../../../src/policy/rule.js';
import type { ApprovalLevel } from '../../../src/protocol/approval.js';

let base: string;
let cwd: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'pai-rules-')));
  cwd = join(base, 'project');
  mkdirSync(join(cwd, 'src'), { recursive: true });
  mkdirSync(join(base, 'elsewhere'));
  writeFileSync(join(cwd, '.env'), 'KEY=1');
  writeFileSync(join(cwd, 'out.txt'), '');
  symlinkSync(join(base, 'elsewhere'), join(cwd, 'link'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const decision = (command: string, rules: string[] = [], level: ApprovalLevel = 'ask') =>
  decideCall({
    tool: 'execute_command',
    access: { reads: [], writes: [], command },
    readOnly: false,
    level,
    places: { cwd, productHome: join(base, 'home') },
    rules: rules.map((text) => {
      const [effect, ...words] = text.split(' ');
      return { ...ruleOf(effect as 'allow' | 'deny', 'command', words.join(' ')), scope: 'project' };
    }),
  });

const table: Record<string, string[]> = {
  'npm test': [
    'npm test',
    'npm test -- --watch=false',
    'npm test -- src/date.test.ts -t "a name"',
    'npm test && npm test -- src',
    'npm test 2>&1 | tail -20',
    'npm test >/dev/null',
    'npm test | grep -n FAIL | head -5',
    'cd src && npm test',
    'echo start; npm test; cat out.txt',
    '\'npm\' "test"',
    'npm test src/*.ts',
  ],
  'git commit': ['git commit -m "one line"', 'git commit -am wip --no-verify', 'git commit --amend'],
  'npm install': ['npm install left-pad', 'npm install --save-dev @types/node@20'],
  'cargo test': ['cargo test -p core -- --nocapture'],
  'docker compose up': ['docker compose up -d web'],
  make: ['make', 'make -j4 test'],
};
test.each(Object.entries(table).flatMap(([rule, lines]) => lines.map((line) => [rule, line])))(
  'the rule `%s` allows: %s',
  async (rule, line) => {
    expect((await decision(line)).kind).toBe('ask');
    expect(await decision(line, [`allow ${rule}`])).toMatchObject({ kind: 'allow', rule: { pattern: rule } });
  },
);

const notCovered: Record<string, string[]> = {
  'npm install': [
    'npm install x; rm -rf build',
    'npm install x; rm -rf /',
    'npm install x && touch y',
    'npm install x | tee log',
    'npm install x > log',
    'npm install x >> package.json',
    'npm install x < in.txt',
    'npm install $(touch y)',
    'npm install `touch y`',
    'npm install <(touch y)',
    'npm install $PACKAGE',
    'npm install x\ntouch y',
    'npm install x & touch y',
    'npm install x &',
    'NODE_OPTIONS=--require=./x.js npm install x',
    'npm install --script-shell=./x.sh',
    'npm install --script-shell ./x.sh',
    'npm install --prefix ../other',
    'npm install -C ../other x',
    'npm install ../other',
    'npm install /tmp/evil',
    'npm install ~/evil',
    'npm install https://example.com/x.tgz',
    'npm install git@example.com:a/b',
    'npm install *',
    'npm installx',
    './npm install x',
    'npm -g install x',
    'npm ci',
    '(npm install x)',
    'if true; then npm install x; fi',
    'f() { npm install x; }; f',
    'env npm install x',
    'time -o log npm install x',
    'npm install x; cat .env',
    'npm install x; cat link/secret',
    'npm install x; cat /etc/hosts',
    'npm install x; sort -o package.json out.txt',
    'npm install x; uniq out.txt package.json',
    'cd .. && npm install x',
    'cd link && npm install x',
    'cd && npm install x',
    'cd - && npm install x',
  ],
  'git log': [
    'git log --output=.git/hooks/pre-commit',
    'git log --outp=x',
    'git log --ext-diff',
    'git log -c core.pager=x',
    'git -c core.pager=./x log',
  ],
  'git fetch': ['git fetch --upload-pack=./x', 'git fetch --upload-p ./x'],
  'git grep': ['git grep -Osh x', 'git grep -nOsh x', 'git grep --open-files-in-pager=sh x'],
  'git push': ['git push --force', 'git push origin :main', 'git push https://example.com/x'],
  'git add': ['git add .env', 'git add ../x'],
  'go test': ['go test -exec ./x', 'go test -toolexec=./x ./...'],
  'cargo test': ['cargo test --config=target.runner="./x"', 'cargo test --manifest-path=../x/Cargo.toml'],
  make: ['make SHELL=./x', 'make -f other.mk', 'make -kf other.mk', 'make --eval=x'],
  pytest: ['pytest -p evil', 'pytest ../x', 'pytest -c other.ini', 'pytest --rootdir=/'],
  'find src': ['find src -exec touch {} +', 'find src -ok touch {} +', 'find src -delete'],
  'npm run build': ['npm run deploy', 'npm run', 'npm run-script build'],
};
test.each(Object.entries(notCovered).flatMap(([rule, lines]) => lines.map((line) => [rule, line])))(
  'the rule `%s` does not allow: %s',
  async (rule, line) => {
    expect((await decision(line, [`allow ${rule}`])).kind).not.toBe('allow');
  },
);

test('every command of a line needs a rule of its own', async () => {
  const line = 'npm run lint && npm test';
  expect((await decision(line, ['allow npm test'])).kind).toBe('ask');
  expect((await decision(line, ['allow npm test', 'allow npm run lint'])).kind).toBe('allow');
});

const denied: Record<string, string[]> = {
  'git push': [
    'git push',
    'git push origin main',
    'git -C sub push',
    'git --no-pager push',
    '/usr/bin/git push',
    'npm test && git push',
    'env A=1 git push',
    "bash -c 'git push'",
    'echo $(git push)',
    'git $SUB',
    'x=push; git $x',
  ],
  npm: ['npm test', 'npm'],
};
test.each(Object.entries(denied).flatMap(([rule, lines]) => lines.map((line) => [rule, line])))(
  'the rule against `%s` denies at every level: %s',
  async (rule, line) => {
    for (const level of ['ask', 'all'] as const)
      expect((await decision(line, ['allow git push', 'allow npm test', `deny ${rule}`], level)).kind).toBe('deny');
  },
);

test('a rule against git push leaves other commands of git alone', async () => {
  const rules = ['allow git commit', 'deny git push'];
  expect((await decision('git commit -m "push it"', rules)).kind).toBe('allow');
  expect((await decision('git stash', rules)).kind).toBe('ask');
});

test.each([
  ['npm test', 'npm test'],
  ['npm run build -- --watch', 'npm run build'],
  ['git commit -m "x"', 'git commit'],
  ['cargo test --all', 'cargo test'],
  ['docker compose up -d', 'docker compose up'],
  ['pytest -k name', 'pytest'],
  ['python -m pytest -q', 'python -m pytest'],
  ['uv run pytest -q', 'uv run pytest'],
  ['cd src && npm test 2>&1 | tail -40', 'npm test'],
  ['npm test && npm test -- src', 'npm test'],
])('for `%s` the beginning `%s` is offered for ever, and answers it next time', async (line, prefix) => {
  const { always } = await decision(line);
  expect(always).toMatchObject({ effect: 'allow', kind: 'command', pattern: prefix });
  expect((await decision(line, [`allow ${prefix}`])).kind).toBe('allow');
});

test.each(['make', 'some-tool --flag x', './run.sh', 'node build.js', 'git', 'git -C src status', 'npm run "a b"'])(
  'for `%s` only the exact line is offered for ever',
  async (line) => {
    expect((await decision(line)).always).toMatchObject({ kind: 'line', pattern: line });
  },
);

test.each([
  'python -c "print(1)"',
  'python',
  'node -e "1"',
  'bash build.sh',
  'sh -c "npm test"',
  'env npm test',
  'xargs npm test',
  'npx jest',
  'rm file.txt',
  'rm -rf build',
  'curl https://example.com',
  'ssh host ls',
  'sudo npm test',
  'eval "npm test"',
  'timeout 5 npm test',
  'npm test > log',
  'A=1 npm test',
  'npm test; touch x',
  'echo $X',
])('for `%s` nothing is offered for ever', async (line) => {
  expect((await decision(line)).always).toBeUndefined();
});
