import { askedRole, isListOfWords, isTalk, onlyAsks } from '@total-recall/domain';
import type { OpenedEvent } from './open-events.ts';

/** Deviations that a message loses which only asks. */
const ONLY_ASKS = 1.5;

/**
 * Puts messages that only ask behind what tells something: they hold the words of a question like no other, and no answer to it. They keep their
 * place where the words of their speaker are asked for, and under a list of words, which says what something is about and may be about a
 * question. What they lend to their neighbours, the reply among them, stays.
 */
export function holdBackQuestions(opened: readonly OpenedEvent[], queries: readonly string[]): OpenedEvent[] {
  const roles = new Set(queries.map((query) => askedRole(query)));
  const isHeldBack = ({ envelope: { kind }, body, redacted }: OpenedEvent): boolean =>
    isTalk(kind) && !redacted && !roles.has(kind as 'user_message' | 'agent_message') && onlyAsks(body.text);
  if (queries.some(isListOfWords)) return [...opened];
  return opened.map((event) => (isHeldBack(event) ? heldBack(event) : event));
}

function heldBack(event: OpenedEvent): OpenedEvent {
  const { ranked } = event;
  return { ...event, ranked: { ...ranked, score: ranked.score - ONLY_ASKS, factors: { ...ranked.factors, asks: -ONLY_ASKS } } };
}
