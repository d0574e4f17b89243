// The model in use: which provider serves it, what is known about it, and what its replies cost.
import type { StepReply } from '../agent/turn.js';
import { PaiError } from '../base/error.js';
import type { LiveEvent } from '../protocol/event.js';
import type { Usage } from '../protocol/usage.js';
import { findModel, findProvider, listModels } from '../provider/catalog.js';
import { estimateUsage } from '../provider/estimate.js';
import type { ModelProfile } from '../provider/model-profile.js';
import { createOpenAiCompatibleProvider } from '../provider/openai-compatible.js';
import { costOf } from '../provider/pricing.js';
import type { ModelRequest, Provider } from '../provider/provider.js';
import { loadScript } from '../provider/script.js';
import { createScriptedProvider } from '../provider/scripted.js';
import type { EngineInit } from './engine-init.js';

export interface ActiveModel {
  provider: Provider;
  profile: ModelProfile;
  demo: boolean;
}

/** Throws PaiError('config' | 'usage' | 'not-found') when the model cannot be served. */
export async function openModel(init: EngineInit): Promise<ActiveModel> {
  if (init.provider === 'demo') return demoModel();
  if (init.provider === 'scripted') return scriptedModel(init);
  return servedModel(init, init.model);
}

/** Another model of the same server. Throws PaiError('config') where there is no other one. */
export function otherModel(init: EngineInit, current: ActiveModel, name: string): ActiveModel {
  if (name === current.profile.model) return current;
  if (current.demo || current.profile.provider === 'scripted')
    throw new PaiError(
      'config',
      `${current.profile.provider} has no other model`,
      'Connect a model, see paicli --help.',
    );
  return servedModel(init, name);
}

function servedModel(init: EngineInit, model: string): ActiveModel {
  const found = findModel(init.provider, model);
  const profile = init.contextWindow ? { ...found, contextWindow: init.contextWindow, assumed: false } : found;
  const [keyVariable] = findProvider(init.provider).keyVariables;
  const provider = createOpenAiCompatibleProvider({
    baseUrl: init.baseUrl ?? '',
    ...(init.apiKey ? { apiKey: init.apiKey } : {}),
    ...(keyVariable ? { keyVariable } : {}),
    profile,
    stallTimeoutMs: init.stallTimeoutMs,
  });
  return { provider, profile, demo: false };
}

async function demoModel(): Promise<ActiveModel> {
  const { demoScript } = await import('../provider/demo-script.js');
  const provider = createScriptedProvider({ script: demoScript });
  return { provider, profile: { ...findModel('custom', 'demo'), provider: 'demo', assumed: false }, demo: true };
}

/** Plays the file strictly: a request that real servers would refuse fails. */
async function scriptedModel({ scriptFile, contextWindow }: EngineInit): Promise<ActiveModel> {
  if (scriptFile === undefined)
    throw new PaiError('usage', 'the scripted provider needs a script', 'Give one with --script FILE.');
  const provider = createScriptedProvider({ script: await loadScript(scriptFile), strict: true });
  const profile = { ...findModel('custom', 'scripted'), provider: 'scripted', assumed: false };
  return { provider, profile: contextWindow ? { ...profile, contextWindow } : profile, demo: false };
}

/** Models that can be switched to without another key. */
export function modelsBeside({ profile, demo }: ActiveModel): ModelProfile[] {
  if (demo || profile.provider === 'scripted') return [profile];
  const listed = listModels(profile.provider);
  return listed.some((entry) => entry.model === profile.model) ? listed : [profile, ...listed];
}

/** Cost added where the price is known; an estimate where the server reported nothing. */
export function measureUsage(
  { prices }: ModelProfile,
  request: ModelRequest,
  reply: Pick<StepReply, 'text' | 'reasoning' | 'calls'>,
  reported: Usage | undefined,
): Usage {
  const usage = reported ?? estimateUsage(request, reply);
  if (!prices || usage.costUsd !== undefined) return usage;
  return { ...usage, costUsd: costOf(usage, prices) };
}

/** How full the model's window is after a call that used this. */
export function contextChanged({ contextWindow }: ModelProfile, usage: Usage): LiveEvent {
  const usedTokens = usage.input + usage.output;
  return { type: 'context.changed', usedTokens, windowTokens: contextWindow, estimated: usage.estimated };
}
