import { createMemoryEventLog, createMemorySegmentStore } from '@total-recall/adapter-memory';
import type { EventLog } from '@total-recall/ports';
import { codeOf, eventLogContract } from '@total-recall/ports/testing';
import { createArchiveWriter, readFromArchive } from '@total-recall/archive';

// Appends are archived at once, except for the open chapter, so reads use both the archive and the log.
eventLogContract(
  'memory, read from its archive',
  (partitions) => ({
    open: async () => {
      const log = createMemoryEventLog({ partitions });
      const segments = createMemorySegmentStore();
      const archivers = Array.from({ length: partitions }, (_, partition) => {
        const writer = createArchiveWriter(
          segments,
          { generation: log.generation, partition },
          { records: 40, bytes: 100_000, ageMs: 1_000 },
        );
        return async () => void (await writer.add(await log.read(partition, writer.next(), 10_000)));
      });
      let turn: Promise<unknown> = Promise.resolve();
      // A reader looks up the end of the archive once, so each read here gets a new reader.
      const fresh = (): EventLog => readFromArchive(log, segments);
      const follower = fresh();
      let isClosed = false;
      return {
        ...follower,
        append: async (records) => {
          const positions = await log.append(records);
          // Fails when the log is closed, which is not tested here.
          if (positions[0]) await (turn = turn.then(() => codeOf(archivers[positions[0]!.partition]!())));
          return positions;
        },
        read: (partition, from, limit) => readAll(isClosed ? follower : fresh(), partition, from, limit),
        close: () => {
          isClosed = true;
          return follower.close();
        },
      };
    },
    dispose: async () => undefined,
  }),
  { reopen: false },
);

/** Reads all records: a single read may return fewer than asked for. */
async function readAll(log: EventLog, partition: number, from: number, limit: number) {
  const records = await log.read(partition, from, limit);
  for (let more = records; more.length > 0 && records.length < limit; records.push(...more))
    more = await log.read(partition, records.at(-1)!.position.offset + 1, limit - records.length);
  return records;
}
