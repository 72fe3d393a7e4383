import type { Usage } from '../answers/answer-form.ts';
import { isOf } from '../conversation/held-responses.ts';
import { charsOf } from '../conversation/read-conversation.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createSharedEntries } from '../shared-entries.ts';
import type { JsonRecord } from '../text/json-values.ts';
import type { AgentCall } from '../window/plan-call.ts';

/** A call whose answer the vendor makes in the background, until its caller asks for it by its name. */
export interface LaterAnswer {
  /** The session that its conversation is recorded in. */
  readonly session: string;
  /** Keeps the answer that has come, as that to the call would have been. */
  keep(told: JsonRecord, usage: Usage): void;
}

type WaitingCall = Pick<AgentCall, 'owner' | 'holder' | 'text' | 'messages'>;

const UNDER_WAY: ReadonlySet<unknown> = new Set(['queued', 'in_progress']);

/** Returns true for an answer that has no end yet. */
export function isUnderWay({ status }: JsonRecord): boolean {
  return UNDER_WAY.has(status);
}

/** Characters that a call counts for at least, so that the bound of characters is one of calls too. */
const LEAST_CHARS = PROXY_LIMITS.laterChars / PROXY_LIMITS.laterCalls;

/**
 * Creates the memory of calls whose answers the vendor is still making. A call may be dropped from it, as too much waits or
 * as events of its session were erased. Its answer is then not recorded, and a call that goes on from that answer by
 * `previous_response_id` goes to the vendor as it came, without a window.
 */
export function createLaterAnswers() {
  const waiting = createSharedEntries<LaterAnswer>(PROXY_LIMITS.laterChars);
  const keyOf = (owner: string, id: string): string => `${owner}:${id}`;
  return {
    /** Adds a call. It counts for all of its conversation, which it holds until its answer is kept. */
    add({ owner, holder, text, messages }: WaitingCall, id: string, later: LaterAnswer): void {
      const chars = text.length + charsOf(messages);
      waiting.set(holder, keyOf(owner, id), later, Math.max(LEAST_CHARS, chars));
    },
    isWaiting: (owner: string, id: string): boolean => waiting.get(keyOf(owner, id)) !== undefined,
    /** Takes what the vendor says of an answer. Nothing is kept of it until it has ended, and then once. */
    take(owner: string, told: JsonRecord, usage: Usage): void {
      if (isUnderWay(told) || typeof told.id !== 'string') return;
      const key = keyOf(owner, told.id);
      const later = waiting.get(key);
      waiting.delete(key);
      later?.keep(told, usage);
    },
    forget: (owner: string, id: string): void => waiting.delete(keyOf(owner, id)),
    /** Forgets calls of what is recorded in a session, as events of it were erased; all there are without one. */
    forgetErased: (session: string | undefined): void => waiting.deleteWhere((later) => isOf(later, session)),
  };
}
