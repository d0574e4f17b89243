// The user's own entries of the catalogue (`models.json`): checked, and laid over what is built in. Reads no file.

import { PaiError } from '../base/error.js';
import { isObject } from '../base/json-text.js';
import { type CatalogModel, type CatalogProvider, plainRules } from './catalog-data.js';
import type { Prices, ServerRules } from './model-profile.js';

/** Where a fault is: `placeOf` names the file and line of a top-level key. */
export interface UserEntries {
  entries: [key: string, value: unknown][];
  placeOf(key: string): string;
}

type Fields = Record<string, unknown>;
type Fault = (path: string, expected: string) => PaiError;

const ruleValues: { [K in keyof ServerRules]: readonly ServerRules[K][] } = {
  maxTokensField: ['max_tokens', 'max_completion_tokens'],
  streamUsage: [true, false],
  callIds: ['free', 'nine'],
  replayReasoning: [true, false],
  systemRole: ['system', 'developer', 'user'],
  turns: ['free', 'merged', 'strict'],
  parallelCalls: [true, false],
  textCalls: [true, false],
};
const ruleNames = Object.keys(ruleValues);
const modelKeys = ['contextWindow', 'maxOutputTokens', 'images', 'prices', ...ruleNames];
const providerKeys = ['name', 'baseUrl', 'keyVariable', 'models', ...ruleNames];

/** All providers, the user's over those built in and new ones behind them. Throws PaiError('config') in one line that names the key. */
export function layUserEntries(builtIn: readonly CatalogProvider[], { entries, placeOf }: UserEntries) {
  const providers = [...builtIn];
  for (const [id, value] of entries) {
    if (id === '$schema' || id === 'version') continue;
    const fault: Fault = (path, expected) =>
      new PaiError('config', `${placeOf(id)}: ${path} must be ${expected}`, 'Correct it, or move the file away.');
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(id)) throw fault(`"${id}"`, 'a name of small letters, digits and -');
    if (id === 'demo' || id === 'scripted') throw fault(`"${id}"`, 'another name: this one is taken');
    const at = providers.findIndex(({ provider }) => provider === id);
    const entry = readProvider(id, value, providers[at], fault);
    if (at === -1) providers.push(entry);
    else providers[at] = entry;
  }
  return providers;
}

function readProvider(id: string, value: unknown, base: CatalogProvider | undefined, fault: Fault): CatalogProvider {
  const fields = fieldsOf(id, value, providerKeys, fault);
  const { name = base?.name ?? id, baseUrl = base?.baseUrl, keyVariable } = fields;
  if (typeof name !== 'string' || name === '') throw fault(`${id}.name`, 'a text');
  if (id !== 'custom' && !isAddress(baseUrl)) throw fault(`${id}.baseUrl`, 'an http or https address');
  if (keyVariable !== undefined && !(typeof keyVariable === 'string' && /^[A-Za-z_]\w*$/.test(keyVariable)))
    throw fault(`${id}.keyVariable`, 'the name of an environment variable');
  const models = Object.entries(fieldsOf(`${id}.models`, fields.models ?? {}, undefined, fault)).map(([model, given]) =>
    readModel(
      `${id}.models["${model}"]`,
      model,
      given,
      base?.models.find((known) => known.model === model),
      fault,
    ),
  );
  const named = new Set(models.map(({ model }) => model));
  return {
    provider: id,
    name,
    baseUrl: String(baseUrl ?? '').replace(/\/+$/, ''),
    keyVariables: keyVariable === undefined ? (base?.keyVariables ?? []) : [keyVariable as string],
    ...(base?.isLocal ? { isLocal: true } : {}),
    rules: { ...(base?.rules ?? plainRules), ...readRules(id, fields, fault) },
    models: [...models, ...(base?.models ?? []).filter(({ model }) => !named.has(model))],
  };
}

function readModel(path: string, model: string, value: unknown, base: CatalogModel | undefined, fault: Fault) {
  const fields = fieldsOf(path, value, modelKeys, fault);
  const {
    contextWindow = base?.contextWindow,
    maxOutputTokens = base?.maxOutputTokens,
    images = base?.images,
  } = fields;
  if (!isCount(contextWindow)) throw fault(`${path}.contextWindow`, 'a whole number of tokens');
  if (maxOutputTokens !== undefined && !isCount(maxOutputTokens))
    throw fault(`${path}.maxOutputTokens`, 'a whole number of tokens');
  if (images !== undefined && typeof images !== 'boolean') throw fault(`${path}.images`, 'true or false');
  const prices = fields.prices === undefined ? base?.prices : readPrices(`${path}.prices`, fields.prices, fault);
  return {
    model,
    contextWindow,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(images === undefined ? {} : { images }),
    ...(prices ? { prices } : {}),
    rules: { ...base?.rules, ...readRules(path, fields, fault) },
  };
}

function readPrices(path: string, value: unknown, fault: Fault): Prices {
  const fields = fieldsOf(path, value, ['currency', 'input', 'cachedInput', 'output', 'asOf'], fault);
  const { currency, input, cachedInput, output, asOf } = fields;
  if (currency !== 'USD' && currency !== 'CNY') throw fault(`${path}.currency`, '"USD" or "CNY"');
  if (!isPrice(input)) throw fault(`${path}.input`, 'a price for a million tokens');
  if (!isPrice(output)) throw fault(`${path}.output`, 'a price for a million tokens');
  if (cachedInput !== undefined && !isPrice(cachedInput))
    throw fault(`${path}.cachedInput`, 'a price for a million tokens');
  if (typeof asOf !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(asOf))
    throw fault(`${path}.asOf`, 'the day of the price, as "2026-01-31"');
  return { currency, input, output, asOf, ...(cachedInput === undefined ? {} : { cachedInput }) };
}

function readRules(path: string, fields: Fields, fault: Fault): Partial<ServerRules> {
  const given = ruleNames.filter((name) => fields[name] !== undefined);
  for (const name of given) {
    const values: readonly unknown[] = ruleValues[name as keyof ServerRules];
    if (!values.includes(fields[name]))
      throw fault(`${path}.${name}`, values.map((value) => JSON.stringify(value)).join(' or '));
  }
  return Object.fromEntries(given.map((name) => [name, fields[name]]));
}

/** `keys`: the only ones there are; undefined: any. */
function fieldsOf(path: string, value: unknown, keys: readonly string[] | undefined, fault: Fault): Fields {
  if (!isObject(value)) throw fault(path, 'an object');
  const other = keys && Object.keys(value).find((key) => !keys.includes(key));
  if (other !== undefined) throw fault(`${path}.${other}`, `one of ${keys?.join(', ')}`);
  return value as Fields;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isPrice = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0;
const isAddress = (value: unknown) => typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value);
