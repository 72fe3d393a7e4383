import { describe, expect, it } from 'vitest';
import type { SessionSummary } from '@total-recall/ports';
import { pagesOf, walkSessions } from './walk-pages.ts';

/** A list of numbers in pages of two, which keeps the cursors that were asked for. */
function listOf(last: number) {
  const asked: (string | undefined)[] = [];
  const read = async ({ cursor }: { readonly cursor?: string }) => {
    asked.push(cursor);
    const first = Number(cursor ?? 1);
    const numbers = [first, first + 1].filter((number) => number <= last);
    return { numbers, ...(first + 2 <= last && { cursor: String(first + 2) }) };
  };
  return { asked, read };
}

describe('the pages of a list', () => {
  it('are read to the last one, each from the cursor of the page before it', async () => {
    const { asked, read } = listOf(5);
    const found: number[] = [];
    for await (const { numbers } of pagesOf(read)) found.push(...numbers);
    expect(found).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([undefined, '3', '5']);
  });

  it('go on behind an empty page that has a cursor', async () => {
    const pages = [{ cursor: 'b' }, {}];
    const found: unknown[] = [];
    for await (const page of pagesOf(async () => pages.shift()!)) found.push(page);
    expect(found).toHaveLength(2);
  });

  it('are not read any further by a caller who stops', async () => {
    const { asked, read } = listOf(9);
    for await (const { numbers } of pagesOf(read)) if (numbers.includes(3)) break;
    expect(asked).toEqual([undefined, '3']);
  });
});

/** A list of sessions, the newest first, in which sessions move to the front or to a place, or new ones begin, while it is read. */
function movingList(sessions: number, moves: Readonly<Record<number, string>>, { grows = false, to = 0 } = {}) {
  const names = Array.from({ length: sessions }, (_, at) => `s${at}`);
  let reads = 0;
  const list = async ({ cursor, limit }: { readonly limit: number; readonly cursor?: string }) => {
    const first = cursor === undefined ? 0 : names.indexOf(cursor) + 1;
    const page = names.slice(first, first + limit);
    const moved = moves[(reads += 1)];
    // A list that is read for ever ends here.
    if (grows && reads < 100) names.unshift(`new${reads}`);
    if (moved !== undefined) names.splice(to, 0, ...names.splice(names.indexOf(moved), 1));
    const found = page.map((session) => ({ session }) as SessionSummary);
    return { sessions: found, ...(names.at(-1) !== page.at(-1) && { cursor: page.at(-1)! }) };
  };
  return { list, reads: () => reads };
}

describe('the sessions of a space', () => {
  const walked = async (list: ReturnType<typeof movingList>): Promise<string[]> => {
    const found: string[] = [];
    for await (const { session } of walkSessions(list, { tenant: 't', space: 's' })) found.push(session);
    return found.sort();
  };

  it.each([
    ['no session', {}],
    ['a session', { 1: 's450' }],
    ['several, one of them again', { 1: 's450', 2: 's480', 3: 's451', 4: 's450' }],
  ])('are all found while %s goes on', async (_, moves) => {
    const expected = Array.from({ length: 500 }, (__, at) => `s${at}`).sort();
    expect(await walked(movingList(500, moves))).toEqual(expected);
  });

  it('are all found while one goes on at a time that is past, as in an import', async () => {
    const found = await walked(movingList(500, { 1: 's450' }, { to: 150 }));
    expect(found).toEqual(Array.from({ length: 500 }, (_, at) => `s${at}`).sort());
  });

  it('are yielded as they are read, so that a caller who stops has the rest unread', async () => {
    const list = movingList(500, {});
    for await (const { session } of walkSessions(list, { tenant: 't', space: 's' })) if (session === 's199') break;
    expect(list.reads()).toBe(1);
  });

  it('are read three times at most where new ones begin all the time', async () => {
    const list = movingList(500, {}, { grows: true });
    const found = await walked(list);
    expect(found).toEqual(expect.arrayContaining(Array.from({ length: 500 }, (_, at) => `s${at}`)));
    expect(found).toHaveLength(new Set(found).size);
    expect(list.reads()).toBe(9);
  });

  it('are read once where one page holds them', async () => {
    const list = movingList(3, {});
    expect(await walked(list)).toEqual(['s0', 's1', 's2']);
    expect(list.reads()).toBe(1);
  });
});
