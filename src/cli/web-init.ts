// The part of the engine's start that is about the web: hosts the user has named, and their search service.
import { chooseSearch } from '../config/choose-search.js';
import type { Settings } from '../config/load-settings.js';
import type { EngineInit } from '../engine/engine-init.js';

export function webInit(settings: Settings, env: NodeJS.ProcessEnv): Pick<EngineInit, 'web'> {
  const chosen = chooseSearch(settings, env);
  const { webAllowPrivate: allowPrivate } = settings;
  if (!chosen && allowPrivate === undefined) return {};
  return {
    web: {
      ...(allowPrivate === undefined ? {} : { allowPrivate }),
      ...(chosen
        ? {
            search: {
              provider: chosen.provider,
              ...(chosen.baseUrl ? { baseUrl: chosen.baseUrl } : {}),
              ...(chosen.apiKey ? { apiKey: chosen.apiKey.reveal() } : {}),
            },
          }
        : {}),
    },
  };
}
