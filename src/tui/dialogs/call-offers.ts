// The keys that a call's question offers, in their order. Pure; what they do is in call-box.ts.
import type { ApprovalRequest } from '../../protocol/approval.js';
import type { KeyOffer } from './question-box.js';

export interface OfferState {
  /** Hunks that are taken; absent where they are not chosen one by one. */
  taken: number | undefined;
  fullScreen: boolean;
  /** What the key for the columns of diffs leads to; absent where two do not fit. */
  split: string | undefined;
  ascii: boolean;
}

export function callOffers(request: ApprovalRequest, { taken, fullScreen, split, ascii }: OfferState): KeyOffer[] {
  const isLimit = request.subject === 'limit';
  const { hunks = 0, threadRule, alwaysRule, editable } = request;
  const takesAll = taken === undefined || taken === hunks;
  const once = isLimit ? 'go on' : takesAll ? 'once' : taken === 0 ? 'deny: none taken' : `take ${taken} of ${hunks}`;
  const offers: (KeyOffer | false)[] = [
    ['y', once],
    threadRule !== undefined && takesAll && ['a', 'this thread'],
    alwaysRule !== undefined && takesAll && ['A', ascii ? 'always...' : 'always…'],
    ['n', isLimit ? 'end the turn' : 'deny'],
    ['Tab', isLimit ? 'end+why' : 'deny+why'],
    editable !== undefined && ['e', 'edit'],
    taken !== undefined && ['space', 'take/leave'],
    taken !== undefined && ['j/k', 'hunk'],
    split !== undefined && ['s', split],
    ['f', fullScreen ? 'smaller' : 'full screen'],
  ];
  return offers.filter((offer) => offer !== false);
}
