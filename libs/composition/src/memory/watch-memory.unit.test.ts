import { describe, expect, it } from 'vitest';
import { watchMemory } from './watch-memory.ts';

function watched(mostBytes: number) {
  const state = { nowMs: 0, bytes: 0, garbage: 0, collections: 0 };
  const watch = watchMemory(mostBytes, {
    anonymousBytes: () => state.bytes + state.garbage,
    nowMs: () => state.nowMs,
    collect: () => {
      state.collections += 1;
      state.garbage = 0;
    },
  });
  return { state, isTightAt: (nowMs: number) => ((state.nowMs = nowMs), watch.isTight()) };
}

describe('the memory of a process', () => {
  it('is tight above its setting, once garbage was collected', () => {
    const { state, isTightAt } = watched(100);
    state.bytes = 90;
    expect(isTightAt(0)).toBe(false);
    state.garbage = 50;
    expect(isTightAt(1_000)).toBe(false);
    expect(state.collections).toBe(1);
    state.bytes = 110;
    expect(isTightAt(20_000)).toBe(true);
  });

  it('is looked at now and then, and garbage collected more seldom still', () => {
    const { state, isTightAt } = watched(100);
    state.bytes = 110;
    for (let at = 0; at < 9_000; at += 10) expect(isTightAt(at)).toBe(true);
    expect(state.collections).toBe(1);
    state.bytes = 50;
    expect(isTightAt(8_999)).toBe(true);
    expect(isTightAt(9_300)).toBe(false);
  });
});
