// From the command line, the environment and the config file to what an engine is started with.
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PaiError } from '../base/error.js';
import { loadSettings, type Settings } from '../config/load-settings.js';
import type { OwnFolder } from '../config/own-folder.js';
import { pathsFrom } from '../config/paths.js';
import type { SettingKey } from '../config/setting-row.js';
import { settingsTable } from '../config/settings-table.js';
import { summarizeSettings } from '../config/summarize-settings.js';
import { parseLanguageServers } from '../diagnostics/servers/parse-language-servers.js';
import type { EngineInit } from '../engine/engine-init.js';
import { isWithin } from '../policy/path-guard.js';
import type { AgentRole } from '../protocol/team.js';
import { findModel, knownProviders } from '../provider/catalog.js';
import { type Catalog, loadCatalog } from './load-catalog.js';
import type { ParsedLine } from './options.js';
import { webInit } from './web-init.js';

export interface Places {
  home: string;
  /** Absolute, links resolved. */
  cwd: string;
}

/** Whether the folder can have anything of its own: all that a start pays for where it has not. */
export function mayHaveOwn({ cwd }: Places): boolean {
  try {
    return lstatSync(join(cwd, '.paicli'), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Why it cannot be looked at is said by those who read it.
    return true;
  }
}

/** Throws PaiError('usage') in one line. */
export function placesOf({ values }: ParsedLine): Places {
  return { cwd: workingFolder(text(values.cwd)), home: pathsFrom(process.env).home };
}

/** `folder`: its own settings, only of one that the user trusts. Throws PaiError('usage' | 'config') in one line. */
export function engineInit(
  { values, lists }: ParsedLine,
  { cwd, home }: Places,
  interactive: boolean,
  folder?: OwnFolder,
): EngineInit {
  const scriptFile = text(values.script);
  const provider = values.demo ? 'demo' : (text(values.provider) ?? (scriptFile ? 'scripted' : undefined));
  if (scriptFile && provider !== 'scripted')
    throw new PaiError('usage', `--script is for the provider scripted, not for ${provider}`);
  const catalog = loadCatalog(home);
  const settings = loadSettings({
    home,
    env: process.env,
    flags: { ...flagsOf(values), provider },
    ...(folder ? { folder: folder.entries } : {}),
    providers: choosable(catalog),
  });
  if (settings.provider === 'demo' && values.model !== undefined)
    throw new PaiError(
      'config',
      `--model: the demo model is no ${values.model}, and no other provider is set up`,
      'Set a key, PAICLI_BASE_URL or --provider; paicli --help shows how.',
    );
  return {
    home,
    cwd,
    ...addedFolders(lists['add-dir'] ?? [], cwd),
    provider: settings.provider,
    model: settings.model,
    ...(settings.baseUrl ? { baseUrl: settings.baseUrl } : {}),
    ...(settings.apiKey ? { apiKey: settings.apiKey.reveal() } : {}),
    ...(settings.isStoredKey ? { isStoredKey: true } : {}),
    ...(catalog.isOwn ? { catalog: catalog.providers } : {}),
    ...(settings.contextWindow ? { contextWindow: settings.contextWindow } : {}),
    approvals: settings.approvals,
    maxSteps: settings.maxSteps,
    ...(settings.snapshots === 'on' ? { snapshots: { limitMb: settings.snapshotLimitMb } } : {}),
    routing: settings.routing,
    parallelTasks: settings.parallelTasks,
    team: { workers: settings.teamWorkers, models: teamModels(settings) },
    spending: spendingLimits(settings),
    toolTimeoutMs: settings.toolTimeoutS * 1000,
    stallTimeoutMs: settings.stallTimeoutS * 1000,
    sandbox: settings.sandbox,
    sandboxNetwork: settings.sandboxNetwork === 'on',
    ...webInit(settings, process.env),
    interactive,
    ...(scriptFile ? { scriptFile: resolve(scriptFile) } : {}),
    ...(folder ? { folderPrompts: folder.prompts, isFolderTrusted: true as const } : {}),
    ...(settings.diagnostics === 'on' ? { diagnostics: languageServers(settings) } : {}),
    settings: summarizeSettings(settings),
    notices: [...settings.notices, ...unpriced(settings, catalog)],
  };
}

/** Throws PaiError('config') in one line. */
function languageServers({ languageServers: given }: Settings): NonNullable<EngineInit['diagnostics']> {
  return given === undefined ? {} : { languageServers: parseLanguageServers(given) };
}

function teamModels(settings: Settings): Partial<Record<AgentRole, string>> {
  const { teamPlannerModel: planner, teamWorkerModel: worker, teamReviewerModel: reviewer } = settings;
  return {
    ...(planner === undefined ? {} : { planner }),
    ...(worker === undefined ? {} : { worker }),
    ...(reviewer === undefined ? {} : { reviewer }),
  };
}

/** Raw values of the flags of settings, by setting. */
function flagsOf(values: ParsedLine['values']): Partial<Record<SettingKey, string | undefined>> {
  return Object.fromEntries(settingsTable.map(({ key, flag = '' }) => [key, text(values[flag.slice(2)])]));
}

function spendingLimits(settings: Settings): NonNullable<EngineInit['spending']> {
  const limits = {
    costUsdPerTurn: settings.maxCostUsdPerTurn,
    costUsdPerDay: settings.maxCostUsdPerDay,
    tokensPerTurn: settings.maxTokensPerTurn,
    tokensPerDay: settings.maxTokensPerDay,
  };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

/** A limit of cost cannot be held where the price is not known: that is said. */
function unpriced(settings: Settings, { providers }: Catalog): string[] {
  const { provider, model, origins } = settings;
  const limits = (['maxCostUsdPerTurn', 'maxCostUsdPerDay'] as const).filter((key) => settings[key] !== undefined);
  if (limits.length === 0) return [];
  const isServed = providers.some((entry) => entry.provider === provider);
  const prices = isServed ? findModel(provider, model, providers).prices : undefined;
  if (prices?.currency === 'USD') return [];
  const why = prices ? 'is in yuan, and no rate is assumed' : 'is not known';
  const named = limits.map((key) => `${key} (${origins[key]})`).join(' and ');
  return [`${named} ${limits.length === 1 ? 'has' : 'have'} no effect: the price of ${model} ${why}.`];
}

/** Links resolved, so that every later comparison of paths is of real ones. */
function workingFolder(given: string | undefined): string {
  return existingFolder('cwd', given ?? process.cwd());
}

/** Those that lie in the working folder are inside already. */
function addedFolders(given: string[], cwd: string): Pick<EngineInit, 'extraFolders'> {
  const folders = given.map((folder) => existingFolder('add-dir', folder)).filter((folder) => !isWithin(folder, cwd));
  return folders.length > 0 ? { extraFolders: [...new Set(folders)] } : {};
}

function existingFolder(flag: string, given: string): string {
  const folder = resolve(given);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new PaiError('usage', `--${flag}: there is no folder ${folder}`);
  return realpathSync(folder);
}

/** Those that can be named, the one among them that plays a file. */
export function choosable({ providers }: Catalog) {
  // Its address only says that none is missing.
  return [
    ...knownProviders(providers),
    { id: 'scripted', keyVariables: [], baseUrl: 'script:', defaultModel: 'scripted' },
  ];
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
