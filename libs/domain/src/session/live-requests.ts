import type { SessionEntry, SessionState } from './session-state.ts';

/**
 * A request up to this many tokens, framing included, may only say that what came before it shall go on ("yes", "and the other file too").
 * Where such a one is the oldest unanswered, the request before it stands with it.
 */
export const SHORT_REQUEST_TOKENS = 20;

type RequestFields = Pick<SessionState, 'firstRequest' | 'openRequest' | 'latestRequest' | 'isAnswered'>;

/**
 * The session's requests after a user message. A request is answered when the model's last output before the next user message is a
 * message, with no call or thinking after it: that message ends the run, and with it every request that stood open. No word of any
 * language is looked at.
 */
export function noteRequest(state: RequestFields, id: string, tokens: number): RequestFields {
  const isShort = tokens <= SHORT_REQUEST_TOKENS;
  const before = state.openRequest;
  const isNext = before === undefined || state.isAnswered === true;
  const continues = before?.isShort === true ? before.continues : before?.id;
  return {
    firstRequest: state.firstRequest ?? id,
    latestRequest: id,
    openRequest: isNext ? { id, isShort, ...(isShort && continues !== undefined ? { continues } : {}) } : before,
    isAnswered: false,
  };
}

/**
 * The requests that stand in every window while they have not left it before this was held (I-16), the most needed first: the oldest
 * unanswered one, what it goes on with, the latest, the session's first.
 */
export function liveRequests(state: Pick<SessionState, 'entries' | keyof RequestFields>): SessionEntry[] {
  const ids = [state.openRequest?.id, state.openRequest?.continues, state.latestRequest, state.firstRequest];
  const wanted = [...new Set(ids)].filter((id) => id !== undefined);
  if (wanted.length === 0) return [];
  const found = new Map(state.entries.filter(({ id }) => wanted.includes(id)).map((entry) => [entry.id, entry]));
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** Tokens below which no live request is shown, however many share the budget. */
const LEAST_REQUEST_TOKENS = 64;

/** What each live request is never shown below: all of it where they fit the budget together, else its share, the most needed first. */
export function requestFloors(requests: readonly SessionEntry[], userTokens: number): ReadonlyMap<string, number> {
  const floors = new Map<string, number>();
  let left = userTokens;
  requests.forEach(({ id, tokens }, at) => {
    const others = requests.slice(at + 1).reduce((sum, other) => sum + Math.min(other.tokens.whole, LEAST_REQUEST_TOKENS), 0);
    const share = Math.min(tokens.whole, Math.max(LEAST_REQUEST_TOKENS, left - others));
    floors.set(id, share);
    left -= share;
  });
  return floors;
}
