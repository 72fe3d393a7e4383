import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedWaits } from '../../testing/recorded-waits.ts';
import { TotalRecallError } from '../errors.ts';
import { backoffMs, retry } from './retry.ts';

const policy = { attempts: 4, firstDelayMs: 10, maxDelayMs: 25 };
const always = () => true;

describe('retry', () => {
  it('waits longer each time, up to the longest, and then gives the last error', async () => {
    const { waits, deps } = recordedWaits();
    let calls = 0;
    await expect(retry(() => Promise.reject(new Error(`call ${++calls}`)), deps, { policy, retriable: always })).rejects.toThrow('call 4');
    expect(waits).toEqual([10, 20, 25]);
  });

  it('stops at success, at an error that is not retriable, and when told to', async () => {
    const { waits, deps } = recordedWaits();
    expect(
      await retry((attempt) => (attempt < 3 ? Promise.reject(new Error('no')) : Promise.resolve(attempt)), deps, {
        policy,
        retriable: always,
      }),
    ).toBe(3);
    await expect(retry(() => Promise.reject(new Error('poison')), deps, { policy, retriable: () => false })).rejects.toThrow('poison');
    await expect(
      retry(() => Promise.reject(new Error('stopped')), deps, { policy, retriable: always, signal: AbortSignal.abort() }),
    ).rejects.toThrow('stopped');
    expect(waits).toEqual([10, 20]);
  });

  it('waits at least as long as the error asks', async () => {
    const { waits, deps } = recordedWaits(0);
    const busy = (ms: number) => new TotalRecallError('unavailable', 'busy', { retryAfterMs: ms });
    await expect(retry((attempt) => Promise.reject(busy(attempt === 1 ? 7 : 90)), deps, { policy, retriable: always })).rejects.toThrow(
      'busy',
    );
    expect(waits).toEqual([7, 25, 25]);
  });

  it('backs off within bounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, share) => {
        const wait = backoffMs(policy, attempt, share);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(policy.maxDelayMs);
      }),
    );
  });
});
