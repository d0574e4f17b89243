// Call ids as one request may carry them: never empty, never twice, never longer than servers take.
import { createHash } from 'node:crypto';
import type { ModelProfile } from './model-profile.js';

/** OpenAI refuses longer ones. */
const maxIdLength = 40;

/** Gives each call its id on the wire. Depends only on the calls before it, so old history keeps its bytes from request to request. */
export function createWireIds(style: ModelProfile['callIds']): (callId: string) => string {
  const used = new Set<string>();
  return (callId) => {
    for (let round = 1; ; round++) {
      const id = shape(round === 1 ? callId || 'call' : `${callId || 'call'}_${round}`, style);
      if (used.has(id)) continue;
      used.add(id);
      return id;
    }
  };
}

function shape(id: string, style: ModelProfile['callIds']): string {
  const fits = style === 'nine' ? /^[a-zA-Z0-9]{9}$/.test(id) : id.length <= maxIdLength;
  if (fits) return id;
  const digest = createHash('sha256').update(id).digest('hex');
  return style === 'nine' ? digest.slice(0, 9) : `call_${digest.slice(0, 24)}`;
}
