/** One kill of a service, and the loss from a power cut. */
export interface Kill {
  /** Number of events acknowledged since the last start after which it is killed, with a further delay. */
  readonly events: number;
  readonly delayMs: number;
  /** Share of frames that is kept of each write-ahead log of the read model. A log that is not named loses nothing. */
  readonly keptOf: Readonly<Partial<Record<'index.db' | 'sessions.db', number>>>;
  /** Time at which the next start is killed too; absent when it may finish. */
  readonly startKilledAfterMs?: number;
}

/** Kills of one data folder, one after the other, all determined by the seed. */
export interface KillPlan {
  readonly seed: number;
  readonly kills: readonly Kill[];
  readonly hasVectors: boolean;
}

const MAX_KILLS = 12;
const MAX_START_MS = 1_800;

/** Makes the plan of a seed, always the same. */
export function planOf(seed: number): KillPlan {
  const random = mulberry(seed);
  const hasVectors = random() < 0.3;
  const kills = Array.from({ length: 1 + Math.floor(random() * MAX_KILLS) }, () => killOf(random));
  return { seed, kills, hasVectors };
}

function killOf(random: () => number): Kill {
  const events = 12 + Math.floor(random() ** 2 * 400);
  const delayMs = Math.floor(random() * 400);
  const [cutsIndex, cutsSessions] = [random() < 0.4, random() < 0.4];
  // Often loses the whole log, else a part of its end.
  const kept = (): number => (random() < 0.3 ? 0 : random());
  const startKilledAfterMs = random() < 0.3 ? Math.floor(random() * MAX_START_MS) : undefined;
  return {
    events,
    delayMs,
    keptOf: { ...(cutsIndex && { 'index.db': kept() }), ...(cutsSessions && { 'sessions.db': kept() }) },
    ...(startKilledAfterMs !== undefined && { startKilledAfterMs }),
  };
}

function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
