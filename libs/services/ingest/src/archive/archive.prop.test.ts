import { createMemoryEventLog, createMemorySegmentStore } from '@total-recall/adapter-memory';
import type { ChapterLimits } from '@total-recall/domain';
import type { EventLog, NewLogRecord, SegmentStore } from '@total-recall/ports';
import { sampleRecord } from '@total-recall/ports/testing';
import { createArchiveWriter, readFromArchive, verifyArchive } from '@total-recall/archive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const PLACE = { generation: 'abc1', partition: 0 };
const KEYS = ['acme/demo/alpha', 'acme/demo/beta', 'zeta/demo/alpha', 'zeta/other/gamma'];

/** A random log: sessions of several tenants, their records mixed, with clocks that may step back. */
const aLog = fc.array(fc.record({ key: fc.constantFrom(...KEYS), bytes: fc.nat(40), at: fc.nat(60) }), { maxLength: 80 });
const someLimits = fc.record({
  records: fc.integer({ min: 1, max: 20 }),
  bytes: fc.integer({ min: 1, max: 300 }),
  ageMs: fc.integer({ min: 1, max: 100 }),
});

async function logOf(sketch: readonly { key: string; bytes: number; at: number }[]): Promise<EventLog> {
  const log = createMemoryEventLog({ generation: PLACE.generation });
  for (const [index, { key, bytes, at }] of sketch.entries()) {
    const record: NewLogRecord = sampleRecord(key, `e${index}`, bytes);
    await log.append([{ ...record, envelope: { ...record.envelope, recordedAt: index + at } }]);
  }
  return log;
}

/** Archives the full chapters of a log, in batches of any size; optionally with a new writer after each batch. */
async function archive(log: EventLog, store: SegmentStore, limits: ChapterLimits, batches: readonly number[], restarts = false) {
  let writer = createArchiveWriter(store, PLACE, limits);
  await writer.resume();
  for (let turn = 0; ; turn++) {
    const size = batches.length === 0 ? 7 : batches[turn % batches.length]!;
    const records = await log.read(0, writer.next(), size);
    if (records.length === 0) return;
    const { length } = await writer.add(records);
    if (restarts && length > 0) {
      writer = createArchiveWriter(store, PLACE, limits);
      await writer.resume();
    }
  }
}

/** Returns everything in the store, as bytes. */
async function contentOf(store: SegmentStore): Promise<unknown[]> {
  const content: unknown[] = [];
  for (let number = 0; number < (await store.chapters(PLACE)); number++)
    content.push(Buffer.from((await store.chapter({ ...PLACE, number }))!));
  for (const key of KEYS) {
    const [tenant = '', space = '', session = ''] = key.split('/');
    const places = await store.list({ generation: PLACE.generation, tenant, space, session, limit: 1_000 });
    for (const place of places) content.push(place, Buffer.from((await store.get(place))!));
  }
  return content;
}

describe('the archive of a log', () => {
  it('is the same, byte for byte, however its batches fell, however often it was begun anew, and by two at once', () =>
    fc.assert(
      fc.asyncProperty(aLog, someLimits, fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }), async (sketch, limits, batches) => {
        const log = await logOf(sketch);
        const [one, other, both] = [createMemorySegmentStore(), createMemorySegmentStore(), createMemorySegmentStore()];
        await archive(log, one, limits, [1_000]);
        await archive(log, other, limits, batches, true);
        await Promise.all([archive(log, both, limits, batches), archive(log, both, limits, [3])]);
        expect(await contentOf(other)).toEqual(await contentOf(one));
        expect(await contentOf(both)).toEqual(await contentOf(one));
        expect((await verifyArchive(log, both, 0)).problems).toEqual([]);
      }),
      { numRuns: 60 },
    ));

  it('ends each chapter by its bounds alone, and leaves out nothing before its end', () =>
    fc.assert(
      fc.asyncProperty(aLog, someLimits, async (sketch, limits) => {
        const log = await logOf(sketch);
        const store = createMemorySegmentStore();
        await archive(log, store, limits, []);
        const { archivedTo, records, end, chapters } = await verifyArchive(log, store, 0);
        expect(records).toBe(archivedTo + 1);
        expect(end - archivedTo).toBeLessThanOrEqual(limits.records);
        expect(chapters).toBeGreaterThanOrEqual(Math.floor((archivedTo + 1) / limits.records));
      }),
      { numRuns: 60 },
    ));

  it('is overtaken by one with other bounds without a gap and without a record twice', () =>
    fc.assert(
      fc.asyncProperty(aLog, someLimits, someLimits, async (sketch, limits, others) => {
        const log = await logOf(sketch);
        const store = createMemorySegmentStore();
        await Promise.all([archive(log, store, limits, [5]), archive(log, store, others, [2])]);
        expect((await verifyArchive(log, store, 0)).problems).toEqual([]);
      }),
      { numRuns: 60 },
    ));

  it('reads like the log, wherever one begins and however much one asks for', () =>
    fc.assert(
      fc.asyncProperty(
        aLog,
        someLimits,
        fc.array(fc.tuple(fc.integer({ min: -3, max: 90 }), fc.integer({ min: 1, max: 90 }))),
        async (sketch, limits, reads) => {
          const log = await logOf(sketch);
          const store = createMemorySegmentStore();
          await archive(log, store, limits, []);
          const read = readFromArchive(log, store);
          for (const [from, limit] of reads) {
            const records = await read.read(0, from, limit);
            expect(records).toEqual((await log.read(0, from, limit)).slice(0, Math.max(1, records.length)));
          }
          const all = [];
          for (let next = 0; ; next = all.at(-1)!.position.offset + 1) {
            const records = await read.read(0, next, 9);
            if (records.length === 0) break;
            all.push(...records);
          }
          expect(all).toEqual(await log.read(0, 0, 1_000));
        },
      ),
      { numRuns: 60 },
    ));
});
