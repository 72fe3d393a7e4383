import { expect, it } from 'vitest';
import { createClockDoubt } from './clock-doubt.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NEWEST = Date.UTC(2026, 10, 1);

/** A log with one record of a time, and a clock whose two hands the test sets. */
function doubting(newest: number | readonly number[] | undefined, wall: number) {
  const times = newest === undefined ? [] : typeof newest === 'number' ? [newest] : newest;
  const hands = { wall, mono: 0 };
  const log = {
    partitions: 1,
    end: async () => times.length - 1,
    read: async () => times.map((recordedAt) => ({ envelope: { recordedAt } })),
  } as unknown as Parameters<typeof createClockDoubt>[0];
  const check = createClockDoubt(log, { now: () => hands.wall, monotonicMs: () => hands.mono });
  const pass = (ms: number): void => void ((hands.wall += ms), (hands.mono += ms));
  return { hands, check, pass };
}

it('believes a clock near the newest record, one of an empty log, and one that goes on', async () => {
  for (const [newest, wall] of [
    [NEWEST, NEWEST + 29 * DAY_MS],
    [undefined, NEWEST],
    [NEWEST, NEWEST - 300 * DAY_MS],
  ] as const) {
    const { check, pass } = doubting(newest, wall);
    await check();
    pass(90 * DAY_MS);
    await check();
  }
});

it('refuses one that is far ahead at the start for a day of running, and believes it then', async () => {
  const { check, pass } = doubting(NEWEST, NEWEST + 80 * 365 * DAY_MS);
  await expect(check()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('29200 days ahead') });
  pass(23 * HOUR_MS);
  await expect(check()).rejects.toMatchObject({ retryAfterMs: HOUR_MS });
  pass(HOUR_MS);
  await check();
  pass(HOUR_MS);
  await check();
});

it('refuses one that was set ahead while the process ran, until it is set right', async () => {
  const { check, pass, hands } = doubting(NEWEST, NEWEST + DAY_MS);
  await check();
  pass(DAY_MS);
  hands.wall += 365 * DAY_MS;
  await expect(check()).rejects.toMatchObject({ code: 'unavailable' });
  hands.wall -= 365 * DAY_MS;
  await check();
  hands.wall += 365 * DAY_MS;
  await expect(check()).rejects.toMatchObject({ retryAfterMs: DAY_MS });
});

it('refuses one that has stamped records already, as before a restart', async () => {
  const ahead = NEWEST + 80 * 365 * DAY_MS;
  const { check } = doubting([NEWEST - DAY_MS, NEWEST, ahead, ahead + HOUR_MS], ahead + 2 * HOUR_MS);
  await expect(check()).rejects.toMatchObject({ code: 'unavailable' });
});
