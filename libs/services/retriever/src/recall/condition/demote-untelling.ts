import { askedRole, isListOfWords, onlyAnnounces, onlyAsks, rulesOf, type EventBody, type EventKind } from '@total-recall/domain';
import type { OpenedEvent } from '../open/open-events.ts';
import { withGain } from '../pieces/with-gain.ts';

/** Penalty of a message that only asks or announces, in standard deviations of the scores. */
const UNTELLING = 1.5;

/**
 * Ranks messages that only ask, and those of an agent that only announce what comes, behind those that tell something:
 * they share most words with a question but do not answer it. No penalty applies if the query asks for their speaker's
 * words, or is a list of words, which may be about a question. Scores they lent to neighbours, such as the reply, stay.
 */
export function demoteUntelling(opened: readonly OpenedEvent[], queries: readonly string[]): OpenedEvent[] {
  if (queries.some(isListOfWords)) return [...opened];
  const roles = new Set(queries.map((query) => askedRole(query)));
  return opened.map((event) => {
    const { envelope, body, redacted } = event;
    const isSpared = redacted || roles.has(envelope.kind as 'user_message' | 'agent_message');
    return !isSpared && isUntelling(envelope.kind, body) ? withGain(event, 'asks', -UNTELLING) : event;
  });
}

/** Returns true for a message that only asks, and for one of an agent that only announces what comes. */
export function isUntelling(kind: EventKind, { text, meta }: Pick<EventBody, 'text' | 'meta'>): boolean {
  if (!rulesOf(kind).isTalk) return false;
  // A user with a name may talk to other people.
  const amongPeople = kind === 'user_message' && meta.agent !== undefined;
  return onlyAsks(text, amongPeople) || (kind === 'agent_message' && onlyAnnounces(text));
}

/** Returns true for an event that was ranked as a message that only asks or announces. */
export const isDemoted = ({ factors }: Pick<OpenedEvent['ranked'], 'factors'>): boolean => factors['asks'] !== undefined;
