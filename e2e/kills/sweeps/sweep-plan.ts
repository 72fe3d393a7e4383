import { createSeededRandom, type SeededRandom } from '@total-recall/evaluation';

/** One round of a seed: what is said before a sweep, and when that sweep is killed. */
export interface SweepRound {
  readonly messages: readonly { readonly session: string; readonly text: string }[];
  /** Time from the start of the sweep until its process is killed. */
  readonly killedAfterMs: number;
  /** Time from the next start until that is killed, too; absent when it may finish. */
  readonly startKilledAfterMs?: number;
}

/** Facts that the space must hold in the end: a value, what became of it, and how often it was said. */
export type WantedFacts = ReadonlyMap<string, { readonly is: 'current' | 'superseded'; readonly statements: number }>;

/** Kills of the sweeps of one space, all determined by the seed. */
export interface SweepPlan {
  readonly seed: number;
  readonly rounds: readonly SweepRound[];
  /** True where nobody asks for a sweep after a kill: the next start catches up by itself. */
  readonly catchesUp: boolean;
  readonly wanted: WantedFacts;
}

const ROUNDS = { standalone: 6, cluster: 10 } as const;
const DEPOTS = 60;
const SESSIONS = Array.from({ length: 8 }, (_, at) => `run-${at}`);
const MESSAGES = { least: 200, more: 500 };
const LONGEST_SWEEP_MS = 900;
const LONGEST_START_MS = 1_800;
const FILLER = 'The crane at the quay was looked at, and nothing was found that has to be told.';

/** Makes the plan of a seed, always the same. */
export function sweepPlanOf(seed: number, mode: keyof typeof ROUNDS): SweepPlan {
  const random = createSeededRandom(`sweeps ${seed}`);
  const catchesUp = random.next() < 0.5;
  const wanted = new Map<string, { is: 'current' | 'superseded'; statements: number }>();
  const lastOf = new Map<number, string>();
  const rounds = Array.from({ length: 1 + random.below(ROUNDS[mode]) }, (): SweepRound => {
    const count = MESSAGES.least + random.below(MESSAGES.more);
    // A session after the other, as they are said.
    const sessions = random.shuffled(SESSIONS).slice(0, 1 + random.below(3));
    const messages = Array.from({ length: count }, (_, at) => ({
      session: sessions[Math.floor((at * sessions.length) / count)]!,
      text: random.next() < 0.4 ? statement(random, lastOf, wanted) : FILLER,
    }));
    return {
      messages,
      killedAfterMs: random.below(LONGEST_SWEEP_MS),
      ...(mode === 'standalone' && random.next() < 0.3 && { startKilledAfterMs: random.below(LONGEST_START_MS) }),
    };
  });
  return { seed, rounds, catchesUp, wanted };
}

/** Says the port of a depot: a new one each time, or of one in four depots always the same. */
function statement(random: SeededRandom, lastOf: Map<number, string>, wanted: Map<string, { is: string; statements: number }>): string {
  const depot = random.below(DEPOTS);
  const last = lastOf.get(depot);
  if (last !== undefined && depot % 4 === 0) {
    wanted.get(last)!.statements += 1;
    return `The depot-${depot} port is ${last}.`;
  }
  const port = String(10_000 + wanted.size);
  if (last !== undefined) wanted.get(last)!.is = 'superseded';
  wanted.set(port, { is: 'current', statements: 1 });
  lastOf.set(depot, port);
  return `The depot-${depot} port is ${port}${last === undefined ? '' : ' now'}.`;
}
