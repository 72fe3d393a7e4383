import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { untilAborted } from './until-aborted.ts';

const stopped = (): Error => new Error('stopped');

describe('untilAborted', () => {
  it('ends as the work does, and leaves nothing behind on the signal', async () => {
    const { signal } = new AbortController();
    for (let at = 0; at < 20; at += 1) expect(await untilAborted(Promise.resolve(at), signal, stopped)).toBe(at);
    await expect(untilAborted(Promise.reject(new Error('failed')), signal, stopped)).rejects.toThrow('failed');
    await Promise.resolve();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('ends with the signal where the work hangs', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(new Promise<never>(() => undefined), controller.signal, stopped);
    controller.abort();
    await expect(waiting).rejects.toThrow('stopped');
  });

  it('ends at once after the signal, and a failure of the work that nobody waits for is no unhandled one', async () => {
    const failing = Promise.reject<number>(new Error('failed'));
    await expect(untilAborted(failing, AbortSignal.abort(), stopped)).rejects.toThrow('stopped');
  });
});
