import type { SessionAddress } from '../event/address.ts';

/** What a user is typing; the window's user message is likely to become something like it. */
export interface PrefetchRequest extends SessionAddress {
  readonly draft: string;
}

/**
 * `started`: recall is on its way; `held`: what is on its way or there fits this draft too; `busy`: as many as may are on their way, send the next
 * draft; `too_short`: too few words yet; `off`: windows of this session push nothing.
 */
export const PREFETCH_RESULTS = ['started', 'held', 'busy', 'too_short', 'off'] as const;
export type PrefetchResult = (typeof PREFETCH_RESULTS)[number];

export interface PrefetchAnswer {
  readonly result: PrefetchResult;
}

/** What became of one that started: a window took it, or why none did. */
export type PrefetchEnd = 'used' | 'replaced' | 'expired' | 'appended' | 'shown' | 'no_room' | 'pushed_out' | 'failed';

/** Of the terms of a draft and of a message together, the share that both must have. */
const COMMON_SHARE = 0.75;
const PLAIN_WORD = /^[a-z]+$/;

/**
 * Whether what was found for a draft may stand for what would be found for a message, both as terms in text order: nearly the same terms, and no
 * identifier or number in the message that the draft had not, as those decide what is found first. The last word of a draft may be half typed.
 */
export function fitsDraft(draft: readonly string[], message: readonly string[]): boolean {
  const typed = new Set(draft);
  const said = new Set(message);
  const last = draft.at(-1);
  if (last !== undefined && PLAIN_WORD.test(last) && !said.has(last)) typed.delete(last);
  let common = 0;
  for (const term of said) {
    if (typed.has(term)) common += 1;
    else if (!PLAIN_WORD.test(term)) return false;
  }
  return common > 0 && common >= COMMON_SHARE * (typed.size + said.size - common);
}
