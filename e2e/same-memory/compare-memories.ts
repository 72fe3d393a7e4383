import type { Played } from './play-trace.ts';

/** Agreement of two memories of the same appends. */
export interface Agreement {
  /** Number of windows, events, markers and states that were compared; `different` names those that differ. */
  readonly compared: number;
  readonly different: readonly string[];
  readonly queries: number;
  /** Mean overlap of the first ten hits of a query: hits of both over hits of either. */
  readonly firstTen: number;
  /** Number of queries whose first ten hits are the same in the same order. */
  readonly sameOrder: number;
}

const SHOWN = 5;
const AROUND = 160;

export function compareMemories(one: Played, other: Played): Agreement {
  const names = [...new Set([...one.said.keys(), ...other.said.keys()])];
  const different = names.filter((name) => one.said.get(name) !== other.said.get(name));
  const shares = one.answers.map(({ hits }, at) => sharedOf(hits, other.answers[at]?.hits ?? []));
  return {
    compared: names.length,
    different: different.map((name, at) =>
      at < SHOWN ? `${name}: ${firstDifference(one.said.get(name) ?? '', other.said.get(name) ?? '')}` : name,
    ),
    queries: shares.length,
    firstTen: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length),
    sameOrder: one.answers.filter(({ hits }, at) => hits.join() === other.answers[at]?.hits.join()).length,
  };
}

function sharedOf(one: readonly string[], other: readonly string[]): number {
  const all = new Set([...one, ...other]);
  const shared = one.filter((id) => other.includes(id));
  return all.size === 0 ? 1 : shared.length / Math.max(one.length, other.length);
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - AROUND / 2);
  return `${one.slice(from, at + AROUND)} <> ${other.slice(from, at + AROUND)}`;
}

export function describeAgreement({ compared, different, queries, firstTen, sameOrder }: Agreement): string {
  return (
    `${compared - different.length} of ${compared} windows, events, markers and states are the same byte for byte; ` +
    `first ten hits agree to ${(100 * firstTen).toFixed(2)} % (n = ${queries}), ${sameOrder} in the same order`
  );
}
