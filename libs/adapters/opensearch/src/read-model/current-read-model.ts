import type { Marks } from '@total-recall/domain';
import { createSystemClock, createSystemScheduler, forwarding } from '@total-recall/runtime';
import { isOfLine } from '../plan/generation-line.ts';
import { openIndexGenerations } from '../plan/index-generations.ts';
import { openReadModel, type ReadModel, type ReadModelOptions } from './open-read-model.ts';

/** The generation of a read model that the aliases name. */
export interface CurrentReadModel extends Pick<ReadModel, 'index' | 'sessions' | 'close'> {
  /** The generation that is read and written here. */
  generation(): string;
  /**
   * Goes over to another generation of the line if the aliases name one by now; resolves to it. `step` is called in the very moment. `around` is given the step
   * itself, to let go before it of whatever stands on the old one; without it the step waits, for a while, until the new one holds what marks promised here.
   */
  follow(options: FollowOptions): Promise<string | undefined>;
}

export interface FollowOptions {
  readonly step: () => void;
  readonly around?: (goOver: () => void) => Promise<void>;
  /** Longest that the new generation is waited for, as nobody writes the old one any more; 5 s. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 5_000;
const LOOK_MS = 50;

/** Opens the generation that is current, or the first of the line where none of it is. */
export async function openCurrentReadModel(options: ReadModelOptions): Promise<CurrentReadModel> {
  const first = options.generation;
  const generations = openIndexGenerations(options);
  const opened: ReadModel[] = [];
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0)) await one.close();
    await generations.close();
  };
  const named = async (): Promise<string | undefined> => {
    const current = await generations.current();
    return current !== undefined && isOfLine(current, first) ? current : undefined;
  };
  // What was open stays so: requests may be under way.
  const open = async (generation: string): Promise<ReadModel> => {
    const one = opened.find((before) => before.generation === generation) ?? (await openReadModel({ ...options, generation }));
    if (!opened.includes(one)) opened.push(one);
    return one;
  };
  try {
    let present = await open((await named()) ?? first);
    const promised = new Map<number, Marks>();
    const marks = async (partition: number): Promise<Marks> => {
      for (;;) {
        const { index } = present;
        const read = await index.marks(partition);
        // What was asked of one and answered after the step to the other promises nothing there.
        if (index !== present.index) continue;
        if (read.searchable >= (promised.get(partition)?.searchable ?? -1)) promised.set(partition, read);
        return read;
      }
    };
    const [erasing, vectors] = [forwarding(() => present.index.erasing), forwarding(() => present.index.vectors)];
    const index = { ...forwarding(() => present.index), marks, erasing, vectors };
    return {
      index,
      sessions: forwarding(() => present.sessions),
      generation: () => present.generation,
      async follow({ step, around, patienceMs = PATIENCE_MS }) {
        const name = await named();
        if (name === undefined || name === present.generation) return undefined;
        const next = await open(name);
        const goOver = (): void => {
          present = next;
          promised.clear();
          step();
        };
        if (around) await around(goOver);
        else await untilItHolds(next, promised, { goOver, patienceMs });
        return name;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The step is made in the same turn in which the marks are seen to suffice. */
async function untilItHolds(
  { index }: ReadModel,
  promised: ReadonlyMap<number, Marks>,
  { goOver, patienceMs }: { readonly goOver: () => void; readonly patienceMs: number },
): Promise<void> {
  const [clock, scheduler] = [createSystemClock(), createSystemScheduler()];
  const untilMs = clock.monotonicMs() + patienceMs;
  for (;;) {
    const held = new Map<number, Marks>();
    for (const partition of promised.keys()) held.set(partition, await index.marks(partition));
    const lacks = [...promised].some(([partition, { searchable }]) => (held.get(partition)?.searchable ?? -1) < searchable);
    if (!lacks || clock.monotonicMs() >= untilMs) return goOver();
    await scheduler.delay(LOOK_MS);
  }
}
