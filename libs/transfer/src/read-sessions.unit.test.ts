import type { EventWire, SpaceClient } from '@total-recall/client';
import { describe, expect, it } from 'vitest';
import { eventsInOrder, sessionsOf } from './read-sessions.ts';

const SESSIONS = 100;
const EVENTS = 250;

/** A space whose sessions hold events of these times, which counts what is asked of it. */
function spaceOf(timesOf: readonly (readonly number[])[]) {
  let [requests, given] = [0, 0];
  const session = (name: string) => ({
    async events({ fromOrdinal, limit }: { fromOrdinal: number; limit: number }) {
      requests += 1;
      const times = timesOf[Number(name)]!.slice(fromOrdinal - 1, fromOrdinal - 1 + limit);
      given += times.length;
      const events = times.map((time, at) => ({ session: name, ordinal: fromOrdinal + at, recordedAt: String(time).padStart(9, '0') }));
      return { events: events as unknown as EventWire[] };
    },
  });
  const sessions = timesOf.map((times, at) => ({ session: String(at), events: times.length }));
  return { space: { session } as unknown as SpaceClient, sessions, requests: () => requests, given: () => given };
}

async function walked(timesOf: readonly (readonly number[])[]) {
  const { space, sessions, requests, given } = spaceOf(timesOf);
  const times: number[] = [];
  let mostHeld = 0;
  for await (const { recordedAt } of eventsInOrder(space, sessions)) {
    times.push(Number(recordedAt));
    mostHeld = Math.max(mostHeld, given() - times.length);
  }
  expect(times).toEqual(timesOf.flat().sort((a, b) => a - b));
  return { requests: requests(), mostHeld };
}

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

describe('the events of many sessions in order', () => {
  it('are read by pages where one session comes after the other, however many there are', async () => {
    const timesOf = Array.from({ length: SESSIONS }, (_, session) => Array.from({ length: EVENTS }, (_, at) => session * EVENTS + at));
    const { requests, mostHeld } = await walked(timesOf);
    // The first few of each, and two pages.
    expect(requests).toBeLessThanOrEqual(SESSIONS * 3);
    expect(mostHeld).toBeLessThanOrEqual(2_000 + SESSIONS + 200);
  });

  it('are read by fewer at a time where all go on side by side, so that no more is held', async () => {
    const timesOf = Array.from({ length: 4 * SESSIONS }, (_, session) => Array.from({ length: 9 }, (_, at) => at * 4 * SESSIONS + session));
    expect((await walked(timesOf)).mostHeld).toBeLessThanOrEqual(2_000 + 4 * SESSIONS);
  });
});

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
