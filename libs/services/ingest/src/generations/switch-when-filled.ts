import type { Logger } from '@total-recall/observability';
import type { Clock, EventLog, FollowedReadModel, MemoryIndex } from '@total-recall/ports';
import { createFillStatus } from './fill-status.ts';

export interface SwitchWhenFilledDeps {
  readonly stores: {
    readonly readModel?: FollowedReadModel;
    readonly log: Pick<EventLog, 'end' | 'partitions'>;
    /** Marks of the generation that this process writes, of every partition, whoever projects it. */
    readonly index: Pick<MemoryIndex, 'marks'>;
  };
  /** True for a generation of the same log and an earlier version of the program, which this one may replace. */
  readonly isEarlier: (generation: string) => boolean;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly logger: Logger;
}

/** Makes the generation that this process fills the current one. */
export interface SwitchWhenFilled {
  /** Looks once, and switches if the generation is full. Errors: those of the stores. */
  look(): Promise<void>;
  /** Describes the standing of the generation as of the last look: `fills index generation g-v8, 40 % read; ...`. */
  describe(): string;
}

/**
 * Makes the generation of this process current once it holds what the log held a second ago, in all partitions: the marks
 * of others show what they have filled, so any process may decide, and several decide the same. It replaces only a
 * generation of an earlier version, so that an earlier program beside a later one, or after it, changes nothing.
 */
export function createSwitchWhenFilled({ stores, isEarlier, clock, logger }: SwitchWhenFilledDeps): SwitchWhenFilled {
  const { readModel, log, index } = stores;
  const marks = (partition: number) => index.marks(partition);
  let status: ReturnType<typeof createFillStatus> | undefined;
  let filling: string | undefined;
  let described: string | undefined;

  async function fill(own: string, former: string): Promise<void> {
    status ??= createFillStatus({ log, marks, marksRead: marks, hasVectors: false, clock });
    const { filled, records, isFull } = await status();
    if (filling !== own) logger.info({ generation: own, former, filled, records }, 'fills its index generation; the former is current');
    filling = own;
    described = `fills index generation ${own}, ${percentOf(filled, records)} % read; ${former} is current until then`;
    if (!isFull) return;
    await readModel!.generations!.switchTo(own);
    logger.info(
      { generation: own, former, records },
      'serves its index generation, which is full and current now; the former may be dropped',
    );
    [status, filling, described] = [undefined, undefined, undefined];
  }

  return {
    async look() {
      const own = readModel?.generation();
      const current = (await readModel?.generations?.standing())?.current;
      if (own === undefined || current === undefined || current === own) [status, filling, described] = [undefined, undefined, undefined];
      else if (isEarlier(current)) await fill(own, current);
      else described = `serves index generation ${own}; the current one, ${current}, is of another version or log`;
    },
    describe: () => described ?? `serves index generation ${readModel?.generation()}`,
  };
}

/** Rounds down, so that 100 is all. */
const percentOf = (part: number, whole: number): number => (whole === 0 ? 100 : Math.floor((100 * part) / whole));
