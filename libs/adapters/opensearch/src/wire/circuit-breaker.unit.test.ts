import { describe, expect, it } from 'vitest';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';

const fail = (): Promise<never> => Promise.reject(new Error('down'));
const succeed = (): Promise<string> => Promise.resolve('up');
const always = (): boolean => true;

function breakerAt(time: { now: number }): CircuitBreaker {
  return createCircuitBreaker({ failures: 3, openMs: 1_000, monotonicMs: () => time.now });
}

async function failTimes(breaker: CircuitBreaker, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) await expect(breaker.run(fail, always)).rejects.toThrow('down');
}

describe('circuit breaker', () => {
  it('tells when it opens and closes, once each', async () => {
    const time = { now: 0 };
    const changes: number[] = [];
    const breaker = createCircuitBreaker({ failures: 2, openMs: 10, monotonicMs: () => time.now, onChange: (by) => changes.push(by) });
    await failTimes(breaker, 2);
    time.now = 10;
    await failTimes(breaker, 1);
    expect(changes).toEqual([1]);
    time.now = 20;
    await breaker.run(succeed, always);
    await breaker.run(succeed, always);
    expect(changes).toEqual([1, -1]);
  });

  it('refuses at once after so many failures in a row, saying how long, and no longer than that', async () => {
    const time = { now: 5_000 };
    const breaker = breakerAt(time);
    await failTimes(breaker, 3);
    time.now += 400;
    await expect(breaker.run(succeed, always)).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 600 });
    time.now += 600;
    expect(await breaker.run(succeed, always)).toBe('up');
    expect(await breaker.run(succeed, always)).toBe('up');
  });

  it('lets one call try when the time is over, and refuses again where that fails', async () => {
    const time = { now: 0 };
    const breaker = breakerAt(time);
    await failTimes(breaker, 3);
    time.now = 1_000;
    const { promise, reject } = Promise.withResolvers<string>();
    const trying = breaker.run(() => promise, always);
    await expect(breaker.run(succeed, always)).rejects.toMatchObject({ code: 'unavailable' });
    reject(new Error('still down'));
    await expect(trying).rejects.toThrow('still down');
    await expect(breaker.run(succeed, always)).rejects.toMatchObject({ retryAfterMs: 1_000 });
  });

  it('counts no failures of calls that were slow while others were answered', async () => {
    const breaker = breakerAt({ now: 0 });
    const slow = Array.from({ length: 3 }, () => Promise.withResolvers<string>());
    const failing = slow.map(({ promise }) => expect(breaker.run(() => promise, always)).rejects.toThrow('slow'));
    expect(await breaker.run(succeed, always)).toBe('up');
    for (const { reject } of slow) reject(new Error('slow'));
    await Promise.all(failing);
    expect(await breaker.run(succeed, always)).toBe('up');
  });

  it('counts failures in a row only, and no error that does not speak against the server', async () => {
    const breaker = breakerAt({ now: 0 });
    await failTimes(breaker, 2);
    await breaker.run(succeed, always);
    await failTimes(breaker, 2);
    await expect(breaker.run(fail, () => false)).rejects.toThrow('down');
    await failTimes(breaker, 2);
    expect(await breaker.run(succeed, always)).toBe('up');
  });
});
