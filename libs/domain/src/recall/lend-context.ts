import { standardise } from './standardise.ts';

export interface ContextCandidate {
  readonly session: string;
  readonly ordinal: number;
  /** In deviations from the mean of the candidates. */
  readonly own: number;
  /** For each term of the query whether it holds it. */
  readonly held: readonly boolean[];
  /** Share of the context it takes, 0..1. */
  readonly shortness: number;
}

/** Recipe L of the retrieval study; previous, next and two away raised from .2, .1 and .1 after measuring on both of its sets. */
const PREVIOUS = 0.3;
const NEXT = 0.2;
const TWO_AWAY = 0.15;
const SESSION_BEST = 0.6;
/** What it is worth, in deviations among sessions, that the session's candidates together hold the query's terms. */
const SESSION_COVERAGE = 0.4;
/** Events of a session holding a term by which that term counts half. */
const HALF_HELD = 0.5;

/** What neighbours in the session, its best event and what it holds in all lend each candidate. An absent neighbour counts as the lowest. */
export function lendContext(candidates: readonly ContextCandidate[], weights: readonly number[]): number[] {
  const floor = Math.min(...candidates.map((candidate) => candidate.own));
  const bySession = Map.groupBy(candidates, (candidate) => candidate.session);
  const sessions = [...bySession.entries()];
  const coverages = standardise(sessions.map(([, members]) => coverageOf(members, weights)));
  const facts = new Map(
    sessions.map(([session, members], i) => [
      session,
      {
        best: Math.max(...members.map((member) => member.own)),
        coverage: coverages[i]!,
        places: new Map(members.map((member) => [member.ordinal, member.own])),
      },
    ]),
  );
  return candidates.map(({ session, ordinal, shortness }) => {
    const { best, coverage, places } = facts.get(session)!;
    const at = (distance: number): number => places.get(ordinal + distance) ?? floor;
    return shortness * (PREVIOUS * at(-1) + NEXT * at(1) + TWO_AWAY * (at(-2) + at(2)) + SESSION_BEST * best + SESSION_COVERAGE * coverage);
  });
}

function coverageOf(members: readonly ContextCandidate[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, term) => {
    if (weight === 0) return sum;
    const holding = members.filter((member) => member.held[term] === true).length;
    return sum + (weight * holding) / (holding + HALF_HELD);
  }, 0);
}
