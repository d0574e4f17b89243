// `paicli models`: the models that are known, and those that servers on this machine (or the one that is named) say they have.
import { toErrorData } from '../base/error.js';
import { harmlessJson } from '../base/harmless-json.js';
import { pathsFrom } from '../config/paths.js';
import { findModel, findProvider } from '../provider/catalog.js';
import type { ModelProfile } from '../provider/model-profile.js';
import { findLocalServers, listServed, type ServedModel } from '../provider/served-models.js';
import { cleanOneLine } from '../view/clean.js';
import { formatTokens } from '../view/format.js';
import { connectedServer } from './connected-server.js';
import { text } from './engine-init.js';
import { type Catalog, loadCatalog } from './load-catalog.js';
import type { ParsedLine } from './options.js';
import { print } from './output.js';

const listLimitMs = 10_000;

interface Listed extends ModelProfile {
  /** Its key is there, or it needs none. */
  ready: boolean;
}

/** Returns the exit code. Throws PaiError in one line. */
export async function models({ values }: ParsedLine): Promise<number> {
  const { home } = pathsFrom(process.env);
  const catalog = loadCatalog(home);
  const provider = text(values.provider);
  const listed = provider === undefined ? await all(home, catalog) : await ofOne(home, catalog, provider);
  return print(values.json ? `${harmlessJson(listed, 2)}\n` : table(listed));
}

async function all(home: string, catalog: Catalog): Promise<Listed[]> {
  const found = await findLocalServers(catalog.providers);
  const local = found.flatMap(({ provider, models: served }) => profiles(catalog, provider, served, true));
  const known = catalog.providers.flatMap(({ provider, models: own }) =>
    profiles(catalog, provider, own, connectedServer(home, catalog, provider) !== undefined),
  );
  return [...local, ...known];
}

/** What its server says it has counts, where it can be asked. */
async function ofOne(home: string, catalog: Catalog, provider: string): Promise<Listed[]> {
  const known = findProvider(provider, catalog.providers).models;
  const server = connectedServer(home, catalog, provider);
  if (!server) {
    process.stderr.write(`${provider} is not set up, so that its server was not asked.\n`);
    return profiles(catalog, provider, known, false);
  }
  try {
    return profiles(catalog, provider, await listServed(server, listLimitMs), true);
  } catch (error) {
    const { message, hint } = toErrorData(error);
    process.stderr.write(`${[message, hint].filter(Boolean).join(' ')}\n`);
    return profiles(catalog, provider, known, true);
  }
}

function profiles({ providers }: Catalog, provider: string, given: readonly ServedModel[], ready: boolean): Listed[] {
  return given.map(({ model, contextWindow }) => {
    const profile = findModel(provider, model, providers);
    const told = profile.assumed && contextWindow !== undefined ? { contextWindow, assumed: false } : {};
    return { ...profile, ...told, ready };
  });
}

function table(listed: readonly Listed[]): string {
  if (listed.length === 0) return 'No model is known.\n';
  const head = ['', 'MODEL', 'WINDOW', 'OUTPUT', 'PRICE OF 1M TOKENS IN / CACHED / OUT', ''];
  const rows = [head, ...listed.map(rowOf)];
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n\n* can be used now; ~ assumed. Prices are as of their day and in their own currency.\n`;
}

function rowOf({ provider, model, contextWindow, assumed, maxOutputTokens, prices, images, ready }: Listed): string[] {
  const price = prices
    ? `${prices.currency} ${prices.input} / ${prices.cachedInput ?? '-'} / ${prices.output}  (${prices.asOf})`
    : '';
  return [
    ready ? '*' : ' ',
    cleanOneLine(`${provider}/${model}`),
    `${assumed ? '~' : ''}${formatTokens(contextWindow)}`,
    maxOutputTokens === undefined ? '' : formatTokens(maxOutputTokens),
    price,
    images ? 'images' : '',
  ];
}
