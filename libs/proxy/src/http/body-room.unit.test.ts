import type { Scheduler } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createBodyRoom } from './body-room.ts';

/** A scheduler whose pauses end when the test says so. */
function createPauses(): Pick<Scheduler, 'delay'> & { readonly end: () => void; readonly count: () => number } {
  const open = new Set<() => void>();
  return {
    delay: (_ms, signal) =>
      new Promise((resolve, reject) => {
        open.add(resolve);
        signal?.addEventListener('abort', () => (open.delete(resolve), reject(new Error('over'))), { once: true });
      }),
    end: () => open.forEach((resolve) => resolve()),
    count: () => open.size,
  };
}

function build() {
  const pauses = createPauses();
  const room = createBodyRoom({ scheduler: pauses, bytes: 200, smallBytes: 10 });
  const call = (key: string) => {
    const over = new AbortController();
    return { ...room.open(key, over.signal), end: () => over.abort() };
  };
  return { room, pauses, call };
}

describe('the room for bodies', () => {
  it('is shared by all, and by half for one key', () => {
    const { room, call } = build();
    expect(call('a').take(90)).toBe(true);
    expect(call('a').take(20)).toBe(false);
    expect(call('b').take(90)).toBe(true);
    expect(call('c').take(30)).toBe(false);
    expect(room.held).toBe(180);
  });

  it('always has a place for small bodies, and not for the rest of one that is large in the end', () => {
    const { call } = build();
    expect([call('a').take(100), call('b').take(100)]).toEqual([true, true]);
    const small = call('a');
    expect([small.take(6), small.take(4), small.take(1)]).toEqual([true, true, false]);
  });

  it('is given back when a call ends, to those that waited longest', async () => {
    const { room, pauses, call } = build();
    const first = call('a');
    first.take(100);
    const order: string[] = [];
    const wait = async (name: string, bytes: number) => {
      if (await call('a').wait(bytes)) order.push(name);
    };
    const waiting = [wait('second', 60), wait('third', 60), wait('fourth', 40)];
    first.end();
    await Promise.all([waiting[0], waiting[2]]);
    expect(order).toEqual(['second', 'fourth']);
    expect(pauses.count()).toBe(1);
    pauses.end();
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'fourth']);
    expect(room.held).toBe(100);
  });

  it('takes nothing for a call that ended while it waited', async () => {
    const { room, call } = build();
    const [first, second] = [call('a'), call('a')];
    first.take(100);
    const waited = second.wait(50);
    second.end();
    expect(await waited).toBe(false);
    first.end();
    expect([room.held, second.take(1)]).toEqual([0, false]);
  });
});
