import { standardise } from './standardise.ts';

export interface ContextCandidate {
  readonly session: string;
  readonly ordinal: number;
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

/**
 * What neighbours in the session, its best event and what it holds in all lend each candidate. `own` are their deviations from the mean of all;
 * an absent neighbour counts as the lowest.
 */
export function lendContext(
  candidates: readonly ContextCandidate[],
  own: readonly number[],
  weights: readonly number[],
  hasVectors: boolean,
): number[] {
  const shares = hasVectors ? BESIDE_VECTORS : BY_WORDS;
  const floor = own.reduce((least, value) => Math.min(least, value), Infinity);
  const sessions = [...Map.groupBy(candidates.keys(), (at) => candidates[at]!.session).values()];
  const coverages = standardise(sessions.map((members) => coverageOf(candidates, members, weights)));
  const context = candidates.map(() => 0);
  sessions.forEach((members, session) => {
    const best = members.reduce((most, at) => Math.max(most, own[at]!), -Infinity);
    const places = new Map(members.map((at) => [candidates[at]!.ordinal, own[at]!]));
    const ownAt = (ordinal: number): number => places.get(ordinal) ?? floor;
    for (const at of members) {
      const { ordinal, shortness } = candidates[at]!;
      const near =
        shares.previous * ownAt(ordinal - 1) +
        shares.next * ownAt(ordinal + 1) +
        shares.twoAway * (ownAt(ordinal - 2) + ownAt(ordinal + 2));
      context[at] = shortness * (near + shares.best * best + shares.coverage * coverages[session]!);
    }
  });
  return context;
}

function coverageOf(candidates: readonly ContextCandidate[], members: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, term) => {
    if (weight === 0) return sum;
    let holding = 0;
    for (const at of members) if (candidates[at]!.held[term] === true) holding++;
    return sum + (weight * holding) / (holding + HALF_HELD);
  }, 0);
}
