import { expect, it } from 'vitest';
import type { MemoryIndex, OrdinalRange } from '../src/memory-index.ts';
import { writeOf } from './memory-index-fixtures.ts';

const HOME = { tenant: 'acme', space: 'home' };

/** Tests finding events by properties other than their ids and places. */
export function lookUpClaims(index: () => MemoryIndex): void {
  it('reads events by the endings of their ids, in the order asked, and of no other space', async () => {
    const [early, late] = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BRZ3NDEKABCDEFGHJKMNPQRS'];
    const writes = [writeOf({ id: early, offset: 0 }), writeOf({ id: late, offset: 1 })];
    await index().write(0, [...writes, writeOf({ id: '01ARZ3NDEKZZZZZZZZZZZZZZZZ', offset: 2, space: 'work' })]);
    await index().refresh(0);
    const asked = ['ABCDEFGHJKMNPQRS', 'ZZZZZZZZZZZZZZZZ', 'TSV4RRFFQ69G5FAV', 'ABCDEFGHJKMNPQRS'];
    const found = await index().eventsByEnding('acme', 'home', asked);
    expect(found).toEqual([writes[1]!.event, undefined, writes[0]!.event, writes[1]!.event]);
    expect(await index().eventsByEnding('acme', 'none', asked)).toEqual(asked.map(() => undefined));
    expect(await index().eventsByEnding('acme', 'home', [])).toEqual([]);
  });

  it('knows the events that an artifact holds something of, in its space, until they are replaced by a version without it', async () => {
    const eventsOf = async (artifactId: string, place = HOME, limit = 10): Promise<string[]> =>
      (await index().eventsOfArtifact({ ...place, artifactId, limit })).toSorted();
    await index().write(0, [
      writeOf({ id: 'e0', offset: 0, artifactIds: ['art_a', 'art_b'] }),
      writeOf({ id: 'e1', offset: 1, artifactIds: ['art_a'], indexed: false }),
      writeOf({ id: 'e2', offset: 2, session: 's2', artifactIds: ['art_a'], text: 'fox' }),
      writeOf({ id: 'e3', offset: 3, space: 'work', artifactIds: ['art_a'] }),
      writeOf({ id: 'e4', offset: 4 }),
    ]);
    expect(await eventsOf('art_a')).toEqual(['e0', 'e1', 'e2']);
    await index().refresh(0);
    expect([await eventsOf('art_a'), await eventsOf('art_b')]).toEqual([['e0', 'e1', 'e2'], ['e0']]);
    expect(await eventsOf('art_a', { tenant: 'acme', space: 'work' })).toEqual(['e3']);
    expect([await eventsOf('art_c'), await eventsOf('art_a', { tenant: 'acme', space: 'none' })]).toEqual([[], []]);
    expect((await eventsOf('art_a', HOME, 2)).length).toBe(2);
    await index().write(0, [writeOf({ id: 'e0', offset: 5, artifactIds: ['art_b', 'art_c'] }), writeOf({ id: 'e2', offset: 6 })]);
    await index().write(0, [writeOf({ id: 'e1', offset: 1 })]);
    expect([await eventsOf('art_a'), await eventsOf('art_b'), await eventsOf('art_c')]).toEqual([['e1'], ['e0'], ['e0']]);
    for (const limit of [0, 1_001, 1.5]) await expect(eventsOf('art_a', HOME, limit)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('reads the events of many ranges at once, each by ordinal and in the order asked, and of no other space', async () => {
    const own = Array.from({ length: 5 }, (_, at) => writeOf({ id: `a${at}`, offset: at, ordinal: at + 1 }));
    const other = [1, 2].map((ordinal) => writeOf({ id: `b${ordinal}`, offset: 10 + ordinal, ordinal, session: 's2' }));
    await index().write(
      0,
      [...own, ...other, writeOf({ id: 'w1', offset: 20, ordinal: 1, space: 'work' })],
      [{ eventId: 'a2', by: 'a4', tenant: 'acme', space: 'home' }],
    );
    const idsIn = async (ranges: readonly OrdinalRange[], place = HOME): Promise<string[][]> =>
      (await index().eventsInRanges({ ...place, ranges })).map((events) => events.map(({ record }) => record.envelope.id));
    const range = (session: string, fromOrdinal: number, toOrdinal = fromOrdinal): OrdinalRange => ({ session, fromOrdinal, toOrdinal });
    const asked = [range('s2', 1), range('s1', 2, 4), range('none', 1), range('s1', 4, 67), range('s1', 3, 2), range('s1', 2, 4)];
    expect(await idsIn(asked)).toEqual([['b1'], ['a1', 'a2', 'a3'], [], ['a3', 'a4'], [], ['a1', 'a2', 'a3']]);
    expect(await idsIn([range('s1', 1)], { tenant: 'acme', space: 'work' })).toEqual([['w1']]);
    expect(await idsIn([range('s1', 1)], { tenant: 'acme', space: 'none' })).toEqual([[]]);
    expect(await idsIn([])).toEqual([]);
    const [events] = await index().eventsInRanges({ ...HOME, ranges: [range('s1', 2, 3)] });
    expect(events).toEqual([own[1]!.event, { ...own[2]!.event, supersededBy: 'a4' }]);
    const many = Array.from({ length: 256 }, (_, at) => range(at % 2 === 0 ? 's1' : 's2', 1, 64));
    expect((await idsIn(many)).map((ids) => ids.length)).toEqual(many.map(({ session }) => (session === 's1' ? 5 : 2)));
    for (const tooMany of [[...many, range('s1', 1)], [range('s1', 1, 65)]])
      await expect(idsIn(tooMany)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('ends a page of events behind the one with which its bodies have the bytes asked for', async () => {
    const writes = [4, 4, 9, 4].map((length, at) =>
      writeOf({ id: `e${at}`, offset: 10 + at, ordinal: at, sealed: new Uint8Array(length) }),
    );
    await index().write(0, writes);
    await index().refresh(0);
    const page = async (fromOrdinal: number, bytes: number, limit = 100): Promise<string[]> =>
      (await index().sessionEvents({ ...HOME, session: 's1', fromOrdinal, limit, bytes })).map(({ record }) => record.envelope.id);
    expect(await page(0, 8)).toEqual(['e0', 'e1']);
    expect(await page(0, 9)).toEqual(['e0', 'e1', 'e2']);
    expect(await page(2, 1)).toEqual(['e2']);
    expect(await page(0, 100)).toEqual(['e0', 'e1', 'e2', 'e3']);
    expect(await page(0, 100, 2)).toEqual(['e0', 'e1']);
  });
}
