import type { SessionAddress } from '../event/address.ts';

/** Text that a user is typing. The window's user message is likely to be similar. */
export interface PrefetchRequest extends SessionAddress {
  readonly draft: string;
}

/**
 * Result of a prefetch. `started`: a recall was started; `held`: one that is running or finished fits this draft too;
 * `busy`: too many are running, send the next draft; `too_short`: too few words so far; `off`: windows of this session
 * push nothing.
 */
export const PREFETCH_RESULTS = ['started', 'held', 'busy', 'too_short', 'off'] as const;
export type PrefetchResult = (typeof PREFETCH_RESULTS)[number];

export interface PrefetchAnswer {
  readonly result: PrefetchResult;
}

/** End of a started prefetch: a window used it, or the reason why none did. */
export type PrefetchEnd = 'used' | 'replaced' | 'expired' | 'appended' | 'shown' | 'no_room' | 'pushed_out' | 'failed';

/** Share of common terms among all terms of draft and message that a match needs. */
const COMMON_SHARE = 0.75;
const PLAIN_WORD = /^[a-z]+$/;

/**
 * Returns true when the result for a draft may be used for a message; both are terms in text order. They must share
 * nearly all terms, and the message may have no identifier or number that the draft lacks, because those decide the
 * first hits. The draft's last word may be incomplete.
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
