import { createMemoryEventLog, createMemorySegmentStore } from '@total-recall/adapter-memory';
import type { EventLog, SegmentStore } from '@total-recall/ports';
import { sampleRecord } from '@total-recall/ports/testing';
import { createArchiveWriter, readFromArchive, verifyArchive } from '@total-recall/archive';
import { describe, expect, it } from 'vitest';

const PLACE = { generation: 'abc1', partition: 0 };
const LIMITS = { records: 2, bytes: 1_000_000, ageMs: 1_000_000 };

/** Builds six chapters of two records, from two sessions. */
async function archived(): Promise<{ log: EventLog; store: SegmentStore }> {
  const log = createMemoryEventLog({ generation: PLACE.generation });
  for (let at = 0; at < 13; at++) await log.append([sampleRecord(`acme/demo/s${at % 2}`, `e${at}`, 100)]);
  const store = createMemorySegmentStore();
  const writer = createArchiveWriter(store, PLACE, LIMITS);
  await writer.resume();
  await writer.add(await log.read(0, 0, 100));
  return { log, store };
}

const DAMAGES: Record<string, { readonly of: (store: SegmentStore) => SegmentStore; readonly problem: object }> = {
  'a segment that is gone': {
    of: (store) => ({ ...store, get: async (place) => (place.first === 4 ? undefined : store.get(place)) }),
    problem: { partition: 0, chapter: 2, fault: 'segment_missing', first: 4 },
  },
  'a byte of a body that changed': {
    of: (store) => ({ ...store, get: async (place) => flipped(await store.get(place), place.first === 5 ? -1 : undefined) }),
    problem: { partition: 0, chapter: 2, fault: 'segment_damaged', first: 5 },
  },
  'a segment that was cut off': {
    of: (store) => ({ ...store, get: async (place) => (await store.get(place))?.subarray(0, place.first === 4 ? 6 : undefined) }),
    problem: { partition: 0, chapter: 2, fault: 'segment_damaged', first: 4 },
  },
  'a segment in the place of another': {
    of: (store) => ({ ...store, get: (place) => store.get(place.first === 4 ? { ...place, first: 2, last: 2 } : place) }),
    problem: { partition: 0, chapter: 2, fault: 'segment_damaged', first: 4 },
  },
  'a chapter that is gone': {
    of: (store) => ({ ...store, chapter: async (place) => (place.number === 2 ? undefined : store.chapter(place)) }),
    problem: { partition: 0, chapter: 2, fault: 'chapter_missing' },
  },
  'a chapter that changed': {
    of: (store) => ({ ...store, chapter: async (place) => flipped(await store.chapter(place), place.number === 2 ? 3 : undefined) }),
    problem: { partition: 0, chapter: 2, fault: 'chapter_damaged' },
  },
};

function flipped(bytes: Uint8Array | undefined, at: number | undefined): Uint8Array | undefined {
  if (!bytes || at === undefined) return bytes;
  const changed = Uint8Array.from(bytes);
  changed[at < 0 ? changed.length + at : at]! ^= 1;
  return changed;
}

describe('a damaged archive', () => {
  for (const [name, { of, problem }] of Object.entries(DAMAGES)) {
    it(`is told by verify and made up for by the log: ${name}`, async () => {
      const { log, store } = await archived();
      const damaged = of(store);
      expect((await verifyArchive(log, damaged, 0)).problems).toEqual([problem]);
      const fallbacks: object[] = [];
      const read = readFromArchive(log, damaged, { onFallback: (_error, place) => fallbacks.push(place) });
      const ids: string[] = [];
      for (let next = 0; next < 13; next = ids.length) ids.push(...(await read.read(0, next, 1)).map(({ envelope }) => envelope.id));
      expect(ids).toEqual(Array.from({ length: 13 }, (_, at) => `e${at}`));
      expect(fallbacks.length).toBeGreaterThan(0);
      for (const place of fallbacks) expect(place).toEqual({ partition: 0, chapter: 2 });
    });
  }

  it('is told where the log says something else, and where the chain does', async () => {
    const { log, store } = await archived();
    const other = createMemoryEventLog({ generation: PLACE.generation });
    for (let at = 0; at < 13; at++) await other.append([sampleRecord(`acme/demo/s${at % 2}`, at === 3 ? 'another' : `e${at}`, 100)]);
    expect((await verifyArchive(other, store, 0)).problems).toEqual([{ partition: 0, chapter: 1, fault: 'differs_from_log', first: 3 }]);
    const others = createMemorySegmentStore();
    const writer = createArchiveWriter(others, PLACE, LIMITS);
    await writer.resume();
    await writer.add(await other.read(0, 2, 3));
    const first = await others.chapter({ ...PLACE, number: 0 });
    const unchained: SegmentStore = { ...store, chapter: async (place) => (place.number === 0 ? first : store.chapter(place)) };
    const faults = (await verifyArchive(log, unchained, 0)).problems.map(({ chapter, fault }) => [chapter, fault]);
    expect(faults).toContainEqual([1, 'chain_broken']);
    expect(faults.every(([chapter]) => Number(chapter) < 2)).toBe(true);
  });

  it('is made up for by the log where it cannot be looked into at all, which is told once', async () => {
    const { log, store } = await archived();
    const away: SegmentStore = { ...store, chapters: () => Promise.reject(new Error('away')) };
    const told: object[] = [];
    const read = readFromArchive(log, away, { onFallback: (_error, place) => told.push(place) });
    for (let turn = 0; turn < 3; turn++) expect(await read.read(0, 0, 100)).toEqual(await log.read(0, 0, 100));
    expect(told).toEqual([{ partition: 0, chapter: undefined }]);
  });

  it('is not looked into for what is near the end of the log', async () => {
    const { log, store } = await archived();
    let looks = 0;
    const watched: SegmentStore = { ...store, chapters: (place) => ((looks += 1), store.chapters(place)) };
    const read = readFromArchive(log, watched, { farBehind: 10 });
    for (const from of [6, 3, 12, 99]) expect(await read.read(0, from, 4)).toEqual(await log.read(0, from, 4));
    expect(looks).toBe(0);
    expect(await read.read(0, 2, 2)).toHaveLength(2);
    expect(looks).toBe(1);
  });

  it('follows the log through the archive and out of it, each record once', async () => {
    const { log, store } = await archived();
    const read = readFromArchive(log, store);
    const ids: string[] = [];
    const all = Promise.withResolvers<void>();
    const subscription = read.follow(0, 3, async (records) => {
      ids.push(...records.map(({ envelope }) => envelope.id));
      if (ids.length === 12) all.resolve();
    });
    await log.append([sampleRecord('acme/demo/s0', 'e13', 1), sampleRecord('acme/demo/s0', 'e14', 1)]);
    await all.promise;
    await subscription.stop();
    expect(ids).toEqual(Array.from({ length: 12 }, (_, at) => `e${at + 3}`));
  });
});
