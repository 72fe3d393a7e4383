import { describe, expect, it } from 'vitest';
import type { ChapterPlace, SegmentPlace, SegmentStore } from '../src/segment-store.ts';
import { codeOf, withHarness, type ContractCapabilities, type ContractHarness } from './contract-harness.ts';

const BYTES = Uint8Array.from({ length: 3_000 }, (_, index) => (index * 31) % 256);
const segment = (first: number, changes: Partial<SegmentPlace> = {}): SegmentPlace => ({
  generation: 'abc1',
  partition: 0,
  tenant: 'acme',
  space: 'demo',
  session: 's1',
  first,
  last: first + 4,
  ...changes,
});
const chapter = (number: number, changes: Partial<ChapterPlace> = {}): ChapterPlace => ({
  generation: 'abc1',
  partition: 0,
  number,
  ...changes,
});
const SESSION = { generation: 'abc1', tenant: 'acme', space: 'demo', session: 's1' };

type WithStore = (body: (store: SegmentStore, open: () => Promise<SegmentStore>) => Promise<void>) => Promise<void>;

/** Tests the claims of the `SegmentStore` port. */
export function segmentStoreContract(
  name: string,
  makeHarness: () => ContractHarness<SegmentStore>,
  capabilities: ContractCapabilities,
): void {
  const withStore: WithStore = (body) => withHarness(makeHarness, async (open) => body(await open(), open));

  describe(`${name}: SegmentStore`, () => {
    segmentClaims(withStore);
    listClaims(withStore);
    chapterClaims(withStore);
    refusalClaims(withStore);
    if (capabilities.reopen) {
      it('holds after a reopen what was put', () =>
        withStore(async (store, open) => {
          await store.put(segment(0), BYTES);
          await store.putChapter(chapter(0), BYTES.subarray(0, 9));
          await store.close();
          const again = await open();
          expect(await again.get(segment(0))).toEqual(BYTES);
          expect(await again.list({ ...SESSION, limit: 10 })).toEqual([segment(0)]);
          expect(await again.chapters(chapter(0))).toBe(1);
          expect(await again.put(segment(0), BYTES)).toEqual({ created: false });
        }));
    }
  });
}

function segmentClaims(withStore: WithStore): void {
  it('gives back what was put, and nothing for what was not', () =>
    withStore(async (store) => {
      expect(await store.get(segment(0))).toBeUndefined();
      expect(await store.put(segment(0), BYTES)).toEqual({ created: true });
      expect(await store.get(segment(0))).toEqual(BYTES);
      expect(await store.get(segment(0, { last: 5 }))).toBeUndefined();
    }));

  it('writes a place once: a second put is success and changes nothing', () =>
    withStore(async (store) => {
      await store.put(segment(0), BYTES);
      expect(await store.put(segment(0), BYTES.subarray(1))).toEqual({ created: false });
      expect(await store.get(segment(0))).toEqual(BYTES);
    }));

  it('tells one of many concurrent puts of a place that it created it', () =>
    withStore(async (store) => {
      const results = await Promise.all(Array.from({ length: 12 }, () => store.put(segment(7), BYTES)));
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(await store.get(segment(7))).toEqual(BYTES);
    }));

  it('keeps tenants, spaces, sessions, partitions and logs apart, whatever they are called', () =>
    withStore(async (store) => {
      const names = ['acme', 'Acme', '..', 'a:b', 'con', 'demo'];
      const places = [
        ...names.flatMap((tenant) => names.map((space) => segment(0, { tenant, space }))),
        ...names.map((session) => segment(0, { session })),
        segment(0, { partition: 1 }),
        segment(0, { generation: 'ABC1' }),
      ];
      await Promise.all(places.map((place, index) => store.put(place, Uint8Array.of(index))));
      for (const [index, place] of places.entries()) expect(await store.get(place)).toEqual(Uint8Array.of(index));
    }));
}

function listClaims(withStore: WithStore): void {
  it('lists the segments of one session of one log in order, from an offset on, a page at a time', () =>
    withStore(async (store) => {
      const firsts = [0, 5, 90, 100, 1_000, 123_456_789_012];
      for (const first of [...firsts].reverse()) await store.put(segment(first), BYTES);
      for (const other of [{ session: 's2' }, { space: 's1' }, { tenant: 'other' }, { generation: 'abc2' }])
        await store.put(segment(50, other), BYTES);
      const listed = async (from?: number, limit = 100) =>
        (await store.list({ ...SESSION, limit, ...(from === undefined ? {} : { from }) })).map(({ first }) => first);
      expect(await listed()).toEqual(firsts);
      expect(await listed(5)).toEqual(firsts.slice(1));
      expect(await listed(6)).toEqual(firsts.slice(2));
      expect(await listed(91, 2)).toEqual([100, 1_000]);
      expect(await listed(123_456_789_013)).toEqual([]);
      expect(await store.list({ ...SESSION, from: 90, limit: 1 })).toEqual([segment(90)]);
      expect(await store.list({ ...SESSION, session: 'nobody', limit: 1 })).toEqual([]);
    }));

  it('tells the partition that a segment is of', () =>
    withStore(async (store) => {
      await store.put(segment(3, { partition: 12 }), BYTES);
      expect(await store.list({ ...SESSION, limit: 5 })).toEqual([segment(3, { partition: 12 })]);
    }));
}

function chapterClaims(withStore: WithStore): void {
  it('writes a chapter once, and counts those of each partition and log', () =>
    withStore(async (store) => {
      expect(await store.chapters(chapter(0))).toBe(0);
      expect(await store.chapter(chapter(0))).toBeUndefined();
      for (let number = 0; number < 21; number++) {
        expect(await store.putChapter(chapter(number), Uint8Array.of(number))).toEqual({ created: true });
        expect(await store.chapters(chapter(0))).toBe(number + 1);
      }
      expect(await store.putChapter(chapter(4), BYTES)).toEqual({ created: false });
      expect(await store.chapter(chapter(4))).toEqual(Uint8Array.of(4));
      expect(await store.chapters(chapter(0, { partition: 1 }))).toBe(0);
      expect(await store.chapters(chapter(0, { generation: 'other' }))).toBe(0);
      await store.putChapter(chapter(0, { partition: 1 }), BYTES);
      expect(await store.chapters(chapter(0, { partition: 1 }))).toBe(1);
    }));

  it('tells one of many concurrent puts of a chapter that it created it', () =>
    withStore(async (store) => {
      const results = await Promise.all(Array.from({ length: 12 }, (_, by) => store.putChapter(chapter(0), Uint8Array.of(by))));
      const winner = results.findIndex(({ created }) => created);
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(await store.chapter(chapter(0))).toEqual(Uint8Array.of(winner));
    }));
}

function refusalClaims(withStore: WithStore): void {
  it('refuses what is no place', () =>
    withStore(async (store) => {
      const bad = [
        { generation: '../x' },
        { generation: '' },
        { generation: 'a'.repeat(33) },
        { partition: -1 },
        { partition: 0.5 },
        { first: -1 },
        { first: 5, last: 4 },
        { last: Number.NaN },
      ].map((changes) => segment(0, changes));
      const calls = bad.flatMap((place) => [store.put(place, BYTES), store.get(place)]);
      for (const changes of [{ generation: 'a/b' }, { partition: -1 }, { number: 1.5 }])
        calls.push(store.putChapter(chapter(0, changes), BYTES), store.chapter(chapter(0, changes)));
      expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'invalid_request'));
    }));

  it('refuses everything with closed after close, which lets what runs finish', () =>
    withStore(async (store) => {
      const running = store.put(segment(0), BYTES);
      await store.close();
      expect(await running).toEqual({ created: true });
      const calls = [store.get(segment(0)), store.put(segment(1), BYTES), store.chapters(chapter(0)), store.list({ ...SESSION, limit: 1 })];
      expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'closed'));
      await store.close();
    }));
}
