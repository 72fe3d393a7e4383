import type { Candidate, EventCandidates } from './candidate.ts';
import { eventTerms } from './fuse-signals.ts';
import { shortnessOf } from './lend-context.ts';
import { bestMatches, tokenMatches, type MatchesOf } from './lend-matches.ts';

/** Factors for a word found in the event before in the session, in the second before, and so on. Measured, see ADR 0128. */
const BEFORE = [0.8, 0.7, 0.6, 0.5];

/** The best match of each word of the query in an event, and the factor by which the event lends it. */
interface Lender {
  readonly best: Float32Array;
  readonly shortness: number;
}

/**
 * Returns a function that gives the best match of each word of the query in the events before one in its session, each
 * by its factor and by how short it is: "not that one, it is too heavy" is about what was said just before, but a long
 * result holds a near match of nearly any word. Undefined where none of those events was compared. The array is written
 * anew by the next call.
 */
export function borrowMatches(
  events: Iterable<EventCandidates>,
  rows: number,
  matchesOf: MatchesOf = tokenMatches,
): (borrower: EventCandidates) => Float32Array | undefined {
  const sessions = new Map<string, Map<number, EventCandidates>>();
  for (const event of events) {
    const { session, ordinal } = firstOf(event).document;
    const known = sessions.get(session) ?? new Map<number, EventCandidates>();
    sessions.set(session, known.set(ordinal, event));
  }
  const lenders = new Map<EventCandidates, Lender>();
  const lenderOf = (event: EventCandidates): Lender => {
    const known = lenders.get(event);
    if (known !== undefined) return known;
    const shortness = shortnessOf(eventTerms(Array.from(event.values(), ({ document }) => document)));
    const lender = { best: bestMatches(event, rows, matchesOf), shortness };
    lenders.set(event, lender);
    return lender;
  };
  const borrowed = new Float32Array(rows);
  return (borrower) => {
    const { session, ordinal } = firstOf(borrower).document;
    const inSession = sessions.get(session)!;
    let isLent = false;
    for (let back = 0; back < BEFORE.length; back += 1) {
      const before = inSession.get(ordinal - back - 1);
      if (before === undefined) continue;
      const { best, shortness } = lenderOf(before);
      const share = BEFORE[back]! * shortness;
      if (!isLent) borrowed.fill(-1);
      isLent = true;
      // A plain loop, because it runs over hundreds of events and a score of words.
      for (let row = 0; row < rows; row += 1) {
        const lent = share * best[row]!;
        if (lent > borrowed[row]!) borrowed[row] = lent;
      }
    }
    return isLent ? borrowed : undefined;
  };
}

function firstOf(event: EventCandidates): Candidate {
  return event.values().next().value!;
}
