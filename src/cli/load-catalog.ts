// The catalogue of models with the user's own entries from `models.json`.
import { pathsUnder } from '../config/paths.js';
import { readConfigFile } from '../config/read-config-file.js';
import { type CatalogProvider, catalogProviders } from '../provider/catalog-data.js';
import { layUserEntries } from '../provider/user-catalog.js';

export interface Catalog {
  providers: readonly CatalogProvider[];
  /** The user has entries of their own. */
  isOwn: boolean;
}

/** Throws PaiError('config') in one line that names file and key. */
export function loadCatalog(home: string): Catalog {
  const file = readConfigFile(pathsUnder(home).modelsFile);
  if (!file) return { providers: catalogProviders, isOwn: false };
  return { providers: layUserEntries(catalogProviders, file), isOwn: true };
}
