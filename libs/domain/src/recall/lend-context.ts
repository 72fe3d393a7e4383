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

/** What others of the session are worth to an event, in deviations. */
interface Shares {
  readonly previous: number;
  readonly next: number;
  readonly twoAway: number;
  /** Of the session's best. */
  readonly best: number;
  /** Of how much of the query the session's candidates hold together, in deviations among sessions. */
  readonly coverage: number;
}

/** By words alone. Source: retrieval study, recipe L; previous, next and two away raised from .2, .1 and .1 after measuring on both of its sets. */
const BY_WORDS: Shares = { previous: 0.3, next: 0.2, twoAway: 0.15, best: 0.6, coverage: 0.4 };
/** Less beside vectors, which were made of each message together with the one before it. */
const BESIDE_VECTORS: Shares = { previous: 0.2, next: 0.2, twoAway: 0.1, best: 0.6, coverage: 0.2 };
/** Events of a session holding a term by which that term counts half. */
const HALF_HELD = 0.5;

/** What neighbours in the session, its best event and what it holds in all lend each candidate. An absent neighbour counts as the lowest. */
export function lendContext(candidates: readonly ContextCandidate[], weights: readonly number[], hasVectors: boolean): number[] {
  const shares = hasVectors ? BESIDE_VECTORS : BY_WORDS;
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
    const near = shares.previous * at(-1) + shares.next * at(1) + shares.twoAway * (at(-2) + at(2));
    return shortness * (near + shares.best * best + shares.coverage * coverage);
  });
}

function coverageOf(members: readonly ContextCandidate[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, term) => {
    if (weight === 0) return sum;
    const holding = members.filter((member) => member.held[term] === true).length;
    return sum + (weight * holding) / (holding + HALF_HELD);
  }, 0);
}
