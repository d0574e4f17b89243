// What the lists say from which one connects a model: servers and their models. Text from outside is cleaned here.
import { cleanOneLine } from '../../view/clean.js';
import { formatCount, formatTokens } from '../../view/format.js';
import type { ConnectOffer, LocalServer, OfferedModel } from '../connect.js';
import type { SearchItem } from './search-list.js';

export type ServerChoice =
  | { kind: 'offer'; offer: ConnectOffer }
  | { kind: 'local'; server: LocalServer }
  | { kind: 'demo' };

/** What runs here comes first: it costs nothing. `mayDemo`: the demo is one of the choices. */
export function serverItems(
  offers: readonly ConnectOffer[],
  local: readonly LocalServer[],
  mayDemo: boolean,
): SearchItem<ServerChoice>[] {
  return [
    ...local.map((server) => ({
      value: { kind: 'local', server } as const,
      label: cleanOneLine(server.name),
      detail: `runs on this machine, ${formatCount(server.models.length, 'model')}`,
    })),
    ...offers.map((offer) => ({
      value: { kind: 'offer', offer } as const,
      label: cleanOneLine(offer.name),
      detail: keyText(offer),
      words: offer.provider,
    })),
    ...(mayDemo
      ? [
          {
            value: { kind: 'demo' } as const,
            label: 'Demo',
            detail: 'a scripted model on a sample project, no real AI',
          },
        ]
      : []),
  ];
}

function keyText({ key, keyVariable }: ConnectOffer): string {
  if (key === 'optional') return 'any OpenAI-compatible server, by its address';
  if (key === 'needed') return 'needs a key';
  return keyVariable ? `its key is in ${cleanOneLine(keyVariable)}` : 'its key is stored';
}

/** The empty name stands for one that is not listed. */
export function modelItems(models: readonly OfferedModel[]): SearchItem<string>[] {
  return [
    ...models.map(({ model, contextWindow }) => ({
      value: model,
      label: cleanOneLine(model),
      ...(contextWindow === undefined ? {} : { detail: `window ${formatTokens(contextWindow)}` }),
    })),
    { value: '', label: 'Another model', detail: 'by its name' },
  ];
}
