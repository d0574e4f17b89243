// Keys that the user gave to the program itself (`credentials.json`): each with the one address it is for. Reads; writing is the caller's.

import { PaiError } from '../base/error.js';
import { readConfigFile } from './read-config-file.js';
import { Secret } from './secret.js';

export interface StoredServer {
  provider: string;
  /** The key is sent to this address and to no other. */
  baseUrl: string;
  /** Absent for a server without one. */
  key?: Secret;
}

export interface Credentials {
  servers: StoredServer[];
  /** Others than the owner may read it. */
  isOpenToOthers: boolean;
}

/** The servers member as it lies in the file. */
export interface StoredRow {
  provider: string;
  baseUrl: string;
  key?: string;
}

/** Throws PaiError('config') in one line that quotes nothing of what is in the file. */
export function readCredentials(path: string): Credentials {
  const file = readConfigFile(path);
  if (!file) return { servers: [], isOpenToOthers: false };
  const rows = Object.fromEntries(file.entries).servers;
  if (!Array.isArray(rows) || !rows.every(isRow))
    throw new PaiError(
      'config',
      `${path}: "servers" is not as PaiCLI writes it`,
      'Move the file away and connect again.',
    );
  const servers = rows.map(({ provider, baseUrl, key }) => ({
    provider,
    baseUrl,
    ...(key === undefined ? {} : { key: new Secret(key) }),
  }));
  return { servers, isOpenToOthers: file.isOpenToOthers };
}

/** The newest comes first and replaces what was stored for its provider. */
export function withServer(rows: readonly StoredRow[], added: StoredRow): StoredRow[] {
  return [added, ...rows.filter(({ provider }) => provider !== added.provider)];
}

const isKey = (text: string) => /^[\x21-\x7e]+$/.test(text);

function isRow(value: unknown): value is StoredRow {
  const { provider, baseUrl, key } = (value ?? {}) as Record<string, unknown>;
  const hasKey = key === undefined || (typeof key === 'string' && isKey(key));
  return typeof provider === 'string' && typeof baseUrl === 'string' && URL.canParse(baseUrl) && hasKey;
}
