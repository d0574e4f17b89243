// Settings as a front end may show them: values as text with where they were set, secrets only as set or not.
import type { SettingSummary } from '../protocol/query.js';
import type { Settings } from './load-settings.js';
import { expectedOf } from './parse-setting.js';
import type { SettingType } from './setting-row.js';
import { settingsTable } from './settings-table.js';

export function summarizeSettings(settings: Settings): SettingSummary[] {
  return settingsTable.map((row) => {
    const value = settings[row.key];
    const origin = settings.origins[row.key];
    const secret = row.type.kind === 'secret';
    return {
      key: row.key,
      description: row.description,
      savable: row.savable === true,
      expected: expectedOf(row.type),
      ...(value === undefined ? {} : { value: secret ? 'set' : withoutLogin(String(value), row.type) }),
      ...(secret ? { secret } : {}),
      ...(origin === undefined ? {} : { origin }),
      ...(row.type.kind === 'choice' ? { choices: [...row.type.values] } : {}),
    };
  });
}

/** An address may hold a name and a password. */
export function withoutLogin(value: string, { kind }: SettingType): string {
  return kind === 'url' ? value.replace(/\/\/[^/@\s]+@/, '//***@') : value;
}
