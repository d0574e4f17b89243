// Questions to the catalogue: which servers there are, and what is known about a model. `providers`: those built in, or with the user's own entries.
import { PaiError } from '../base/error.js';
import { type CatalogModel, type CatalogProvider, catalogProviders } from './catalog-data.js';
import type { ModelProfile } from './model-profile.js';

type Providers = readonly CatalogProvider[];

/** Window of a model nobody knows, tokens. */
const assumedContextWindow = 128_000;

/** The server's entry; throws PaiError `config` naming the known ones. */
export function findProvider(provider: string, providers: Providers = catalogProviders): CatalogProvider {
  const found = providers.find((entry) => entry.provider === provider);
  if (found) return found;
  const known = providers.map((entry) => entry.provider).join(', ');
  throw new PaiError('config', `there is no provider "${provider}"`, `Known providers: ${known}.`);
}

/** What is known about a model; an unknown model gets the provider's rules and an assumed window. Throws for an unknown provider. */
export function findModel(provider: string, model: string, providers: Providers = catalogProviders): ModelProfile {
  const entry = findProvider(provider, providers);
  const known = knownModel(entry, model);
  return {
    provider,
    model,
    contextWindow: known?.contextWindow ?? assumedContextWindow,
    assumed: known === undefined,
    images: known?.images ?? false,
    ...entry.rules,
    ...known?.rules,
    ...(known?.maxOutputTokens === undefined ? {} : { maxOutputTokens: known.maxOutputTokens }),
    ...(known?.prices ? { prices: known.prices } : {}),
  };
}

/** Profiles of all models the catalogue lists for a provider, its default first. */
export function listModels(provider: string, providers: Providers = catalogProviders): ModelProfile[] {
  return findProvider(provider, providers).models.map(({ model }) => findModel(provider, model, providers));
}

/** What the choice of a provider must know of each. */
export function knownProviders(providers: Providers) {
  return providers.map(({ provider, keyVariables, baseUrl, models }) => ({
    id: provider,
    keyVariables,
    baseUrl,
    defaultModel: models[0]?.model,
  }));
}

/** A dated release (`gpt-5-2025-08-07`) is the model it is a release of. */
function knownModel(entry: CatalogProvider, model: string): CatalogModel | undefined {
  const undated = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  return entry.models.find((known) => known.model === model) ?? entry.models.find((known) => known.model === undated);
}
