// From the command line, the environment and the config file to what an engine is started with.
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PaiError } from '../base/error.js';
import type { KnownProvider } from '../config/choose-provider.js';
import { loadSettings } from '../config/load-settings.js';
import { pathsFrom } from '../config/paths.js';
import type { EngineInit } from '../engine/engine-init.js';
import { catalogProviders } from '../provider/catalog-data.js';
import type { ParsedLine } from './options.js';

/** Throws PaiError('usage' | 'config') in one line. */
export function engineInit({ values }: ParsedLine, interactive: boolean): EngineInit {
  const cwd = workingFolder(text(values.cwd));
  const home = pathsFrom(process.env).home;
  const scriptFile = text(values.script);
  const provider = values.demo ? 'demo' : (text(values.provider) ?? (scriptFile ? 'scripted' : undefined));
  const settings = loadSettings({
    home,
    cwd,
    env: process.env,
    flags: {
      provider,
      model: text(values.model),
      approvals: text(values.approve),
      maxSteps: text(values['max-steps']),
    },
    trusted: false,
    providers: knownProviders(),
  });
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
    notices: settings.notices,
  };
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
export function positive(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() !== '' && Number.isFinite(number) && number > 0) return number;
  throw new PaiError('usage', `--${flag}: "${given}" is not a positive number`);
}

/** The text of an option; switches and absent options have none. */
export function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
