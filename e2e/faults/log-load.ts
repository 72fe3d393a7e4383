import type { EventEnvelope } from '@total-recall/domain';
import type { EventLog, LogRecord } from '@total-recall/ports';

/** Result of the appends made while brokers came and went. */
export interface LoadReport {
  /** Acknowledged ids by session, in order of acknowledgement. */
  readonly acknowledged: ReadonlyMap<string, readonly string[]>;
  /** Number of failed appends that were repeated with the same ids. */
  readonly repeated: number;
  readonly slowestMs: number;
}

export interface RunningLoad {
  /** Resolves once this number of records has been acknowledged. */
  reached(records: number): Promise<void>;
  stop(): Promise<LoadReport>;
}

const BODY_BYTES = 600;

/**
 * Starts sessions that append three records at a time, one append after the other, and repeat a failed one until it is
 * acknowledged.
 */
export function startLoad(log: EventLog, sessions: number): RunningLoad {
  const acknowledged = new Map<string, string[]>();
  let [count, repeated, slowestMs, stopped] = [0, 0, 0, false];
  const waiting = new Set<{ readonly records: number; readonly resolve: () => void }>();

  const write = async (session: string): Promise<void> => {
    const key = `acme/soak/${session}`;
    const mine: string[] = [];
    acknowledged.set(key, mine);
    for (let sequence = 0; !stopped; sequence += 3) {
      const ids = [0, 1, 2].map((index) => `${session}-${sequence + index}`);
      const records = ids.map((id) => ({
        key,
        envelope: envelopeOf(session, id),
        sealed: new Uint8Array(BODY_BYTES).fill(sequence % 256),
      }));
      const from = performance.now();
      while (
        !(await log.append(records).then(
          () => true,
          () => false,
        ))
      )
        repeated++;
      slowestMs = Math.max(slowestMs, performance.now() - from);
      mine.push(...ids);
      count += ids.length;
      for (const entry of waiting) if (count >= entry.records) entry.resolve();
    }
  };
  const writers = Array.from({ length: sessions }, (_, index) => write(`s${index}`));
  return {
    reached: (records) => new Promise((resolve) => (count >= records ? resolve() : waiting.add({ records, resolve }))),
    stop: async () => {
      stopped = true;
      await Promise.all(writers);
      return { acknowledged, repeated, slowestMs };
    },
  };
}

function envelopeOf(session: string, id: string): EventEnvelope {
  return {
    schemaVersion: 1,
    id,
    tenant: 'acme',
    space: 'soak',
    session,
    kind: 'user_message',
    occurredAt: 1,
    recordedAt: 1,
    tokens: { whole: 3, stripped: 2, preview: 1 },
    family: 'o200k',
    keyId: 'key_soak',
  };
}

/**
 * Returns what is wrong with a log after the load; an empty list means nothing. A repeated append may be stored twice,
 * but whole and in order.
 */
export async function findLosses(log: EventLog, report: LoadReport): Promise<string[]> {
  const stored = new Map<string, string[]>();
  for (let partition = 0; partition < log.partitions; partition++)
    for await (const { key, envelope } of recordsOf(log, partition)) stored.set(key, [...(stored.get(key) ?? []), envelope.id]);
  const wrong: string[] = [];
  let twice = 0;
  for (const [key, ids] of report.acknowledged) {
    const found = stored.get(key) ?? [];
    const first = [...new Set(found)];
    twice += found.length - first.length;
    if (first.slice(0, ids.length).join() !== ids.join())
      wrong.push(`${key}: ${ids.length} acknowledged, ${first.length} stored, not the same in order`);
  }
  if (twice > 3 * report.repeated) wrong.push(`${twice} records stand twice after ${report.repeated} repeats`);
  return wrong;
}

async function* recordsOf(log: EventLog, partition: number): AsyncGenerator<LogRecord> {
  for (let from = 0; ;) {
    const records = await log.read(partition, from, 1_000);
    if (records.length === 0) return;
    yield* records;
    from = records.at(-1)!.position.offset + 1;
  }
}
