import { isRecord, type JsonRecord } from '../text/json-values.ts';
import { createHeldResponses, type Held, type Owned } from './held-responses.ts';
import type { EndedHistory, GivenHistory } from './vendor-history.ts';

/**
 * Creates the memory of threads, which Anthropic holds for minutes: a request that goes on with one says only what is
 * new, and may bring neither tools nor a system prompt. So it goes on as it came; what was said before it is known here
 * for the log alone.
 */
export function createMessageThreads() {
  const answers = createHeldResponses();
  return {
    /** Returns the conversation that a request goes on with; undefined for one that says all of it. */
    read(owner: string, { thread }: JsonRecord, listed: readonly string[]): GivenHistory | undefined {
      const previous = isRecord(thread) ? thread.previous_message_id : undefined;
      if (typeof previous !== 'string') return undefined;
      const heldBy = answers.keyOf(owner, previous);
      const held = answers.historyTo(heldBy);
      const before = held?.raws ?? [];
      return {
        raws: [...before, ...listed],
        // A history that was seen from its beginning has nothing unknown, but it cannot be written out.
        unknown: held ? (held.root ?? '') : previous,
        dropped: {},
        heldLength: before.length,
        ...(held && { heldBy, session: held.session }),
      };
    },
    /** Keeps what an answer of a thread has ended. */
    keep(of: Owned, { body, given, session, messages, answered, told }: Omit<EndedHistory, 'given'> & { given?: GivenHistory }): void {
      if (!isRecord(body.thread) || typeof told.id !== 'string') return;
      const fresh = [...messages.slice(given?.heldLength ?? 0), ...answered].map(({ raw }) => Buffer.from(raw).toString('utf8'));
      const end: Held = {
        ...(given?.heldBy !== undefined && { before: given.heldBy }),
        ...(given?.unknown && { root: given.unknown }),
        session,
        raws: fresh,
        isJoined: false,
      };
      answers.set(of, told.id, end, []);
    },
    /** Forgets what is recorded in a session, as events of it were erased; all there is without one. */
    forgetErased: (session: string | undefined): void => answers.deleteOf(session),
  };
}
