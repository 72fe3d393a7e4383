import { expect, it } from 'vitest';
import type { IndexErasure, MemoryIndex } from '../src/memory-index.ts';
import { documentOf, writeOf, writesOf } from './memory-index-fixtures.ts';

const HOME = { tenant: 'acme', space: 'home' };

/** Registers the tests of an index's erasure. They skip an index that cannot erase yet. */
export function erasureClaims(current: () => MemoryIndex): void {
  const erasing = (): IndexErasure | undefined => current().erasing;
  const found = async (word: string, place = HOME): Promise<string[]> =>
    (await current().searchText({ ...place, terms: [word], limit: 100 })).map(({ eventId }) => eventId).sort();

  it('puts an event anew at the same version, without what its documents said', async ({ skip }) => {
    if (!erasing()) skip();
    await current().write(0, writesOf(['red fox', 'blue fox', 'green fox']));
    await current().refresh(0);
    const before = await current().statistics('acme', 'home', ['fox', 'blue']);
    const gone = writeOf({ id: 's1-e1', offset: 1, indexed: false, pinned: false });
    const other = writeOf({ id: 's1-e2', offset: 2, documents: [documentOf('s1-e2', 'violet')] });
    await erasing()!.rewrite(0, [gone, other]);
    await erasing()!.rewrite(0, [gone, other]);
    await erasing()!.wipe();
    expect(before).toEqual({ documents: 3, totalLength: 6, documentFrequencies: [3, 1] });
    expect(await current().statistics('acme', 'home', ['fox', 'blue', 'violet'])).toEqual({
      documents: 2,
      totalLength: 3,
      documentFrequencies: [1, 0, 1],
    });
    expect([await found('fox'), await found('blue'), await found('violet')]).toEqual([['s1-e0'], [], ['s1-e2']]);
    expect((await current().events('acme', 'home', ['s1-e1']))[0]).toMatchObject({ accepted: { indexed: false } });
    await current().write(0, [writeOf({ id: 's1-e3', offset: 3, text: 'late fox' })]);
    await current().refresh(0);
    expect(await found('fox')).toEqual(['s1-e0', 's1-e3']);
  });

  it('takes out a session or a space, and nothing of another', async ({ skip }) => {
    if (!erasing()) skip();
    await current().write(0, writesOf(['red fox', 'blue fox'], { session: 's1' }));
    await current().write(0, writesOf(['green fox', 'grey fox'], { session: 's2' }, 2));
    await current().write(0, writesOf(['white fox'], { session: 's3', space: 'away' }, 4));
    await current().refresh(0);
    await erasing()!.remove({ ...HOME, session: 's1' });
    await erasing()!.remove({ ...HOME, session: 's1' });
    await erasing()!.remove({ ...HOME, session: 'never' });
    expect(await found('fox')).toEqual(['s2-e2', 's2-e3']);
    expect(await current().sessionEvents({ ...HOME, session: 's1', fromOrdinal: 0, limit: 10 })).toEqual([]);
    await erasing()!.remove(HOME);
    await erasing()!.wipe();
    expect(await found('fox')).toEqual([]);
    expect(await current().statistics('acme', 'home', ['fox'])).toEqual({ documents: 0, totalLength: 0, documentFrequencies: [0] });
    expect(await found('fox', { tenant: 'acme', space: 'away' })).toEqual(['s3-e4']);
    await current().write(0, writesOf(['new fox'], { session: 's4' }, 5));
    await current().refresh(0);
    expect(await found('fox')).toEqual(['s4-e5']);
  });

  it('takes what comes after a removal for what it is, and not for what was there before', async ({ skip }) => {
    if (!erasing()) skip();
    const away = { tenant: 'acme', space: 'away' };
    const hitsOf = async (session: string, place = HOME) =>
      (await current().documentsAt({ ...place, terms: ['fox'], places: [{ session, ordinal: 1 }] })).map((hit) => [
        hit.session,
        hit.eventId,
      ]);
    const sessionsOf = async (eventId: string, place = HOME) =>
      (await current().events(place.tenant, place.space, [eventId])).map((event) => event?.record.envelope.session);
    await current().write(0, writesOf(['white fox', 'black fox'], { session: 'kept', ...away }));
    await current().write(0, writesOf(['red fox'], { session: 'kept' }, 2));
    for (const [at, place] of [{ ...HOME, session: 'gone-0' }, HOME].entries()) {
      const gone = `gone-${at}`;
      await current().write(0, [writeOf({ id: gone, session: gone, text: 'blue fox', offset: 4 + 2 * at, ordinal: 1 })]);
      await current().refresh(0);
      expect([await hitsOf(gone), await sessionsOf(gone)]).toEqual([[[gone, gone]], [gone]]);
      await erasing()!.remove(place);
      await erasing()!.wipe();
      const next = `after-${at}`;
      await current().write(0, [writeOf({ id: next, session: next, text: 'grey fox', offset: 5 + 2 * at, ordinal: 1, ...away })]);
      await current().refresh(0);
      expect([await hitsOf(next, away), await sessionsOf(next, away)]).toEqual([[[next, next]], [next]]);
    }
  });
}
