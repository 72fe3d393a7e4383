import type { Marks } from '@total-recall/domain';
import type { FollowedReadModel } from '@total-recall/ports';
import { createSystemClock, createSystemScheduler, forwarding } from '@total-recall/runtime';
import { isOfLine } from '../plan/generation-line.ts';
import { openIndexGenerations } from '../plan/index-generations.ts';
import { fullestOf } from './fullest-of-line.ts';
import { openReadModel, type ReadModel, type ReadModelOptions } from './open-read-model.ts';

/** The read model of the generation that the aliases name. */
export interface CurrentReadModel extends FollowedReadModel, Pick<ReadModel, 'index' | 'sessions' | 'close'> {
  /**
   * Follows as the port says, and goes over to generations of its line only. Without `around`, the switch waits for a
   * while until the new generation has reached the marks already shown here.
   */
  follow(options: FollowOptions): Promise<string | undefined>;
}

export interface FollowOptions {
  readonly step: () => void;
  readonly around?: (switchOver: () => void) => Promise<void>;
  /** Longest wait for the new generation, as nobody writes the old one any more. Default: 5 s. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 5_000;
const LOOK_MS = 50;

/**
 * Opens the current generation. Where that is of another line, as another version made its own current, it opens the
 * fullest of its line, which its other processes use, or else the first.
 */
export async function openCurrentReadModel(options: ReadModelOptions): Promise<CurrentReadModel> {
  const first = options.generation;
  const generations = openIndexGenerations(options);
  const opened: ReadModel[] = [];
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0)) await one.close();
    await generations.close();
  };
  const named = async (): Promise<string | undefined> => {
    const { current } = await generations.standing();
    return current !== undefined && isOfLine(current, first) ? current : undefined;
  };
  // Opened generations stay open, as requests may still use them.
  const open = async (generation: string): Promise<ReadModel> => {
    const one = opened.find((before) => before.generation === generation) ?? (await openReadModel({ ...options, generation }));
    if (!opened.includes(one)) opened.push(one);
    return one;
  };
  try {
    let present = await open((await named()) ?? (await fullestOf(first, options)) ?? first);
    const promised = new Map<number, Marks>();
    const marks = async (partition: number): Promise<Marks> => {
      for (;;) {
        const { index } = present;
        const read = await index.marks(partition);
        // An answer from the generation before the switch does not count for the new one.
        if (index !== present.index) continue;
        if (read.folded >= (promised.get(partition)?.folded ?? -1)) promised.set(partition, read);
        return read;
      }
    };
    const [erasing, vectors] = [forwarding(() => present.index.erasing), forwarding(() => present.index.vectors)];
    const index = { ...forwarding(() => present.index), marks, erasing, vectors };
    return {
      index,
      sessions: forwarding(() => present.sessions),
      generation: () => present.generation,
      generations,
      async follow({ step, around, patienceMs = PATIENCE_MS }) {
        const name = await named();
        if (name === undefined || name === present.generation) return undefined;
        const next = await open(name);
        const switchOver = (): void => {
          present = next;
          promised.clear();
          step();
        };
        if (around) await around(switchOver);
        else await untilItHolds(next, promised, { switchOver, patienceMs });
        return name;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until the new generation has reached the marks. The switch happens in the same turn as the check. */
async function untilItHolds(
  { index }: ReadModel,
  promised: ReadonlyMap<number, Marks>,
  { switchOver, patienceMs }: { readonly switchOver: () => void; readonly patienceMs: number },
): Promise<void> {
  const [clock, scheduler] = [createSystemClock(), createSystemScheduler()];
  const untilMs = clock.monotonicMs() + patienceMs;
  for (;;) {
    const held = new Map<number, Marks>();
    for (const partition of promised.keys()) held.set(partition, await index.marks(partition));
    const lacks = [...promised].some(([partition, { folded, searchable }]) => {
      const now = held.get(partition);
      return (now?.folded ?? -1) < folded || (now?.searchable ?? -1) < searchable;
    });
    if (!lacks || clock.monotonicMs() >= untilMs) return switchOver();
    await scheduler.delay(LOOK_MS);
  }
}
