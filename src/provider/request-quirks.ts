// What some servers refuse: fields by name, and shapes of the history that their chat template has no place for. Owns the guess what
// to change after such a refusal; for servers and models the catalogue does not know.
import type { ModelProfile, ServerRules } from './model-profile.js';

export type Quirks = Omit<ServerRules, 'callIds' | 'textCalls'>;

export function quirksOf(profile: ModelProfile): Quirks {
  const { streamUsage, maxTokensField, replayReasoning, systemRole, turns, parallelCalls } = profile;
  return { streamUsage, maxTokensField, replayReasoning, systemRole, turns, parallelCalls };
}

/** Other quirks worth one more try after a refusal with this message; undefined when it names none of them. */
export function mendedQuirks(error: unknown, quirks: Quirks): Quirks | undefined {
  const { status, message } = (error ?? {}) as { status?: unknown; message?: unknown };
  const text = String(message);
  // llama.cpp answers 500 when a chat template gives up.
  if (status === 400 || status === 422 || status === 500) {
    const shaped = mendedShape(text, quirks);
    if (shaped) return shaped;
  }
  if (status !== 400 && status !== 422) return undefined;
  if (quirks.streamUsage && text.includes('stream_options')) return { ...quirks, streamUsage: false };
  if (!/max_tokens|max_completion_tokens/.test(text)) return undefined;
  if (!/unsupported|not supported|not permitted|extra|unknown|unrecognized/i.test(text)) return undefined;
  const refused = text.match(/max_completion_tokens|max_tokens/)?.[0];
  if (refused !== quirks.maxTokensField) return undefined;
  return { ...quirks, maxTokensField: refused === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' };
}

const alternating =
  /roles must alternate|unexpected role '?(user|tool|assistant)'? after|alternat\w* user(\/| and )assistant/i;
const noDeveloper = /developer.{0,60}(role|not|unsupported|invalid)|(role|unexpected|invalid|unknown).{0,40}developer/i;
const noSystem = /system role (is )?not supported|got system|(unsupported|unexpected|invalid) role.{0,12}system/i;
const oneCall = /single tool[- ]calls? at once|(only|at most) one tool call/i;
const noReasoning = /reasoning_content.{0,60}(missing|required|must be)|missing.{0,20}reasoning_content/i;

function mendedShape(text: string, quirks: Quirks): Quirks | undefined {
  if (quirks.turns !== 'strict' && alternating.test(text)) return { ...quirks, turns: 'strict' };
  if (quirks.systemRole === 'developer' && noDeveloper.test(text)) return { ...quirks, systemRole: 'system' };
  if (quirks.systemRole !== 'user' && noSystem.test(text)) return { ...quirks, systemRole: 'user' };
  if (quirks.parallelCalls && oneCall.test(text)) return { ...quirks, parallelCalls: false };
  if (!quirks.replayReasoning && noReasoning.test(text)) return { ...quirks, replayReasoning: true };
  return undefined;
}
