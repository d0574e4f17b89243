// Fields that some servers refuse by name. Owns the guess what to leave out after such a refusal; applies to servers the catalogue does not know.
import type { ModelProfile } from './model-profile.js';

export type Quirks = Pick<ModelProfile, 'streamUsage' | 'maxTokensField'>;

/** Other quirks worth one more try after a 400 or 422 with this message; undefined when it names none of them. */
export function mendedQuirks(error: unknown, quirks: Quirks): Quirks | undefined {
  const { status, message } = (error ?? {}) as { status?: unknown; message?: unknown };
  if (status !== 400 && status !== 422) return undefined;
  const text = String(message);
  if (quirks.streamUsage && text.includes('stream_options')) return { ...quirks, streamUsage: false };
  if (!/max_tokens|max_completion_tokens/.test(text)) return undefined;
  if (!/unsupported|not supported|not permitted|extra|unknown|unrecognized/i.test(text)) return undefined;
  const refused = text.match(/max_completion_tokens|max_tokens/)?.[0];
  if (refused !== quirks.maxTokensField) return undefined;
  return { ...quirks, maxTokensField: refused === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' };
}
