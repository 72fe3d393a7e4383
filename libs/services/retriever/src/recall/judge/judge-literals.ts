import { asksWhereItStands, FIRST_HITS, shareHeld, withoutLiterals, type EventEvidence } from '@total-recall/domain';
import type { OpenedEvent } from '../open/open-events.ts';
import type { RankedQuery } from '../rank/rank-query.ts';
import type { FoundLiterals } from '../search/found-literals.ts';

/** Share of the other words of a question from which on an event that holds what it names answers it. */
const REST_FROM = 0.5;

/** Returns true for an event with all phrases that a query quotes; where it quotes none, with a clock time that it names. */
function isNamed({ phrases, clocks, literals }: FoundLiterals, eventId: string): boolean {
  return literals.some(({ kind }) => kind === 'phrase') ? (phrases.get(eventId) ?? 0) > 0.99 : clocks.has(eventId);
}

/** Returns true where one of the first hits holds what the query names as it is written. */
export function holdsLiterals(literals: FoundLiterals, opened: readonly OpenedEvent[]): boolean {
  return opened.slice(0, FIRST_HITS).some(({ ranked }) => isNamed(literals, ranked.eventId));
}

/**
 * Returns the events that are right as they hold what the query names as it is written: all of them where nothing else is
 * asked, otherwise those with half of its other words.
 */
export function rightByLiterals(
  { literals, asked, weights }: RankedQuery,
  query: string,
  evidence: readonly EventEvidence[],
): ReadonlySet<string> {
  if (literals === undefined) return new Set();
  const isAlone = asksWhereItStands(withoutLiterals(query));
  const rest = [...weights.keys()].map((term, at) => (literals.terms.has(term) ? 0 : asked.weights[at]!));
  const named = evidence.filter(({ eventId }) => isNamed(literals, eventId));
  return new Set(named.filter(({ held }) => isAlone || shareHeld(rest, held) >= REST_FROM).map(({ eventId }) => eventId));
}
