// Saving one harmless setting into the user's config file. What is saved holds from the next start; a running engine keeps what it has.

import { PaiError } from '../../base/error.js';
import { asObject } from '../../base/json-text.js';
import { parseSetting } from '../../config/parse-setting.js';
import { readConfigFile } from '../../config/read-config-file.js';
import { settingsTable } from '../../config/settings-table.js';
import type { QueryResult, SettingSummary } from '../../protocol/query.js';
import { openJsonStore } from '../../storage/json-store.js';
import type { EngineState } from '../state.js';

/** Throws PaiError('usage' | 'config' | 'storage'); the file is then as it was. */
export async function saveSetting(
  { configFile, settings }: EngineState,
  key: string,
  value: string | undefined,
): Promise<void> {
  const row = settingsTable.find((candidate) => candidate.key === key);
  if (!row) throw new PaiError('usage', `"${key}" is no setting`);
  if (!row.savable)
    throw new PaiError(
      'usage',
      `${key} is not saved from here`,
      `Set it in ${configFile} or with ${row.flag ?? row.env[0]}.`,
    );
  const parsed = value === undefined ? undefined : parseSetting(row, value, 'given here');
  // A file that a person must mend first is not replaced by one with a single setting in it.
  readConfigFile(configFile);
  await openJsonStore(configFile, { parse: asObject, defaults: {} }).update((members) => {
    if (parsed === undefined) delete members[key];
    else members[key] = parsed;
    return members;
  });
  remember(settings, key, parsed === undefined ? undefined : String(parsed));
}

/** What is in force goes on until the next start, and is shown beside it. */
function remember(settings: SettingSummary[], key: string, saved: string | undefined): void {
  const summary = settings.find((candidate) => candidate.key === key);
  if (!summary) return;
  if (saved === undefined) delete summary.saved;
  else summary.saved = saved;
}

/** The settings as they stand now: some were changed since the start. */
export function answerSettings({ settings, configFile, approvals, model }: EngineState): QueryResult {
  const current: Record<string, string> = { approvals, model: model.profile.model };
  const rows = settings.map((row) => {
    const value = current[row.key];
    return value === undefined || value === row.value ? row : { ...row, value, origin: 'changed since the start' };
  });
  return { kind: 'settings', file: configFile, settings: rows };
}
