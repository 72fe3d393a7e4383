import { askedOfSpeaker, rulesOf, tellsOfSpeaker } from '@total-recall/domain';
import type { OpenedEvent } from '../open/open-events.ts';
import { withGain } from './with-gain.ts';

/** Loss of a message that tells nothing of the speaker who is named, in standard deviations of the scores. Measured, see ADR 0239. */
const OF_OTHERS = 0.35;

/**
 * Lowers messages of a speaker whom the question names in which he tells nothing of himself. A name asks for what somebody
 * did, has or likes, and much of what he says in a talk is about the other: "your boat looks great". Nothing moves where
 * the question is for what he said.
 */
export function weighOwnWords(opened: readonly OpenedEvent[], queries: readonly string[]): OpenedEvent[] {
  if (queries.some((query) => askedOfSpeaker(query) !== undefined)) return [...opened];
  return opened.map((event) => {
    const { envelope, body, redacted, ranked } = event;
    const isNamed = (ranked.factors['speaker'] ?? 0) > 0;
    if (!isNamed || redacted || !rulesOf(envelope.kind).isTalk || tellsOfSpeaker(body.text)) return event;
    return withGain(event, 'ofOthers', -OF_OTHERS);
  });
}
