import type { Position } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';

const RECORDS_A_READ = 1_000;

/** Positions of events, read from the log because those given to callers are sealed. */
export interface PositionsInLog {
  /** Reads the records that were appended since. */
  readOn(): Promise<void>;
  /** Returns the position of an event's last record; undefined if it was not read yet. */
  of(eventId: string): Position | undefined;
}

export function readPositions(log: Pick<EventLog, 'partitions' | 'read'>): PositionsInLog {
  const positions = new Map<string, Position>();
  const next = Array.from({ length: log.partitions }, () => 0);
  const readPartition = async (partition: number): Promise<void> => {
    for (;;) {
      const records = await log.read(partition, next[partition]!, RECORDS_A_READ);
      if (records.length === 0) return;
      for (const { envelope, position } of records) positions.set(envelope.id, position);
      next[partition] = records.at(-1)!.position.offset + 1;
    }
  };
  return {
    readOn: async () => void (await Promise.all(next.map((_, partition) => readPartition(partition)))),
    of: (eventId) => positions.get(eventId),
  };
}
