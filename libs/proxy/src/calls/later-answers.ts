import type { Usage } from '../answers/answer-form.ts';
import { isOf, type Owned } from '../conversation/held-responses.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { createSharedEntries } from '../shared-entries.ts';
import type { JsonRecord } from '../text/json-values.ts';

/** A call whose answer the vendor makes in the background, until its caller asks for it by its name. */
export interface LaterAnswer {
  /** The session that its conversation is recorded in. */
  readonly session: string;
  /** Keeps the answer that has come, as that to the call would have been. */
  keep(told: JsonRecord, usage: Usage): void;
}

const UNDER_WAY: ReadonlySet<unknown> = new Set(['queued', 'in_progress']);

/** Returns true for an answer that has no end yet. */
export function isUnderWay({ status }: JsonRecord): boolean {
  return UNDER_WAY.has(status);
}

/** Creates the memory of calls that wait for their answers. One that is forgotten costs its followers the window, not the call. */
export function createLaterAnswers() {
  const waiting = createSharedEntries<LaterAnswer>(PROXY_LIMITS.laterChars);
  const keyOf = (owner: string, id: string): string => `${owner}:${id}`;
  return {
    add({ owner, holder }: Owned, id: string, later: LaterAnswer, chars: number): void {
      waiting.set(holder, keyOf(owner, id), later, chars);
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
