import { lacksRevision, type EventRecord } from '@total-recall/domain';
import type { Logger } from '@total-recall/observability';
import type { EventLog, LogRecord, Scheduler, Sealer } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';
import { reasonText } from '@total-recall/runtime';
import { lacksKey, type KeysOfRecords } from '../keys/lacks-key.ts';
import type { LogDamage } from './log-damage.ts';

/** Records of one read. */
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
  readonly keys: KeysOfRecords;
  readonly clock: { monotonicMs(): number };
  readonly scheduler: Pick<Scheduler, 'delay'>;
  readonly damage: LogDamage;
  /** Called for a record that is whole, and whose revised body in `artifacts/` is lost or damaged. */
  readonly onLacksRevision: (record: EventRecord) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Creates the component that slowly reads and opens every record of the log, once after the start and then daily, so
 * that damage is known before somebody needs the record.
 */
export function checkLog(deps: LogCheckDeps): Component {
  const { log, clock, scheduler, damage, logger } = deps;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  /** Place that the check has reached. A failure does not move it. */
  let [partition, offset, end] = [0, 0, -1];
  const noteProgress = (failure?: string): void =>
    damage.noteProgress({ partition, partitions: log.partitions, offset, end, ...(failure !== undefined && { failure }) });

  /** Keys of sessions whose last position this check has mended. One may be mended with each batch of its records. */
  const mended = new Set<string>();

  /** Ends where the log did when it began: one that grows as fast as it is read would be checked for ever. */
  async function checkPartition(): Promise<void> {
    end = await log.end(partition);
    while (offset <= end && !stopping.signal.aborted) {
      const startedMs = clock.monotonicMs();
      const records = await log.read(partition, offset, BATCH);
      if (records.length === 0) return;
      await noteUnreadable(records, deps);
      for (const key of (await log.mendLastOffsets?.(records)) ?? []) mended.add(key);
      offset = records.at(-1)!.position.offset + 1;
      noteProgress();
      await scheduler.delay(LEAST_PAUSE_MS + (clock.monotonicMs() - startedMs) * (REST - 1), stopping.signal);
    }
  }

  /** Says once for a check what it has mended, however many reads that took. */
  function tellMended(): void {
    if (mended.size > 0)
      logger.warn(
        { sessions: mended.size },
        'log.db had lost the positions of the last records of sessions; they were restored from the records',
      );
    mended.clear();
  }

  async function isReadThrough(): Promise<boolean> {
    try {
      for (; partition < log.partitions && !stopping.signal.aborted; [partition, offset] = [partition + 1, 0]) await checkPartition();
    } catch (error) {
      if (stopping.signal.aborted) return false;
      noteProgress(reasonText(error));
      logger.error({ err: error, partition, offset }, 'the check of the log was interrupted; it continues from there');
      return false;
    } finally {
      tellMended();
    }
    [partition, offset] = [0, 0];
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
        if (!stopping.signal.aborted) logger.error({ err: error }, 'the check of the log was interrupted');
      });
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
    health: () => damage.health(),
  };
}

/** Tells a record whose key or revised body is missing from one that is damaged. */
async function noteUnreadable(records: readonly LogRecord[], { sealer, keys, damage, onLacksRevision }: LogCheckDeps): Promise<void> {
  for (const [at, opened] of (await sealer.openAll(records)).entries()) {
    const { offset, body } = opened;
    if (lacksRevision(opened)) await onLacksRevision(opened);
    if (body !== 'unreadable' || lacksRevision(opened)) continue;
    const { partition } = records[at]!.position;
    if ((await lacksKey(records[at]!, keys)) === 'lacks') damage.noteKeyless({ partition, offset });
    else damage.note({ partition, offset, reason: 'its body does not open' });
  }
}
