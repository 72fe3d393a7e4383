import type { EventEnvelope } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import type { EventLog, LogRecord, NewLogRecord } from '../src/event-log.ts';
import { codeOf, withHarness, type ContractCapabilities, type ContractHarness } from './contract-harness.ts';

const ALPHA = 'acme/demo/alpha';
const BETA = 'acme/demo/beta';

/** Builds a record with the given id and distinct bytes as its body, including 0. */
export function sampleRecord(key: string, id: string, sizeBytes = 20): NewLogRecord {
  const [tenant = '', space = '', session = ''] = key.split('/');
  const envelope: EventEnvelope = {
    schemaVersion: 1,
    id,
    tenant,
    space,
    session,
    kind: 'user_message',
    occurredAt: 1_700_000_000_000,
    recordedAt: 1_700_000_000_001,
    tokens: { whole: 3, stripped: 2, preview: 1 },
    family: 'o200k',
    keyId: 'key-ä',
  };
  return { key, envelope, sealed: Uint8Array.from({ length: sizeBytes }, (_, index) => (index * 7 + id.length) % 256) };
}

function sampleBatch(key: string, prefix: string, count: number): NewLogRecord[] {
  return Array.from({ length: count }, (_, index) => sampleRecord(key, `${prefix}-${index}`));
}

const idsOf = (records: readonly LogRecord[]): string[] => records.map((record) => record.envelope.id);

/** Creates a list that can be awaited, so that no test sleeps. */
function collector(): {
  ids: string[];
  batches: LogRecord[][];
  take: (records: LogRecord[]) => Promise<void>;
  reached: (count: number) => Promise<void>;
} {
  const ids: string[] = [];
  const batches: LogRecord[][] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    ids,
    batches,
    take: async (records) => {
      batches.push(records);
      ids.push(...idsOf(records));
      for (const wait of waiting) if (ids.length >= wait.count) wait.resolve();
    },
    reached: (count) => new Promise((resolve) => (ids.length >= count ? resolve() : waiting.push({ count, resolve }))),
  };
}

/** Tests the claims of the `EventLog` port. `makeHarness` gets the number of partitions. */
export function eventLogContract(
  name: string,
  makeHarness: (partitions: number) => ContractHarness<EventLog>,
  capabilities: ContractCapabilities,
): void {
  const withLog = (body: (log: EventLog, open: () => Promise<EventLog>) => Promise<void>, partitions = 1): Promise<void> =>
    withHarness(
      () => makeHarness(partitions),
      async (open) => body(await open(), open),
    );

  describe(`${name}: EventLog`, () => {
    appendClaims(withLog);
    readClaims(withLog);
    followClaims(withLog);
    closeClaims(withLog);
    if (capabilities.reopen) reopenClaims(withLog);
  });
}

type WithLog = (body: (log: EventLog, open: () => Promise<EventLog>) => Promise<void>, partitions?: number) => Promise<void>;

function appendClaims(withLog: WithLog): void {
  it('gives back what was appended, byte for byte, at the position it said', () =>
    withLog(async (log) => {
      const batch = [sampleRecord(ALPHA, 'a', 0), sampleRecord(ALPHA, 'b', 1), sampleRecord(ALPHA, 'c', 70_000)];
      const positions = await log.append(batch);
      const records = await log.read(0, 0, 10);
      expect(records.map((record) => record.position)).toEqual(positions);
      expect(records.map(({ key, envelope }) => ({ key, envelope }))).toEqual(batch.map(({ key, envelope }) => ({ key, envelope })));
      records.forEach((record, index) => expect(Buffer.compare(record.sealed, batch[index]!.sealed)).toBe(0));
      expect(positions.every((position) => position.generation === log.generation && position.partition === log.partitionOf(ALPHA))).toBe(
        true,
      );
      expect(log.generation).toMatch(/^[A-Za-z0-9]{1,32}$/);
    }));

  it('keeps the order of calls for one key with many appends in flight, and offsets rise', () =>
    withLog(async (log) => {
      const calls = Array.from({ length: 200 }, (_, call) => log.append(sampleBatch(call % 2 ? ALPHA : BETA, `c${call}`, 1 + (call % 3))));
      const positions = (await Promise.all(calls)).flat();
      const records = await log.read(0, 0, 1_000);
      const offsets = records.map((record) => record.position.offset);
      expect(offsets).toEqual([...new Set(offsets)].sort((a, b) => a - b));
      expect(new Set(positions.map((position) => position.offset))).toEqual(new Set(offsets));
      for (const [key, odd] of [
        [ALPHA, 1],
        [BETA, 0],
      ] as const) {
        const expected = Array.from({ length: 200 }, (_, call) => call)
          .filter((call) => call % 2 === odd)
          .flatMap((call) => Array.from({ length: 1 + (call % 3) }, (_, i) => `c${call}-${i}`));
        expect(idsOf(records.filter((record) => record.key === key))).toEqual(expected);
      }
    }));

  it('answers nothing for nothing', () =>
    withLog(async (log) => {
      expect(await log.append([])).toEqual([]);
      expect(await log.end(0)).toBe(-1);
    }));

  it('refuses a batch over its limits and keeps nothing of it', () =>
    withLog(async (log) => {
      const tooMany = Array.from({ length: log.maxBatchRecords + 1 }, (_, index) => sampleRecord(ALPHA, String(index), 1));
      expect(await codeOf(log.append(tooMany))).toBe('batch_too_large');
      const halves = [sampleRecord(ALPHA, 'x', 1), sampleRecord(ALPHA, 'y', 1)].map((record) => ({
        ...record,
        sealed: new Uint8Array(log.maxBatchBytes / 2 + 1),
      }));
      expect(await codeOf(log.append(halves))).toBe('batch_too_large');
      expect(await log.end(0)).toBe(-1);
    }));

  it('takes a batch of exactly its record limit', () =>
    withLog(async (log) => {
      await log.append(Array.from({ length: log.maxBatchRecords }, (_, index) => sampleRecord(ALPHA, String(index), 1)));
      expect(await log.read(0, 0, log.maxBatchRecords + 1)).toHaveLength(log.maxBatchRecords);
    }));

  it('refuses a batch of two keys and keeps nothing of it', () =>
    withLog(async (log) => {
      expect(await codeOf(log.append([sampleRecord(ALPHA, 'a'), sampleRecord(BETA, 'b')]))).toBe('invalid_request');
      expect(await log.end(0)).toBe(-1);
    }));

  it('does not change a record when the caller writes over the bytes it gave', () =>
    withLog(async (log) => {
      const record = sampleRecord(ALPHA, 'a');
      const before = Uint8Array.from(record.sealed);
      await log.append([record]);
      record.sealed.fill(0);
      expect(Uint8Array.from((await log.read(0, 0, 1))[0]!.sealed)).toEqual(before);
    }));

  it('leaves the caller his bytes', () =>
    withLog(async (log) => {
      const record = sampleRecord(ALPHA, 'a');
      const before = Uint8Array.from(record.sealed);
      await log.append([record]);
      expect(record.sealed).toEqual(before);
    }));

  it('sends a key to one partition always, and spreads keys', () =>
    withLog(async (log) => {
      const keys = Array.from({ length: 64 }, (_, index) => `acme/demo/session-${index}`);
      const positions = await Promise.all(keys.map(async (key, index) => (await log.append([sampleRecord(key, String(index))]))[0]!));
      expect(positions.map((position) => position.partition)).toEqual(keys.map((key) => log.partitionOf(key)));
      expect(new Set(positions.map((position) => position.partition))).toEqual(new Set([0, 1, 2, 3]));
      for (let partition = 0; partition < 4; partition++) {
        const records = await log.read(partition, 0, 100);
        expect(records.every((record) => log.partitionOf(record.key) === partition && record.position.partition === partition)).toBe(true);
        expect(records.at(-1)!.position.offset).toBe(await log.end(partition));
      }
    }, 4));
}

function readClaims(withLog: WithLog): void {
  it('reads at or after an offset, at most the limit, and is empty at the end', () =>
    withLog(async (log) => {
      const positions = await log.append(sampleBatch(ALPHA, 'r', 10));
      expect(idsOf(await log.read(0, positions[4]!.offset, 3))).toEqual(['r-4', 'r-5', 'r-6']);
      expect(idsOf(await log.read(0, positions[8]!.offset, 100))).toEqual(['r-8', 'r-9']);
      expect(await log.read(0, positions[9]!.offset + 1, 100)).toEqual([]);
      expect(await log.read(0, positions[9]!.offset + 1_000, 100)).toEqual([]);
      expect(idsOf(await log.read(0, -1, 1))).toEqual(['r-0']);
    }));

  it('reads the records of one space, in order and page by page, and hands on nothing of others', () =>
    withLog(async (log) => {
      const keys = [ALPHA, 'acme/demonstration/alpha', 'acme/dem/alpha', 'acm/demo/alpha', BETA, 'acme/demo-2/alpha'];
      const positions = [];
      for (let round = 0; round < 4; round++)
        for (const key of keys) positions.push(...(await log.append([sampleRecord(key, `${key}.${round}`, key === ALPHA ? 20 : 200_000)])));
      const [first, last] = [positions[0]!.offset, positions.at(-1)!.offset];
      const all = (await log.read(0, 0, 100)).filter(({ envelope }) => envelope.tenant === 'acme' && envelope.space === 'demo');
      for (const limit of [1, 3, 100])
        for (const [from, to] of [
          [first, last],
          [first + 1, last - 1],
          [-1, first],
          [last, last],
        ] as const) {
          const found: LogRecord[] = [];
          for (let next = from; next <= to;) {
            const page = await log.readSpace({ partition: 0, tenant: 'acme', space: 'demo', fromOffset: next, toOffset: to, limit });
            expect(page.records.length).toBeLessThanOrEqual(limit);
            expect(page.next).toBeGreaterThan(next);
            found.push(...page.records);
            next = page.next;
          }
          expect(found).toEqual(all.filter(({ position: { offset } }) => offset >= from && offset <= to));
        }
    }));

  it('finds nothing of a space that wrote nothing there', () =>
    withLog(async (log) => {
      const positions = await log.append(sampleBatch(ALPHA, 'a', 5));
      const toOffset = positions.at(-1)!.offset;
      const range = { partition: 0, tenant: 'acme', space: 'other', fromOffset: 0, toOffset, limit: 10 };
      expect(await log.readSpace(range)).toEqual({ records: [], next: toOffset + 1 });
      expect(await codeOf(log.readSpace({ ...range, partition: 1 }))).toBe('invalid_request');
      expect(await codeOf(log.readSpace({ ...range, limit: 0 }))).toBe('invalid_request');
    }));

  it('refuses a partition it does not have and a limit below 1', () =>
    withLog(async (log) => {
      expect(await codeOf(log.read(1, 0, 1))).toBe('invalid_request');
      expect(await codeOf(log.end(-1))).toBe('invalid_request');
      expect(await codeOf(log.read(0, 0, 0))).toBe('invalid_request');
    }));

  it('knows the last offset of each key and the end, as soon as an append resolves', () =>
    withLog(async (log) => {
      expect(await log.lastOffset(ALPHA)).toBe(-1);
      const first = await log.append(sampleBatch(ALPHA, 'a', 3));
      const second = await log.append(sampleBatch(BETA, 'b', 2));
      expect(await log.lastOffset(ALPHA)).toBe(first.at(-1)!.offset);
      expect(await log.lastOffset(BETA)).toBe(second.at(-1)!.offset);
      expect(await log.lastOffset('acme/demo/alph')).toBe(-1);
      expect(await log.end(0)).toBe(second.at(-1)!.offset);
    }));
}

function followClaims(withLog: WithLog): void {
  it('follows from any offset: what is there and what comes, each once, in order', () =>
    withLog(async (log) => {
      const before = await log.append(sampleBatch(ALPHA, 'old', 5));
      for (const [from, skipped] of [
        [0, 0],
        [before[3]!.offset, 3],
        [before[4]!.offset + 1, 5],
      ] as const) {
        const seen = collector();
        const subscription = log.follow(0, from, seen.take);
        await seen.reached(5 - skipped);
        const late = `new${from}`;
        const known = (await log.read(0, from, 1_000)).length;
        await Promise.all(Array.from({ length: 20 }, (_, call) => log.append(sampleBatch(ALPHA, `${late}.${call}`, 2))));
        await seen.reached(known + 40);
        await subscription.stop();
        await subscription.done;
        expect(seen.ids).toEqual(idsOf(await log.read(0, from, 1_000)));
      }
    }));

  it('misses and repeats nothing while appends and the follower run against each other', () =>
    withLog(async (log) => {
      const seen = collector();
      const subscription = log.follow(0, 0, seen.take, { maxRecords: 7 });
      for (let round = 0; round < 30; round++) {
        await Promise.all([log.append(sampleBatch(ALPHA, `a${round}`, 3)), log.append(sampleBatch(BETA, `b${round}`, 2))]);
      }
      await seen.reached(150);
      await subscription.stop();
      expect(seen.ids).toEqual(idsOf(await log.read(0, 0, 1_000)));
      expect(seen.batches.every((batch) => batch.length >= 1 && batch.length <= 7)).toBe(true);
    }));

  it('shows a follower only what is already answered by end', () =>
    withLog(async (log) => {
      const ends: boolean[] = [];
      const seen = collector();
      const subscription = log.follow(0, 0, async (records) => {
        ends.push(records.at(-1)!.position.offset <= (await log.end(0)));
        await seen.take(records);
      });
      await Promise.all(Array.from({ length: 30 }, (_, call) => log.append(sampleBatch(ALPHA, `e${call}`, 1))));
      await seen.reached(30);
      await subscription.stop();
      expect(ends).not.toContain(false);
    }));

  it('runs one batch at a time', () =>
    withLog(async (log) => {
      let running = 0;
      let most = 0;
      const seen = collector();
      const subscription = log.follow(
        0,
        0,
        async (records) => {
          most = Math.max(most, ++running);
          await log.end(0);
          running--;
          await seen.take(records);
        },
        { maxRecords: 1 },
      );
      await Promise.all([log.append(sampleBatch(ALPHA, 'x', 10)), log.append(sampleBatch(BETA, 'y', 10))]);
      await seen.reached(20);
      await subscription.stop();
      expect(most).toBe(1);
    }));

  it('rejects done with what a batch threw, and calls it no more', () =>
    withLog(async (log) => {
      let calls = 0;
      const subscription = log.follow(0, 0, async () => {
        calls++;
        throw new Error('the reader broke');
      });
      const failed = expect(subscription.done).rejects.toThrow('the reader broke');
      await log.append(sampleBatch(ALPHA, 'a', 1));
      await failed;
      await log.append(sampleBatch(ALPHA, 'b', 1));
      await subscription.stop();
      expect(calls).toBe(1);
    }));

  it('stops after the running batch, and other followers go on', () =>
    withLog(async (log) => {
      const other = collector();
      const going = log.follow(0, 0, other.take);
      let release = (): void => undefined;
      let entered = (): void => undefined;
      const inBatch = new Promise<void>((resolve) => (entered = resolve));
      let finished = 0;
      const subscription = log.follow(
        0,
        0,
        async () => {
          entered();
          await new Promise<void>((resolve) => (release = resolve));
          finished++;
        },
        { maxRecords: 1 },
      );
      await log.append(sampleBatch(ALPHA, 'a', 3));
      await inBatch;
      const stopped = subscription.stop();
      expect(finished).toBe(0);
      release();
      await stopped;
      await subscription.done;
      expect(finished).toBe(1);
      await log.append(sampleBatch(ALPHA, 'b', 1));
      await other.reached(4);
      await going.stop();
      expect(other.ids).toEqual(['a-0', 'a-1', 'a-2', 'b-0']);
      expect(finished).toBe(1);
    }));

  it('follows one partition only', () =>
    withLog(async (log) => {
      const keys = Array.from({ length: 40 }, (_, index) => `acme/demo/s${index}`);
      const seen = collector();
      const subscription = log.follow(2, 0, seen.take);
      await Promise.all(keys.map((key, index) => log.append([sampleRecord(key, String(index))])));
      const expected = idsOf(await log.read(2, 0, 100));
      await seen.reached(expected.length);
      await subscription.stop();
      expect(seen.ids).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
    }, 4));
}

function closeClaims(withLog: WithLog): void {
  it('on close lets appends in flight through, ends followers, and refuses with closed', () =>
    withLog(async (log) => {
      const seen = collector();
      const subscription = log.follow(0, 0, seen.take);
      const flying = Array.from({ length: 25 }, (_, call) => log.append(sampleBatch(ALPHA, `f${call}`, 1)));
      await log.end(0);
      flying.push(...Array.from({ length: 25 }, (_, call) => log.append(sampleBatch(ALPHA, `g${call}`, 1))));
      const closed = log.close();
      expect((await Promise.all(flying)).flat()).toHaveLength(50);
      await closed;
      await subscription.done;
      expect(await codeOf(log.append(sampleBatch(ALPHA, 'late', 1)))).toBe('closed');
      expect(await codeOf(log.read(0, 0, 1))).toBe('closed');
      expect(await codeOf(log.readSpace({ partition: 0, tenant: 'acme', space: 'demo', fromOffset: 0, toOffset: 9, limit: 1 }))).toBe(
        'closed',
      );
      expect(await codeOf(log.end(0))).toBe('closed');
      expect(await codeOf(log.lastOffset(ALPHA))).toBe('closed');
      await log.close();
    }));
}

function reopenClaims(withLog: WithLog): void {
  it('after a reopen holds the same records at the same positions under the same generation', () =>
    withLog(async (log, open) => {
      await Promise.all(Array.from({ length: 20 }, (_, call) => log.append(sampleBatch(call % 2 ? ALPHA : BETA, `c${call}`, 2))));
      const before = await log.read(0, 0, 100);
      await log.close();
      const again = await open();
      expect(again.generation).toBe(log.generation);
      expect(await again.read(0, 0, 100)).toEqual(before);
      expect(await again.end(0)).toBe(before.at(-1)!.position.offset);
      expect(await again.lastOffset(ALPHA)).toBe(before.findLast((record) => record.key === ALPHA)!.position.offset);
      const [next] = await again.append([sampleRecord(ALPHA, 'next')]);
      expect(next!.offset).toBeGreaterThan(before.at(-1)!.position.offset);
    }));

  it('a new log has a generation of its own', () =>
    withLog((log) =>
      withLog(async (other) => {
        expect(other.generation).not.toBe(log.generation);
      }),
    ));
}
