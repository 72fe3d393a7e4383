import type { WindowBlock } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createWindowMemory } from './window-memory.ts';

const event = (text: string): WindowBlock => ({ kind: 'event', text }) as WindowBlock;
const POOL = event('The pool pump leaks at the pool valve.');
const TAXES = event('Income taxes are due; the taxes office closes.');

describe('the comparison of a window with the last one of its session', () => {
  it('has nothing to say of the first window', () => {
    expect(createWindowMemory(2)('x', [POOL])).toMatchObject({ stablePrefixShare: null, topicTransition: false });
  });

  it('tells the share of bytes that the window begins with unchanged', () => {
    const compare = createWindowMemory(2);
    compare('x', [event('aaaa'), event('bbbb')]);
    expect(compare('x', [event('aaaa'), event('cccc'), event('d')]).stablePrefixShare).toBeCloseTo(0.5);
    expect(compare('x', [event('aaaa'), event('cccc'), event('d')]).stablePrefixShare).toBe(1);
  });

  it('tells a change of topics, and none where one stays or there was none', () => {
    const compare = createWindowMemory(2);
    compare('x', [POOL]);
    expect(compare('x', [TAXES]).topicTransition).toBe(true);
    expect(compare('x', [TAXES, POOL]).topicTransition).toBe(false);
    compare('y', []);
    expect(compare('y', [POOL]).topicTransition).toBe(false);
  });
});
