// The model in use: which provider serves it, what is known about it, and what its replies cost.
import type { StepReply } from '../agent/turn.js';
import { PaiError } from '../base/error.js';
import type { LiveEvent } from '../protocol/event.js';
import type { Usage } from '../protocol/usage.js';
import { findModel } from '../provider/catalog.js';
import { estimateUsage } from '../provider/estimate.js';
import type { ModelProfile } from '../provider/model-profile.js';
import { createOpenAiCompatibleProvider } from '../provider/openai-compatible.js';
import { chargeOf } from '../provider/pricing.js';
import type { ModelRequest, Provider } from '../provider/provider.js';
import { loadScript } from '../provider/script.js';
import { createScriptedProvider } from '../provider/scripted.js';
import type { EngineInit } from './engine-init.js';
import type { Servers } from './servers.js';

export interface ActiveModel {
  provider: Provider;
  profile: ModelProfile;
  demo: boolean;
  /** What this model's server counts for one token of our estimate; learnt from its replies. */
  calibration: number;
}

/** Throws PaiError('config' | 'usage' | 'not-found') when the model cannot be served. */
export async function openModel(init: EngineInit, servers: Servers): Promise<ActiveModel> {
  if (init.provider === 'demo') return demoModel();
  if (init.provider === 'scripted') return scriptedModel(init);
  const { provider, model } = init.inUse ?? init;
  return servedModel(init, servers, provider, model);
}

/** Another model: of the same server, or of another one as `provider/model`. Throws PaiError('config') where it cannot be used. */
export function otherModel(init: EngineInit, servers: Servers, current: ActiveModel, name: string): ActiveModel {
  const { provider, model } = current.profile;
  if (name === model) return current;
  if (current.demo || provider === 'scripted')
    throw new PaiError(
      'config',
      `${provider} has no other model`,
      current.demo ? '/connect sets one up.' : 'Connect a model, see paicli --help.',
    );
  const to = destination(servers, provider, name);
  return servedModel(init, servers, to.provider, to.model);
}

/** Names of models may have slashes of their own: what the server in use has comes first. */
function destination(servers: Servers, provider: string, name: string): { provider: string; model: string } {
  const [, first = '', rest = ''] = /^([^/]+)\/(.+)$/s.exec(name) ?? [];
  if (!servers.has(first) || servers.lists(provider, name)) return { provider, model: name };
  // `openai/gpt-x` at a gateway is one of its own names, unless that provider is set up too.
  if (servers.isGateway(provider) && !servers.isReady(first)) return { provider, model: name };
  return { provider: first, model: rest };
}

function servedModel(init: EngineInit, servers: Servers, provider: string, model: string): ActiveModel {
  const { baseUrl, apiKey, keyVariable } = servers.find(provider);
  const profile = servers.profile(provider, model);
  const served = createOpenAiCompatibleProvider({
    baseUrl,
    ...(apiKey ? { apiKey } : {}),
    ...(keyVariable ? { keyVariable } : {}),
    profile,
    stallTimeoutMs: init.stallTimeoutMs,
  });
  return { provider: served, profile, demo: false, calibration: 1 };
}

async function demoModel(): Promise<ActiveModel> {
  const [{ demoScript }, { demoPlanReply }] = await Promise.all([
    import('../provider/demo-script.js'),
    import('../provider/demo-plan.js'),
  ]);
  const provider = createScriptedProvider({ script: demoScript, choose: demoPlanReply });
  return {
    provider,
    profile: { ...findModel('custom', 'demo'), provider: 'demo', assumed: false },
    demo: true,
    calibration: 1,
  };
}

/** Plays the file strictly: a request that real servers would refuse fails. */
async function scriptedModel({ scriptFile, contextWindow }: EngineInit): Promise<ActiveModel> {
  if (scriptFile === undefined)
    throw new PaiError('usage', 'the scripted provider needs a script', 'Give one with --script FILE.');
  const provider = createScriptedProvider({ script: await loadScript(scriptFile), strict: true });
  const profile = { ...findModel('custom', 'scripted'), provider: 'scripted', assumed: false };
  return { provider, profile: contextWindow ? { ...profile, contextWindow } : profile, demo: false, calibration: 1 };
}

/** Models that can be switched to. Never rejects. */
export async function modelsBeside({ profile, demo }: ActiveModel, servers: Servers): Promise<ModelProfile[]> {
  return demo || profile.provider === 'scripted' ? [profile] : servers.offered(profile);
}

/** Cost added where the price is known; an estimate where the server reported nothing. */
export function measureUsage(
  { prices }: ModelProfile,
  request: ModelRequest,
  reply: Pick<StepReply, 'text' | 'reasoning' | 'calls'>,
  reported: Usage | undefined,
): Usage {
  const usage = reported ?? estimateUsage(request, reply);
  if (usage.costUsd !== undefined || usage.costCny !== undefined) return usage;
  return { ...usage, ...chargeOf(usage, prices) };
}

/** How full the model's window is after a call that used this. */
export function contextChanged({ contextWindow }: ModelProfile, usage: Usage): LiveEvent {
  const usedTokens = usage.input + usage.output;
  return { type: 'context.changed', usedTokens, windowTokens: contextWindow, estimated: usage.estimated };
}
