import { writeSync } from 'node:fs';
import { sampleRecord } from '@total-recall/ports/testing';
import { createSqliteEventLog } from '../src/event-log/sqlite-event-log.ts';

/**
 * Appends to the log at argv[2] for ever and prints a line `writer sequence` for every record acknowledged. argv[3] names the run,
 * so that every id is used once. Each of the writers has several appends in flight.
 */
const [, , path = '', run = '0'] = process.argv;
const log = await createSqliteEventLog({ path });
writeSync(1, 'open\n');
for (let writer = 0; writer < 4; writer++) void appendForEver(writer);

async function appendForEver(writer: number): Promise<never> {
  const key = `acme/kill/writer-${writer}`;
  for (let sequence = 0; ; sequence += 6) {
    await Promise.all([1, 2, 3].map(async (count, call) => {
      const first = sequence + [0, 1, 3][call]!;
      const batch = Array.from({ length: count }, (_, index) => sampleRecord(key, `${run}:${first + index}`, 600));
      await log.append(batch);
      writeSync(1, batch.map((record) => `${record.key} ${record.envelope.id}\n`).join(''));
    }));
  }
}
