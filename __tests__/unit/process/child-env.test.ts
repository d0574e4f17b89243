import { expect, test } from '@jest/globals';
import { childEnv, isSecretName } from '../../../src/process/child-env.js';

test.each([
  'OPENAI_API_KEY',
  'APIKEY',
  'SSH_KEY_PATH',
  'GITHUB_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'PGPASSWORD',
  'MYSQL_PWD',
  'db_password',
  'GOOGLE_CREDENTIALS',
  'GH_PAT',
])('%s is kept from commands', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each(['PATH', 'HOME', 'PWD', 'OLDPWD', 'KEYBOARD_LAYOUT', 'SSH_AUTH_SOCK', 'LANG'])(
  '%s is handed to commands',
  (name) => {
    expect(isSecretName(name)).toBe(false);
  },
);

test('editors, pagers and questions are neutral, also when the person has set them', () => {
  const env = childEnv({ PATH: '/bin', EDITOR: 'vim', GIT_PAGER: 'less', FORCE_COLOR: '1', MY_TOKEN: 'x' });
  expect(env).toMatchObject({ PATH: '/bin', EDITOR: 'true', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0', CI: '1' });
  expect(env).not.toHaveProperty('FORCE_COLOR');
  expect(env).not.toHaveProperty('MY_TOKEN');
});
