import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedWaits } from '../../testing/recorded-waits.ts';
import { TotalRecallError } from '../errors.ts';
import { forEver } from './retry.ts';
import { runLoop, type LoopTurn } from './run-loop.ts';

const policy = forEver(10, 25);
const { signal } = new AbortController();

/** Makes a turn that does what is listed, one entry a turn. */
function following(plan: readonly (LoopTurn | Error)[]) {
  let at = 0;
  return async (): Promise<LoopTurn> => {
    const next = plan[at++] ?? 'done';
    if (next instanceof Error) throw next;
    return next;
  };
}

describe('a loop', () => {
  it('rests where it is told to, and waits longer after each failure in a row', async () => {
    const { waits, deps } = recordedWaits();
    const failures: number[] = [];
    const failed = new Error('no');
    const plan = ['again', 'rest', failed, failed, failed, failed, 'again', failed, 'rest', 'done'] as const;
    await runLoop(following(plan), deps, { signal, restMs: 7, policy, failed: (_error, next) => failures.push(next.failures) });
    expect(waits).toEqual([7, 10, 20, 25, 25, 10, 7]);
    expect(failures).toEqual([1, 2, 3, 4, 1]);
  });

  it('ends with an error that is not retried, and with the last of its attempts', async () => {
    const { waits, deps } = recordedWaits();
    const poison = new Error('poison');
    await expect(runLoop(following([poison]), deps, { signal, policy, retriable: () => false })).rejects.toBe(poison);
    await expect(runLoop(following([poison, poison, poison]), deps, { signal, policy: { ...policy, attempts: 3 } })).rejects.toBe(poison);
    expect(waits).toEqual([10, 20]);
  });

  it('begins anew to count failures after a turn that went well for a while', async () => {
    const { waits, deps } = recordedWaits();
    let turns = 0;
    const turn = async (wentWell: () => void): Promise<LoopTurn> => {
      turns += 1;
      if (turns === 3) wentWell();
      if (turns === 5) return 'done';
      throw new Error('no');
    };
    await runLoop(turn, deps, { signal, policy });
    expect(waits).toEqual([10, 20, 10, 20]);
  });

  it('ends with its signal: between turns, in a pause, and in silence for a turn that fails then', async () => {
    for (const how of ['turn', 'rest', 'failure'] as const) {
      const stopping = new AbortController();
      const { deps } = recordedWaits();
      const failures: unknown[] = [];
      let turns = 0;
      const turn = async (): Promise<LoopTurn> => {
        turns += 1;
        if (how !== 'rest') stopping.abort();
        if (how === 'failure') throw new Error('stopped');
        return how === 'rest' ? 'rest' : 'again';
      };
      const delay = (): Promise<void> => {
        stopping.abort();
        return Promise.reject(new Error('aborted'));
      };
      const scheduler = { ...deps.scheduler, delay };
      await runLoop(turn, { ...deps, scheduler }, { signal: stopping.signal, policy, failed: (error) => failures.push(error) });
      expect([how, turns, failures]).toEqual([how, 1, []]);
    }
  });

  it('waits as long as an error asks, between half of a pause and the whole, never longer than the longest', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 255 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 8 }),
        async (byte, asked) => {
          const { waits, deps } = recordedWaits(byte);
          const busy = asked.map((retryAfterMs) => new TotalRecallError('unavailable', 'busy', { retryAfterMs }));
          await runLoop(following(busy), deps, { signal, policy });
          expect(waits).toHaveLength(asked.length);
          for (const [at, ms] of waits.entries()) {
            const whole = Math.min(25, 10 * 2 ** at);
            expect(ms).toBeGreaterThanOrEqual(Math.max(whole / 2, Math.min(25, asked[at]!)));
            expect(ms).toBeLessThanOrEqual(Math.max(whole, Math.min(25, asked[at]!)));
          }
        },
      ),
    );
  });
});
