import { expect, test } from '@jest/globals';
import type { Settings } from '../../../src/config/load-settings.js';
import { Secret } from '../../../src/config/secret.js';
import { summarizeSettings } from '../../../src/config/summarize-settings.js';

const settings: Settings = {
  provider: 'custom',
  model: 'm',
  baseUrl: 'https://me:pass-word@models.test/v1',
  apiKey: new Secret('key-12345'),
  approvals: 'ask',
  maxSteps: 20,
  parallelTasks: 4,
  teamWorkers: 3,
  snapshots: 'on',
  snapshotLimitMb: 1024,
  diagnostics: 'on',
  toolTimeoutS: 60,
  stallTimeoutS: 60,
  sandbox: 'off',
  sandboxNetwork: 'on',
  theme: 'default',
  notify: 'auto',
  routing: 'suggest',
  layout: 'auto',
  mouse: 'off',
  origins: { baseUrl: 'set by PAICLI_BASE_URL' },
  notices: [],
};

test('of a key it is told only that it is set, and an address is told without the password in it', () => {
  const rows = summarizeSettings(settings);
  expect(rows.find(({ key }) => key === 'apiKey')).toMatchObject({ value: 'set', secret: true });
  expect(rows.find(({ key }) => key === 'baseUrl')).toMatchObject({ value: 'https://***@models.test/v1' });
  expect(JSON.stringify(rows)).not.toMatch(/pass-word|key-12345/);
});
