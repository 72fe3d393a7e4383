import type { NewLogRecord } from '@total-recall/ports';
import { createSqliteEventLog } from '../src/event-log/sqlite-event-log.ts';

/**
 * Appends to the log at argv[2] for ever and prints a line `key id` for every acknowledged record. argv[3] names the
 * run, so that ids are unique. Each writer has several appends in flight.
 */
const [, , path = '', run = '0'] = process.argv;
const log = await createSqliteEventLog({ path });
await print('open\n');
for (let writer = 0; writer < 4; writer++) void appendForEver(`writer-${writer}`);

async function appendForEver(session: string): Promise<never> {
  for (let sequence = 0; ; sequence += 6) {
    await Promise.all(
      [1, 2, 3].map(async (count, call) => {
        const first = sequence + [0, 1, 3][call]!;
        const batch = Array.from({ length: count }, (_, index) => recordOf(session, first + index));
        await log.append(batch);
        await print(batch.map((record) => `${record.key} ${record.envelope.id}\n`).join(''));
      }),
    );
  }
}

/** Resolves once the pipe has accepted the text, so that a slow reader slows the writers. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
}

/** Builds a record whose body follows from its id: 600 times the lowest byte of the sequence number. */
function recordOf(session: string, sequence: number): NewLogRecord {
  return {
    key: `acme/kill/${session}`,
    envelope: {
      schemaVersion: 1,
      id: `${run}:${sequence}`,
      tenant: 'acme',
      space: 'kill',
      session,
      kind: 'user_message',
      occurredAt: 1,
      recordedAt: 2,
      tokens: { whole: 1, stripped: 1, preview: 1 },
      family: 'o200k',
      keyId: 'key',
    },
    sealed: new Uint8Array(600).fill(sequence % 256),
  };
}
