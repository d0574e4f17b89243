// The models that can be switched to; servers are asked for theirs, so that the answer may come a little later.
import type { ModelSummary } from '../../protocol/query.js';
import type { ModelProfile } from '../../provider/model-profile.js';
import type { EngineState } from '../state.js';

export async function answerModels(state: EngineState, commandId: string): Promise<void> {
  const current = state.model.profile;
  const models = (await state.offeredModels()).map((profile) => summaryOf(profile, current));
  state.tell({ type: 'query.answered', commandId, result: { kind: 'models', models } });
}

function summaryOf(profile: ModelProfile, current: ModelProfile): ModelSummary {
  const { provider, model, contextWindow, assumed, maxOutputTokens, images, prices } = profile;
  return {
    provider,
    model,
    contextWindow,
    current: provider === current.provider && model === current.model,
    ...(assumed ? { assumed } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(images ? { images } : {}),
    ...(prices ? { prices } : {}),
  };
}
