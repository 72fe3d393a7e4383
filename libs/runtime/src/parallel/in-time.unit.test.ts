import { describe, expect, it } from 'vitest';
import { inTime } from './in-time.ts';

/** A scheduler whose only delay ends when the test says so, and that knows whether it was given up. */
function clockByHand() {
  let ring = (): void => undefined;
  const given: AbortSignal[] = [];
  const delay = (_ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal) given.push(signal);
    return new Promise((resolve) => (ring = resolve));
  };
  return { scheduler: { delay }, ring: () => ring(), isGivenUp: () => given.length === 1 && given[0]!.aborted };
}

describe('inTime', () => {
  it('returns the value of work that ends in time, and leaves no timer', async () => {
    const { scheduler, isGivenUp } = clockByHand();
    expect(await inTime(Promise.resolve(7), { scheduler, ms: 10 })).toEqual({ kind: 'done', value: 7 });
    expect(isGivenUp()).toBe(true);
  });

  it('rejects as the work does, and leaves no timer', async () => {
    const { scheduler, isGivenUp } = clockByHand();
    await expect(inTime(Promise.reject(new Error('broken')), { scheduler, ms: 10 })).rejects.toThrow('broken');
    expect(isGivenUp()).toBe(true);
  });

  it('says that work is late, and drops an outcome that comes afterwards', async () => {
    const { scheduler, ring } = clockByHand();
    const { promise, reject } = Promise.withResolvers<never>();
    const waited = inTime(promise, { scheduler, ms: 10 });
    ring();
    expect(await waited).toEqual({ kind: 'late' });
    reject(new Error('too late to matter'));
  });
});
