// From the command line, the environment and the config file to what an engine is started with.
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PaiError } from '../base/error.js';
import type { KnownProvider } from '../config/choose-provider.js';
import { loadSettings, type Settings } from '../config/load-settings.js';
import { pathsFrom } from '../config/paths.js';
import { type SettingKey, settingsTable } from '../config/settings-table.js';
import { summarizeSettings } from '../config/summarize-settings.js';
import type { EngineInit } from '../engine/engine-init.js';
import { findModel } from '../provider/catalog.js';
import { catalogProviders } from '../provider/catalog-data.js';
import type { ParsedLine } from './options.js';

/** Throws PaiError('usage' | 'config') in one line. */
export function engineInit({ values }: ParsedLine, interactive: boolean): EngineInit {
  const cwd = workingFolder(text(values.cwd));
  const home = pathsFrom(process.env).home;
  const scriptFile = text(values.script);
  const provider = values.demo ? 'demo' : (text(values.provider) ?? (scriptFile ? 'scripted' : undefined));
  if (scriptFile && provider !== 'scripted')
    throw new PaiError('usage', `--script is for the provider scripted, not for ${provider}`);
  const settings = loadSettings({
    home,
    cwd,
    env: process.env,
    flags: { ...flagsOf(values), provider },
    trusted: false,
    providers: knownProviders(),
  });
  if (settings.provider === 'demo' && values.model !== undefined)
    throw new PaiError(
      'config',
      `--model: the demo model is no ${values.model}, and no other provider is set up`,
      'Set a key, PAICLI_BASE_URL or --provider; paicli --help shows how.',
    );
  const maxCostUsd = positive('max-cost', text(values['max-cost']));
  return {
    home,
    cwd,
    provider: settings.provider,
    model: settings.model,
    ...(settings.baseUrl ? { baseUrl: settings.baseUrl } : {}),
    ...(settings.apiKey ? { apiKey: settings.apiKey.reveal() } : {}),
    ...(settings.contextWindow ? { contextWindow: settings.contextWindow } : {}),
    approvals: settings.approvals,
    maxSteps: settings.maxSteps,
    ...(maxCostUsd === undefined ? {} : { maxCostUsd }),
    toolTimeoutMs: settings.toolTimeoutS * 1000,
    stallTimeoutMs: settings.stallTimeoutS * 1000,
    interactive,
    ...(scriptFile ? { scriptFile: resolve(scriptFile) } : {}),
    settings: summarizeSettings(settings),
    notices: [...settings.notices, ...(maxCostUsd === undefined ? [] : unpriced(settings))],
  };
}

/** Raw values of the flags of settings, by setting. */
function flagsOf(values: ParsedLine['values']): Partial<Record<SettingKey, string | undefined>> {
  return Object.fromEntries(settingsTable.map(({ key, flag = '' }) => [key, text(values[flag.slice(2)])]));
}

/** A limit of cost cannot be held where the price is not known: that is said. */
function unpriced({ provider, model }: Pick<Settings, 'provider' | 'model'>): string[] {
  const isServed = catalogProviders.some((entry) => entry.provider === provider);
  if (isServed && findModel(provider, model).prices !== undefined) return [];
  return [`--max-cost has no effect: the price of ${model} is not known.`];
}

/** Links resolved, so that every later comparison of paths is of real ones. */
function workingFolder(given: string | undefined): string {
  const folder = resolve(given ?? process.cwd());
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new PaiError('usage', `--cwd: there is no folder ${folder}`);
  return realpathSync(folder);
}

function knownProviders(): KnownProvider[] {
  const served = catalogProviders.map(({ provider, keyVariables, baseUrl, models }) => ({
    id: provider,
    keyVariables,
    baseUrl,
    defaultModel: models[0]?.model,
  }));
  // Plays a file instead of asking a server; the address only says that none is missing.
  return [...served, { id: 'scripted', keyVariables: [], baseUrl: 'script:', defaultModel: 'scripted' }];
}

/** A positive number given by a flag. Throws PaiError('usage'). */
export function positive(flag: string, given: string | undefined, max = Number.MAX_VALUE): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() !== '' && number > 0 && number <= max) return number;
  const upTo = max === Number.MAX_VALUE ? '' : ` up to ${max}`;
  throw new PaiError('usage', `--${flag}: "${given}" is not a positive number${upTo}`);
}

/** The text of an option; switches and absent options have none. */
export function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
