import type { Position } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';

const RECORDS_A_READ = 1_000;

/** Where events stand, read from the log: what a caller is told of it is sealed. */
export interface PositionsInLog {
  /** Reads what was appended since. */
  readOn(): Promise<void>;
  /** The last record of an event, or undefined where it was not read yet. */
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
