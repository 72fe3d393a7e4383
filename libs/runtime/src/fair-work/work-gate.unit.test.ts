import { describe, expect, it } from 'vitest';
import { createWorkGate, type WorkGateConfig } from './work-gate.ts';
import type { Turn } from './work-turn.ts';

/** Builds a gate on a clock that the test moves. A job runs until the test releases it. */
function build(config: Partial<WorkGateConfig> = {}) {
  let nowMs = 0;
  const timers = new Set<{ readonly atMs: number; readonly ring: () => void }>();
  const seen: string[] = [];
  const gate = createWorkGate(
    {
      clock: { now: () => nowMs, monotonicMs: () => nowMs },
      scheduler: {
        delay: (ms, signal) =>
          new Promise((resolve, reject) => {
            const timer = { atMs: nowMs + ms, ring: () => resolve(undefined) };
            timers.add(timer);
            signal?.addEventListener('abort', () => {
              timers.delete(timer);
              reject(new Error('aborted'));
            });
          }),
        every: () => ({ cancel: () => undefined }),
      },
      observer: {
        started: (kind) => void seen.push(`started ${kind}`),
        refused: (_kind, reason) => void seen.push(reason),
        counted: () => undefined,
      },
    },
    { slots: 1, deadlineMs: 1_000, waitingPerTenant: 2, waiting: 3, ...config },
  );
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms;
    for (const timer of timers) if (timer.atMs <= nowMs) timer.ring();
    await settled();
  };
  const begin = async (tenant: string, cost = 1) => {
    let [turn, release]: [Turn | undefined, () => void] = [undefined, () => undefined];
    const done = gate.run({ tenant, kind: 'recall', cost }, async (own) => {
      turn = own;
      await new Promise<void>((resolve) => (release = resolve));
      return tenant;
    });
    done.catch(() => undefined);
    await settled();
    return { done, turn: () => turn, isStarted: () => turn !== undefined, release: () => release() };
  };
  return { gate, begin, pass, seen, timers };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns what has become of jobs: done, the code of an error, or that they wait. */
const outcomesOf = (jobs: readonly { readonly done: Promise<string> }[]): Promise<string[]> =>
  Promise.all(
    jobs.map(({ done }) =>
      Promise.race([
        done.then(
          () => 'done',
          (error: { code: string }) => error.code,
        ),
        settled().then(() => 'waits'),
      ]),
    ),
  );

describe('a gate for work', () => {
  it('starts what there is a slot for at once, and the next when one is free', async () => {
    const { begin, timers } = build();
    const [first, second] = [await begin('a'), await begin('b')];
    expect([first.isStarted(), second.isStarted()]).toEqual([true, false]);
    first.release();
    expect(await first.done).toBe('a');
    await settled();
    expect(second.isStarted()).toBe(true);
    second.release();
    await second.done;
    expect(timers.size).toBe(0);
  });

  it('lets a job that has cost much give way to another tenant between two steps', async () => {
    const { begin } = build();
    const busy = await begin('busy');
    await busy.turn()!.spend(20);
    const quiet = await begin('quiet');
    expect(quiet.isStarted()).toBe(false);
    const next = busy.turn()!.spend(1);
    await settled();
    expect(quiet.isStarted()).toBe(true);
    let goesOn = false;
    void next.then(() => (goesOn = true));
    await settled();
    expect(goesOn).toBe(false);
    quiet.release();
    await quiet.done;
    await next;
    busy.release();
    await busy.done;
  });

  it('refuses what waits past the deadline, and what finds no room, with a time to wait', async () => {
    const { begin, pass, seen } = build();
    const first = await begin('a');
    const waiting = [await begin('b'), await begin('b')];
    await expect((await begin('b')).done).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: expect.any(Number) });
    waiting.push(await begin('c'));
    await expect((await begin('d')).done).rejects.toMatchObject({ code: 'overloaded', retryAfterMs: expect.any(Number) });
    await pass(1_000);
    for (const { done } of waiting) await expect(done).rejects.toMatchObject({ code: 'overloaded' });
    expect(seen).toEqual(['started recall', 'tenant', 'all', 'deadline', 'deadline', 'deadline']);
    first.release();
    await first.done;
    const later = await begin('b');
    expect(later.isStarted()).toBe(true);
    later.release();
    await later.done;
  });

  it('refuses at once what could only come too late, by how long work took before', async () => {
    const { begin, pass } = build({ waitingPerTenant: 100, waiting: 100 });
    for (let at = 0; at < 50; at += 1) {
      const job = await begin('a');
      await job.turn()!.spend(1);
      await pass(100);
      job.release();
      await job.done;
    }
    const running = await begin('a');
    const outcomes = await outcomesOf(await Promise.all(Array.from({ length: 15 }, () => begin('a'))));
    expect(outcomes).toEqual([...Array.from({ length: 11 }, () => 'waits'), ...Array.from({ length: 4 }, () => 'overloaded')]);
    running.release();
    await running.done;
  });

  describe('foresees a wait', () => {
    /** Runs jobs, and says what becomes of several that come while one is under way. */
    async function afterJobs(jobs: readonly { cost: number; spent: number; ms: number }[], coming: { cost: number; count: number }) {
      const { begin, pass } = build({ waitingPerTenant: 100, waiting: 100 });
      for (const { cost, spent, ms } of jobs) {
        const job = await begin('a', cost);
        await job.turn()!.spend(spent);
        await pass(ms);
        job.release();
        await job.done;
      }
      await begin('a', coming.cost);
      const outcomes = await outcomesOf(await Promise.all(Array.from({ length: coming.count }, () => begin('a', coming.cost))));
      return outcomes.filter((outcome) => outcome === 'overloaded').length;
    }
    const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

    it('by its estimate, where work spends a hundredth of that', async () => {
      expect(await afterJobs(times(50, { cost: 2, spent: 0.02, ms: 50 }), { cost: 2, count: 6 })).toBe(0);
    });

    it('by what was spent, where that was more than the estimate', async () => {
      expect(await afterJobs(times(50, { cost: 1, spent: 40, ms: 400 }), { cost: 1, count: 20 })).toBe(0);
    });

    it('by no single job: not a small one in a slow moment, nor the first one', async () => {
      const usual = times(50, { cost: 10, spent: 10, ms: 50 });
      expect(await afterJobs([...usual, { cost: 0.1, spent: 0.1, ms: 500 }], { cost: 10, count: 5 })).toBe(0);
      expect(await afterJobs([{ cost: 1, spent: 1, ms: 900 }], { cost: 1, count: 8 })).toBe(0);
    });
  });

  it('learns nothing of how long work takes from what failed', async () => {
    const { gate, begin, pass } = build({ waitingPerTenant: 100, waiting: 100 });
    for (let at = 0; at < 50; at += 1) {
      const job = await begin('a');
      await pass(100);
      job.release();
      await job.done;
    }
    for (let at = 0; at < 50; at += 1)
      await gate.run({ tenant: 'a', kind: 'recall', cost: 10 }, () => Promise.reject(new Error('refused'))).catch(() => undefined);
    await begin('a');
    const outcomes = await outcomesOf(await Promise.all(Array.from({ length: 15 }, () => begin('a'))));
    expect(outcomes.filter((outcome) => outcome === 'overloaded')).toHaveLength(4);
  });

  it('keeps no slot while a job waits for something else, and gives it back after', async () => {
    const { begin } = build();
    const [first, second] = [await begin('a'), await begin('b')];
    let arrive = (): void => undefined;
    const waited = first.turn()!.aside(() => new Promise<void>((resolve) => (arrive = resolve)));
    await settled();
    expect(second.isStarted()).toBe(true);
    arrive();
    let isBack = false;
    void waited.then(() => (isBack = true));
    await settled();
    expect(isBack).toBe(false);
    second.release();
    await second.done;
    await waited;
    first.release();
    await first.done;
  });

  it('frees the slot of a job that failed', async () => {
    const { gate, begin } = build();
    await expect(gate.run({ tenant: 'a', kind: 'window', cost: 1 }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const next = await begin('a');
    expect(next.isStarted()).toBe(true);
    next.release();
    await next.done;
  });
});
