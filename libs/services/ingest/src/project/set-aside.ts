import type { EventRecord } from '@total-recall/domain';
import type { AsideRecord, LogRecord } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/** A record that could not be worked off, with why. */
export interface SetAside {
  readonly record: LogRecord;
  /** No content of the event. */
  readonly reason: string;
}

/** What is set aside of a partition: in the index for as long as that lasts, and told to whoever looks after the service. */
export interface PartitionAside {
  /** Takes over what an earlier process set aside. */
  resumed(): Promise<void>;
  /** Durable when it resolves; only then may the marks pass these records. */
  put(records: readonly SetAside[]): Promise<void>;
  /** In the order of their offsets. */
  offsets(): readonly number[];
  /** The partition is another's from now on, or nobody's. */
  close(): void;
}

export function createPartitionAside(
  { index, observer, clock, park }: Pick<IngestDeps, 'index' | 'observer' | 'clock' | 'park'>,
  partition: number,
): PartitionAside {
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

/** Whether a failure is of what stands around the record, and may be over the next time. */
export function mayPass(error: unknown): boolean {
  return error instanceof TotalRecallError && ['unavailable', 'not_caught_up', 'closed'].includes(error.code);
}

/** Kind and place of a failure; its message may quote the event. */
export function reasonOf(error: unknown): string {
  if (error instanceof TotalRecallError) return error.code;
  if (!(error instanceof Error)) return 'an unknown failure';
  const place = /^ +at (?:async )?([\w.<>]+) \(/m.exec(error.stack ?? '')?.[1];
  return place === undefined ? error.name : `${error.name} in ${place}`;
}

/**
 * Works on one record; where that fails for what it holds, on the same record without its body, so that it keeps its place and those after it go
 * on. `aside` says why; a record that cannot be worked off even so has no result. Errors: those that may pass.
 */
export async function orSetAside<T>(
  record: EventRecord,
  work: (record: EventRecord) => Promise<T>,
): Promise<{ readonly result?: T; readonly aside?: string }> {
  try {
    const result = await work(record);
    return record.body === 'unreadable' ? { result, aside: 'its body does not open' } : { result };
  } catch (error) {
    if (mayPass(error)) throw error;
    const aside = `its fold fails: ${reasonOf(error)}`;
    if (typeof record.body === 'string') return { aside };
    try {
      return { result: await work({ ...record, body: 'damaged' }), aside };
    } catch (again) {
      if (mayPass(again)) throw again;
      return { aside };
    }
  }
}
