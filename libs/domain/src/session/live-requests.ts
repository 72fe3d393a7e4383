import type { SessionEntry, SessionState } from './session-state.ts';

/**
 * Length up to which a request may merely continue what came before ("yes", "and the other file too"), in tokens with
 * framing. If such a request is the oldest unanswered one, the request before it stays with it.
 */
const SHORT_REQUEST_TOKENS = 20;

type RequestFields = Pick<SessionState, 'firstRequest' | 'openRequest' | 'latestRequest' | 'isAnswered'>;

/**
 * Updates the session's requests after a user message. A request is answered when the model's last output before the
 * next user message is a message without a later call or thinking: that ends the run and answers every open request.
 * Independent of language.
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
 * Returns the requests that must be in every window (I-16), unless they left it before this rule, most needed first:
 * the oldest unanswered one, the one it continues, the latest, and the session's first.
 */
export function liveRequests(state: Pick<SessionState, 'entries' | keyof RequestFields>): SessionEntry[] {
  const ids = [state.openRequest?.id, state.openRequest?.continues, state.latestRequest, state.firstRequest];
  const wanted = [...new Set(ids)].filter((id) => id !== undefined);
  if (wanted.length === 0) return [];
  const found = new Map(state.entries.filter(({ id }) => wanted.includes(id)).map((entry) => [entry.id, entry]));
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** Returns the ordinal of the newest live request between the first and the last of these entries; undefined where none is. */
export function liveBetween(state: Parameters<typeof liveRequests>[0], entries: readonly SessionEntry[]): number | undefined {
  const [first, last] = [entries[0]?.ordinal ?? 0, entries.at(-1)?.ordinal ?? 0];
  const between = liveRequests(state).flatMap(({ ordinal }) => (first < ordinal && ordinal < last ? [ordinal] : []));
  return between.length > 0 ? Math.max(...between) : undefined;
}

/** Smallest size at which a live request is shown, however many share the budget, in tokens. */
const LEAST_REQUEST_TOKENS = 64;

/**
 * Computes the smallest size of each live request: all of it where all fit the budget together, else its share, most
 * needed first. `userTokens` is the budget, less what the caller's own message takes of it.
 */
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
