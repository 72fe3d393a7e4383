import type { WindowBlock } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createWindowMemory } from './window-memory.ts';

const home = (session: string) => ({ tenant: 't', space: 'home', session });
const [X, Y] = [home('x'), home('y')];
const KEPT = { kept: true };
const event = (text: string): WindowBlock => ({ kind: 'event', text }) as WindowBlock;
const POOL = event('The pool pump leaks at the pool valve.');
const TAXES = event('Income taxes are due; the taxes office closes.');

describe('the comparison of a window with the last one of its session', () => {
  it('has nothing to say of the first window', () => {
    expect(createWindowMemory(2).compare(X, [POOL], KEPT)).toMatchObject({ stablePrefixShare: null, topicTransition: false });
  });

  it('tells the share of bytes that the window begins with unchanged', () => {
    const { compare } = createWindowMemory(2);
    compare(X, [event('aaaa'), event('bbbb')], KEPT);
    expect(compare(X, [event('aaaa'), event('cccc'), event('d')], KEPT).stablePrefixShare).toBeCloseTo(0.5);
    expect(compare(X, [event('aaaa'), event('cccc'), event('d')], KEPT).stablePrefixShare).toBe(1);
  });

  it('tells a change of topics, and none where one stays or there was none', () => {
    const { compare } = createWindowMemory(2);
    compare(X, [POOL], KEPT);
    expect(compare(X, [TAXES], KEPT).topicTransition).toBe(true);
    expect(compare(X, [TAXES, POOL], KEPT).topicTransition).toBe(false);
    compare(Y, [], KEPT);
    expect(compare(Y, [POOL], KEPT).topicTransition).toBe(false);
  });

  it('keeps nothing of a session or a space whose keys were destroyed, nor of a window that may have read what is erased', () => {
    const { compare, forget } = createWindowMemory(4);
    const share = (address: typeof X) => compare(address, [POOL], KEPT).stablePrefixShare;
    for (const address of [X, Y]) compare(address, [POOL], KEPT);
    forget({ tenant: 't', space: 'other' });
    forget({ tenant: 't', space: 'home', session: 'x' });
    expect([share(X), share(Y)]).toEqual([null, 1]);
    forget({ tenant: 't', space: 'home' });
    expect([share(X), share(Y)]).toEqual([null, null]);
    compare(X, [TAXES], { kept: false });
    expect(share(X)).toBe(1);
  });
});
