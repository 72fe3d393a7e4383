import { describe, expect, it } from 'vitest';
import type { SpaceClient } from '@total-recall/client';
import { sessionsOf } from './read-sessions.ts';

/** A list of sessions in pages, the newest first, in which one begins with every page that is read. */
function growingList(sessions: number) {
  const names = Array.from({ length: sessions }, (_, at) => `s${at}`);
  let reads = 0;
  const list: SpaceClient['sessions'] = async ({ cursor, limit } = {}) => {
    const first = cursor === undefined ? 0 : names.indexOf(String(cursor)) + 1;
    const page = names.slice(first, first + Number(limit));
    // A list that is read for ever ends here.
    if ((reads += 1) < 100) names.unshift(`new${reads}`);
    const at = new Date(0).toISOString();
    const found = page.map((session) => ({
      tenant: 't',
      space: 's',
      session,
      offset: 1,
      events: 1,
      turn: 1,
      cycle: 0,
      markers: 0,
      firstAt: at,
      lastAt: at,
    }));
    return { sessions: found, ...(names.at(-1) !== page.at(-1) && { cursor: page.at(-1)! }) };
  };
  return { list, reads: () => reads };
}

describe('the sessions of an export', () => {
  it('are read three times at most where new ones begin all the time', async () => {
    const { list, reads } = growingList(1_200);
    const found = (await sessionsOf({ sessions: list }, undefined)).map(({ session }) => session);
    expect(found).toEqual(expect.arrayContaining(Array.from({ length: 1_200 }, (_, at) => `s${at}`)));
    expect(found).toEqual([...new Set(found)].sort());
    expect(reads()).toBe(9);
  });

  it('are those that are named', async () => {
    const found = await sessionsOf({ sessions: growingList(1_200).list }, ['s7', 's1100', 'none']);
    expect(found.map(({ session }) => session)).toEqual(['s1100', 's7']);
  });
});
