import type { EventWire, SpaceClient } from '@total-recall/client';
import { describe, expect, it } from 'vitest';
import { eventsInOrder } from './read-sessions.ts';

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
