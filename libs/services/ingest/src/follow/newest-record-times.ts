import type { EventLog } from '@total-recall/ports';

/** Returns when the newest records of each partition were recorded, at most `perPartition` of it, the oldest first. */
export async function newestRecordTimes(log: Pick<EventLog, 'partitions' | 'end' | 'read'>, perPartition: number): Promise<number[]> {
  const times: number[] = [];
  for (let partition = 0; partition < log.partitions; partition += 1) {
    const from = Math.max(0, (await log.end(partition)) + 1 - perPartition);
    for (const { envelope } of await log.read(partition, from, perPartition)) times.push(envelope.recordedAt);
  }
  return times.sort((a, b) => a - b);
}
