import type { Logger, Metrics } from '@total-recall/observability';
import type { EventLog, Scheduler, Sealer } from '@total-recall/ports';
import type { Component, Health } from '@total-recall/runtime';

/** Records of the log that cannot be read, by partition and offset. The first ones are logged singly, and the service goes on. */
export interface LogDamage {
  note(damaged: { readonly partition: number; readonly offset: number; readonly reason: string }): void;
  health(): Health;
  /** Notes that every record was read and opened once since the start. */
  noteChecked(): void;
  /** Returns true when damage of before the start would be known. */
  isChecked(): boolean;
}

/** Most offsets kept per partition; further ones are not counted. */
const KEPT = 10_000;
const NAMED = 10;

export function createLogDamage({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }): LogDamage {
  const found = new Map<number, Set<number>>();
  let isChecked = false;
  return {
    noteChecked: () => void (isChecked = true),
    isChecked: () => isChecked,
    note({ partition, offset, reason }) {
      const offsets = found.get(partition) ?? new Set();
      found.set(partition, offsets);
      if (offsets.has(offset) || offsets.size >= KEPT) return;
      offsets.add(offset);
      metrics.logDamaged.set({ partition: String(partition) }, offsets.size);
      const { size } = offsets;
      if (size <= NAMED) logger.error({ partition, offset, reason }, 'a record of log.db cannot be read; put the file back from a backup');
      else if (isRound(size))
        logger.error({ partition, records: size, at: rangesOf(offsets) }, 'records of log.db cannot be read; /readyz names all so far');
    },
    health() {
      if (found.size === 0) return { ready: true };
      const parts = [...found].map(
        ([partition, offsets]) => `${offsets.size} records of partition ${partition} cannot be read, at offsets ${rangesOf(offsets)}`,
      );
      const detail = `degraded: log.db is damaged; ${parts.join('; ')}; put log.db back from a backup`;
      return { ready: true, isDegraded: true, detail };
    },
  };
}

/** A damaged page holds many records, so a line for each would fill the disk that is damaged already. */
const isRound = (size: number): boolean => /^10+$/.test(String(size));

/** Lists offsets in their order, neighbours as `from-to`. */
function rangesOf(offsets: ReadonlySet<number>): string {
  const ranges: [number, number][] = [];
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === offset - 1) last[1] = offset;
    else ranges.push([offset, offset]);
  }
  const named = ranges.slice(0, NAMED).map(([from, to]) => (from === to ? String(from) : `${from}-${to}`));
  return `${named.join(', ')}${ranges.length > NAMED ? ', ...' : ''}`;
}

const BATCH = 100;
/** Inverse of the share of time that the check may take: at most a fifth. */
const REST = 5;
const LEAST_PAUSE_MS = 5;
const AGAIN_MS = 24 * 3_600_000;
/** Pause after a check that could not be finished. */
const RETRY_MS = 60_000;

export interface LogCheckDeps {
  readonly log: EventLog;
  readonly sealer: Pick<Sealer, 'openAll'>;
  readonly clock: { monotonicMs(): number };
  readonly scheduler: Pick<Scheduler, 'delay'>;
  readonly damage: LogDamage;
  readonly logger: Logger;
}

/**
 * Creates the component that slowly reads and opens every record of the log, once after the start and then daily, so
 * that damage is known before somebody needs the record.
 */
export function checkLog({ log, sealer, clock, scheduler, damage, logger }: LogCheckDeps): Component {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function checkPartition(partition: number): Promise<void> {
    for (let from = 0; !stopping.signal.aborted;) {
      const startedMs = clock.monotonicMs();
      const records = await log.read(partition, from, BATCH);
      if (records.length === 0) return;
      for (const { offset, body } of await sealer.openAll(records))
        if (body === 'unreadable') damage.note({ partition, offset, reason: 'its body does not open' });
      from = records.at(-1)!.position.offset + 1;
      await scheduler.delay(LEAST_PAUSE_MS + (clock.monotonicMs() - startedMs) * (REST - 1), stopping.signal);
    }
  }

  async function isReadThrough(): Promise<boolean> {
    try {
      for (let partition = 0; partition < log.partitions; partition += 1) await checkPartition(partition);
    } catch (error) {
      if (!stopping.signal.aborted) logger.error({ err: error }, 'the log could not be read through; it is tried again');
      return false;
    }
    return !stopping.signal.aborted;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isDone = await isReadThrough();
      if (isDone) damage.noteChecked();
      await scheduler.delay(isDone ? AGAIN_MS : RETRY_MS, stopping.signal);
    }
  }

  return {
    name: 'log',
    start: async () => {
      running = run().catch((error: unknown) => {
        if (!stopping.signal.aborted) logger.error({ err: error }, 'the log could not be read through');
      });
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
    health: () => damage.health(),
  };
}
