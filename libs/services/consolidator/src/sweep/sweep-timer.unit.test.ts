import type { SpacePlace, SweepResult } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createSweepTimer } from './sweep-timer.ts';
import { jitterOf, sweepDueAt } from './sweep-due.ts';

const MINUTE_MS = 60_000;
const NOTHING: SweepResult & { waits: boolean } = { events: 0, added: 0, confirmed: 0, superseded: 0, hasMore: false, waits: false };

/** A timer over spaces that the test fills, on a clock that moves when told. */
function serve(everyMinutes = 10) {
  let now = 0;
  let tick = (): void => undefined;
  const spaces = new Map<string, number>();
  const swept: string[] = [];
  const looks: { backlog: number; ageSeconds: number; overdueSeconds: number; digestAgeSeconds: number }[] = [];
  const own = {
    owned: true,
    fails: false,
    waits: false,
    more: 0,
    /** Time of the newest event of each space. */
    lastAt: 0,
    minutesPerSweep: 0,
    policy: new Map<string, { events?: number; minutes?: number } | Error>(),
  };
  const failures: unknown[] = [];
  const failedIn: unknown[] = [];
  let atOnce = 0;
  const done: (() => void)[] = [];
  const settled = () => new Promise<void>((resolve) => done.push(resolve));
  const deps: Parameters<typeof createSweepTimer>[0] = {
    control: { tenants: async () => [{ id: 'acme', name: 'acme', createdAt: 0 }] },
    sessions: {
      spaces: async ({ cursor }) => {
        const all = [...spaces].map(([space, events]) => ({ space, sessions: 1, events, lastAt: own.lastAt }));
        const from = Number(cursor ?? 0);
        return { spaces: all.slice(from, from + 2), ...(from + 2 < all.length && { cursor: String(from + 2) }) };
      },
    } as Parameters<typeof createSweepTimer>[0]['sessions'],
    clock: { now: () => now, monotonicMs: () => now },
    random: { bytes: () => Uint8Array.of(0) },
    scheduler: { delay: async () => undefined, every: (_ms, run) => ((tick = () => void run()), { cancel: () => undefined }) },
    observer: {
      swept: () => undefined,
      decided: () => undefined,
      limitReached: () => undefined,
      capacityReached: () => undefined,
      backlogObserved(found) {
        looks.push(found);
        done.shift()?.();
      },
      failed: (_where, error, place) => void (failures.push(error), failedIn.push(place)),
      counted: () => undefined,
      refolded: () => undefined,
    },
    owns: () => own.owned,
    settingsOf: async ({ space }: SpacePlace) => {
      const policy = own.policy.get(space);
      if (policy instanceof Error) throw policy;
      return { events: 100, minutes: everyMinutes, ...policy };
    },
    async consolidate({ space }) {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await Promise.resolve();
      atOnce -= 1;
      swept.push(space);
      now += own.minutesPerSweep * MINUTE_MS;
      if (own.fails) throw new Error('the index is away');
      return { ...NOTHING, hasMore: (own.more -= 1) > 0 && space !== 'quiet', waits: own.waits };
    },
  };
  let timer = createSweepTimer(deps, everyMinutes);
  timer.start();
  return {
    spaces,
    own,
    looks,
    failures,
    failedIn,
    /** Returns the spaces that were swept in looks that nothing but the one before asked for, until one more is over. */
    async next(): Promise<string[]> {
      swept.length = 0;
      await settled();
      return [...swept];
    },
    /** Moves the clock and looks once; returns the spaces that were swept. */
    async after(minutes: number): Promise<string[]> {
      now += minutes * MINUTE_MS;
      swept.length = 0;
      const looked = settled();
      tick();
      await looked;
      return [...swept];
    },
    restart(): void {
      timer.stop();
      timer = createSweepTimer(deps, everyMinutes);
      timer.start();
    },
  };
}

describe('the timer of sweeps', () => {
  it('sweeps a space after its interval, or as soon as enough came, and none without news', async () => {
    const { spaces, after } = serve(10);
    spaces.set('quiet', 5).set('busy', 5).set('third', 1);
    expect(await after(2)).toEqual(['quiet', 'busy', 'third']);
    expect(await after(60)).toEqual([]);
    spaces.set('quiet', 6).set('busy', 105);
    expect(await after(2)).toEqual(['quiet', 'busy']);
    spaces.set('quiet', 7).set('busy', 204);
    expect(await after(2)).toEqual([]);
    spaces.set('busy', 205);
    expect(await after(2)).toEqual(['busy']);
    expect(await after(8)).toEqual(['quiet']);
  });

  it('sweeps a space where as many events came as were erased, and counts those that came', async () => {
    const { spaces, own, after, looks } = serve(10);
    spaces.set('a', 10);
    expect(await after(2)).toEqual(['a']);
    spaces.set('a', 6);
    expect(await after(2)).toEqual([]);
    expect(looks.at(-1)).toMatchObject({ backlog: 0, ageSeconds: 0 });
    spaces.set('a', 10);
    expect(await after(2)).toEqual([]);
    expect(looks.at(-1)).toMatchObject({ backlog: 4, ageSeconds: 120 });
    expect(await after(10)).toEqual(['a']);
    // Erased and said between two looks: the newest event is another.
    own.lastAt = 5;
    expect(await after(2)).toEqual([]);
    expect(await after(10)).toEqual(['a']);
    expect(await after(60)).toEqual([]);
  });

  it('sweeps the others where the settings of one space cannot be read, and that one once they can', async () => {
    const { spaces, own, failures, failedIn, after } = serve(10);
    own.policy.set('broken', new Error('this policy is damaged'));
    spaces.set('first', 1).set('broken', 1).set('last', 1);
    expect(await after(2)).toEqual(['first', 'last']);
    expect(failures).toHaveLength(1);
    expect(failedIn).toEqual([{ tenant: 'acme', space: 'broken' }]);
    own.policy.delete('broken');
    expect(await after(2)).toEqual(['broken']);
  });

  it('takes the settings of each space, and leaves alone what is swept on demand only', async () => {
    const { spaces, own, after } = serve(10);
    own.policy.set('soon', { events: 3 }).set('never', { minutes: 0 }).set('late', { minutes: 60 });
    spaces.set('soon', 1).set('never', 1).set('late', 1);
    expect(await after(2)).toEqual(['soon', 'late']);
    spaces.set('soon', 4).set('never', 4_000).set('late', 4);
    expect(await after(2)).toEqual(['soon']);
    expect(await after(40)).toEqual([]);
    expect(await after(30)).toEqual(['late']);
  });

  it('goes on with a sweep that has more, one at a time, and catches up what a stopped process missed', async () => {
    const { spaces, own, after, restart } = serve(10);
    spaces.set('a', 9).set('b', 9);
    own.more = 3;
    expect(await after(2)).toEqual(['a', 'a', 'a', 'b']);
    spaces.set('a', 10);
    restart();
    expect(await after(600)).toEqual(['a', 'b']);
    expect(await after(2)).toEqual([]);
  });

  it('lets the others have their turn where one has more all the time, and goes on with that one at once', async () => {
    const { spaces, own, after, next } = serve(10);
    spaces.set('busy', 9).set('quiet', 9);
    own.more = 7;
    own.minutesPerSweep = 0.5;
    expect(await after(2)).toEqual(['busy', 'busy', 'quiet']);
    expect(await next()).toEqual(['busy', 'busy']);
    expect(await next()).toEqual(['busy', 'busy']);
    expect(await after(2)).toEqual([]);
  });

  it('comes back after the interval where something was left, though nothing new came', async () => {
    const { spaces, own, after, looks } = serve(10);
    spaces.set('a', 9);
    own.waits = true;
    expect(await after(2)).toEqual(['a']);
    expect(await after(2)).toEqual([]);
    expect(looks.at(-1)).toEqual({ backlog: 0, ageSeconds: 0, overdueSeconds: 0, digestAgeSeconds: 0 });
    own.waits = false;
    expect(await after(10)).toEqual(['a']);
    expect(await after(30)).toEqual([]);
  });

  it('tells backlog, age and delay, and tries a space that fails again after its interval', async () => {
    const { spaces, own, after, looks } = serve(10);
    spaces.set('a', 10);
    await after(2);
    expect(looks.at(-1)).toEqual({ backlog: 0, ageSeconds: 0, overdueSeconds: 0, digestAgeSeconds: 0 });
    spaces.set('a', 40);
    await after(2);
    own.fails = true;
    expect(await after(30)).toEqual(['a']);
    expect(looks.at(-1)).toMatchObject({ backlog: 30, ageSeconds: 1_800, digestAgeSeconds: 1_920 });
    expect(looks.at(-1)!.overdueSeconds).toBeGreaterThan(1_200);
    expect(await after(2)).toEqual([]);
    own.fails = false;
    expect(await after(10)).toEqual(['a']);
    expect(looks.at(-1)).toEqual({ backlog: 0, ageSeconds: 0, overdueSeconds: 0, digestAgeSeconds: 0 });
  });

  it('sweeps nothing that it does not own', async () => {
    const { spaces, own, after } = serve(10);
    spaces.set('a', 10);
    own.owned = false;
    expect(await after(2)).toEqual([]);
  });
});

describe('the time of a sweep', () => {
  it('is spread over a fifth of the interval by the name of the space alone', () => {
    const stand = { events: 2, swept: 1, sweptAt: 0, waitingSince: 0, waits: false, retryAt: undefined };
    const times = Array.from({ length: 50 }, (_, at) => sweepDueAt(stand, { events: 9, minutes: 10 }, jitterOf(`acme/space-${at}`))!);
    expect(times).toEqual(
      Array.from({ length: 50 }, (_, at) => sweepDueAt(stand, { events: 9, minutes: 10 }, jitterOf(`acme/space-${at}`))),
    );
    expect(Math.min(...times)).toBeGreaterThanOrEqual(9 * MINUTE_MS);
    expect(Math.max(...times)).toBeLessThanOrEqual(11 * MINUTE_MS);
    expect(new Set(times).size).toBeGreaterThan(30);
  });
});
