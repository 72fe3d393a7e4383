import { describe, expect, it } from 'vitest';
import { watchMemory } from './watch-memory.ts';

function watched(settingBytes: number) {
  const state = { nowMs: 0, bytes: 0, garbage: 0, collections: 0, asked: 0, room: 1 };
  const caches = { shrink: (share: number) => void (state.room = share) };
  const watch = watchMemory(settingBytes, caches, {
    anonymousBytes: () => state.bytes + state.garbage,
    nowMs: () => state.nowMs,
    collect: () => {
      state.collections += 1;
      state.garbage = 0;
    },
    collectThreads: () => void (state.asked += 1),
  });
  return { state, mostAt: (nowMs: number) => ((state.nowMs = nowMs), watch.mostAtOnce()) };
}

describe('the memory of a process', () => {
  it('leaves room for fewer and fewer requests near its setting, once garbage was collected', () => {
    const { state, mostAt } = watched(1_000);
    state.bytes = 950;
    expect(mostAt(0)).toBe(Infinity);
    state.garbage = 500;
    expect(mostAt(1_000)).toBe(Infinity);
    expect(state.collections).toBe(1);
    const most = [961, 970, 980, 990, 999, 1_000, 2_000].map((bytes, at) => ((state.bytes = bytes), mostAt(20_000 + 1_000 * at)));
    expect(most).toEqual([8, 6, 4, 2, 1, 1, 1]);
  });

  it('has caches shrink before requests are counted, and grow again', () => {
    const { state, mostAt } = watched(1_000);
    const rooms = [800, 880, 900, 920, 940, 960, 1_200, 880].map((bytes, at) => {
      state.bytes = bytes;
      const most = mostAt(1_000 * at);
      return [state.room, most === Infinity];
    });
    expect(rooms).toEqual([
      [1, true],
      [1, true],
      [0.8, true],
      [0.5, true],
      [0.3, true],
      [0.25, true],
      [0.25, false],
      [1, true],
    ]);
  });

  it('is looked at now and then, and garbage collected more seldom still', () => {
    const { state, mostAt } = watched(100);
    state.bytes = 110;
    for (let at = 0; at < 59_000; at += 100) expect(mostAt(at)).toBe(1);
    expect([state.collections, state.asked]).toEqual([1, 1]);
    state.bytes = 50;
    expect(mostAt(58_999)).toBe(1);
    expect(mostAt(59_300)).toBe(Infinity);
  });

  it('has the other threads collect before it is tight', () => {
    const { state, mostAt } = watched(100);
    state.bytes = 91;
    expect([mostAt(0), state.asked]).toEqual([Infinity, 0]);
    state.bytes = 93;
    expect([mostAt(1_000), state.asked, state.collections]).toEqual([Infinity, 1, 0]);
    expect([mostAt(60_000), state.asked]).toEqual([Infinity, 1]);
    expect([mostAt(61_000), state.asked]).toEqual([Infinity, 2]);
  });
});
