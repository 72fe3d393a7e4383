import type { Scheduler } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { aggregateHealth, type Component } from './component.ts';
import { startInOrder } from './start-in-order.ts';

/** Deadlines pass when the test says so. */
function build() {
  const steps: string[] = [];
  const deadlines: { ms: number; pass: () => void }[] = [];
  const scheduler: Scheduler = {
    delay: (ms, signal) =>
      new Promise((resolve, reject) => {
        deadlines.push({ ms, pass: resolve });
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    every: () => ({ cancel: () => undefined }),
  };
  const component = (name: string, faults: { start?: () => Promise<void>; stop?: () => Promise<void> } = {}): Component => ({
    name,
    start: () => {
      steps.push(`+${name}`);
      return faults.start?.() ?? Promise.resolve();
    },
    stop: () => {
      steps.push(`-${name}`);
      return faults.stop?.() ?? Promise.resolve();
    },
  });
  return { steps, deadlines, component, options: { scheduler, startDeadlineMs: 100, stopDeadlineMs: 30 } };
}
const never = () => new Promise<void>(() => undefined);

describe('startInOrder', () => {
  it('starts in order and stops once, in reverse', async () => {
    const { steps, component, options } = build();
    const running = await startInOrder([component('a'), component('b'), { name: 'bare' }], options);
    expect(await Promise.all([running.stop(), running.stop()])).toEqual([{ problems: [] }, { problems: [] }]);
    expect(steps).toEqual(['+a', '+b', '-b', '-a']);
  });

  it('rolls back a failed start and names it', async () => {
    const { steps, component, options } = build();
    const parts = [component('a'), component('b', { start: () => Promise.reject(new Error('port in use')) }), component('c')];
    await expect(startInOrder(parts, options)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'b could not be started: port in use',
    });
    expect(steps).toEqual(['+a', '+b', '-b', '-a']);
  });

  it('gives up on a start that takes too long', async () => {
    const { steps, deadlines, component, options } = build();
    const starting = startInOrder([component('a'), component('slow', { start: never })], options);
    await expect.poll(() => deadlines.length).toBe(2);
    deadlines[1]!.pass();
    await expect(starting).rejects.toThrow('slow did not start within 100 ms.');
    expect(steps).toEqual(['+a', '+slow', '-slow', '-a']);
  });

  it('stops the rest when one hangs or fails', async () => {
    const { steps, deadlines, component, options } = build();
    const running = await startInOrder(
      [component('a'), component('hangs', { stop: never }), component('fails', { stop: () => Promise.reject(new Error('no')) })],
      options,
    );
    const stopping = running.stop();
    await expect.poll(() => deadlines.length).toBe(5);
    deadlines[4]!.pass();
    expect(await stopping).toEqual({
      problems: [
        { component: 'fails', reason: 'no' },
        { component: 'hangs', reason: 'did not stop within 30 ms' },
      ],
    });
    expect(deadlines.map(({ ms }) => ms)).toEqual([100, 100, 100, 30, 30, 30]);
    expect(steps.slice(-3)).toEqual(['-fails', '-hangs', '-a']);
  });
});

describe('aggregateHealth', () => {
  it('is ready when all are, and says who is not', async () => {
    expect(await aggregateHealth([{ name: 'a' }, { name: 'b', health: () => ({ ready: true }) }])).toEqual({
      ready: true,
      isDegraded: false,
      components: { a: { ready: true }, b: { ready: true } },
    });
    const health = await aggregateHealth([
      { name: 'a', health: () => Promise.reject(new Error('down')) },
      { name: 'b', health: () => ({ ready: false, detail: 'folding' }) },
    ]);
    expect(health).toEqual({
      ready: false,
      isDegraded: false,
      components: { a: { ready: false, detail: 'down' }, b: { ready: false, detail: 'folding' } },
    });
    expect(await aggregateHealth([{ name: 'a', health: () => ({ ready: true, isDegraded: true }) }])).toMatchObject({
      ready: true,
      isDegraded: true,
    });
  });
});
