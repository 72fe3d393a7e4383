import { lacksRevision, type EventRecord } from '@total-recall/domain';
import type { AsideRecord, LogRecord } from '@total-recall/ports';
import { failureReason, isTransient } from '../follow/failure-reason.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/** A record that could not be processed, with the reason. */
export interface RecordFailure {
  readonly record: LogRecord;
  /** Never holds content of the event. */
  readonly reason: string;
}

/** Records of a partition that are set aside. They are kept in the index and reported to the operator. */
export interface SetAsideRecords {
  /** Loads what an earlier process set aside. */
  resumed(): Promise<void>;
  /** Durable when it resolves; only then may the marks pass these records. */
  put(records: readonly RecordFailure[]): Promise<void>;
  /** In ascending order. */
  offsets(): readonly number[];
  /** Called when this process no longer has the partition. */
  close(): void;
}

export type SetAsideDeps = Pick<IngestDeps, 'index' | 'observer' | 'clock' | 'park'>;

export function createSetAsideRecords({ index, observer, clock, park }: SetAsideDeps, partition: number): SetAsideRecords {
  let offsets: readonly number[] = [];
  const look = async (fresh: readonly AsideRecord[]): Promise<void> => {
    offsets = (await index.aside(partition)).map(({ offset }) => offset);
    observer.setAside?.({ partition, fresh, total: offsets.length });
  };
  return {
    resumed: () => look([]),
    async put(records) {
      if (records.length === 0) return;
      const at = clock.now();
      const fresh = records.map(({ record: { envelope, position }, reason }) => ({
        offset: position.offset,
        eventId: String(envelope.id),
        reason,
        at,
      }));
      await park?.(records.map(({ record: { key, position }, reason }) => ({ key, position, reason })));
      await index.setAside(partition, fresh);
      await look(fresh);
    },
    offsets: () => offsets,
    close: () => observer.setAside?.({ partition, fresh: [], total: 0 }),
  };
}

/**
 * Runs `work` on a record. If that fails because of the record, runs it again without the body, so that the
 * record keeps its place and later ones go on; `aside` is the reason. If that fails too, there is no result.
 * Errors: those that may pass.
 */
export async function setAsideOnFailure<T>(
  record: EventRecord,
  work: (record: EventRecord) => Promise<T>,
): Promise<{ readonly result?: T; readonly aside?: string }> {
  try {
    const result = await work(record);
    if (lacksRevision(record)) return { result, aside: 'what artifacts/ kept of it is lost or damaged' };
    return record.body === 'unreadable' ? { result, aside: 'its body does not open' } : { result };
  } catch (error) {
    if (isTransient(error)) throw error;
    const aside = `its fold fails: ${failureReason(error)}`;
    if (typeof record.body === 'string') return { aside };
    try {
      return { result: await work({ ...record, body: 'damaged' }), aside };
    } catch (again) {
      if (isTransient(again)) throw again;
      return { aside };
    }
  }
}
