import type { Marks } from '@total-recall/domain';
import { SILENT_LOGGER } from '@total-recall/observability';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { createSwitchWhenFilled } from './switch-when-filled.ts';

const OWN = 'log-v8';

/** A process of version 8 whose generation has these marks, one a partition, over a log with these ends. */
function processOf({ current, ends, searchable }: { current: string; ends: number[]; searchable: number[] }) {
  const told: unknown[] = [];
  const state = { current, ends, searchable, atMs: 0, switches: 0, isAway: false };
  const marks = async (partition: number): Promise<Marks> => {
    if (state.isAway) throw new TotalRecallError('unavailable', 'Away.');
    return { folded: state.searchable[partition]!, searchable: state.searchable[partition]! };
  };
  const switching = createSwitchWhenFilled({
    stores: {
      log: { partitions: ends.length, end: async (partition) => state.ends[partition]! },
      index: { marks },
      readModel: {
        generation: () => OWN,
        generations: {
          standing: async () => ({ current: state.current, toFill: OWN, isBegun: true, left: [] }),
          switchTo: async (generation) => {
            state.current = generation;
            state.switches += 1;
          },
        },
      },
    },
    isEarlier: (generation) => ['log-v7', 'log-v7-2'].includes(generation),
    clock: { monotonicMs: () => state.atMs },
    logger: { ...SILENT_LOGGER, info: (fields, message) => told.push([fields, message]) },
  });
  const look = async (): Promise<string> => {
    state.atMs += 1_000;
    await switching.look();
    return switching.describe();
  };
  return { state, told, look };
}

describe('the generation of a later version', () => {
  it('is current once it holds all partitions, whoever fills them, and says before how far it is', async () => {
    const { state, told, look } = processOf({ current: 'log-v7-2', ends: [9, 9], searchable: [4, -1] });
    expect(await look()).toBe('fills index generation log-v8, 25 % read; log-v7-2 is current until then');
    // Others append on, and another process has filled its partition.
    [state.ends, state.searchable] = [
      [10, 10],
      [10, 8],
    ];
    await look();
    // One partition is short of what the log held a second ago.
    expect([await look(), state.switches]).toEqual([expect.stringContaining('90 % read'), 0]);
    state.searchable = [10, 10];
    state.ends = [12, 12];
    expect([await look(), state.switches]).toEqual(['serves index generation log-v8', 1]);
    expect(await look()).toBe('serves index generation log-v8');
    expect(state.switches).toBe(1);
    expect(told).toEqual([
      [{ generation: OWN, former: 'log-v7-2', filled: 5, records: 20 }, expect.stringMatching(/^fills/)],
      [{ generation: OWN, former: 'log-v7-2', records: 26 }, expect.stringMatching(/^serves/)],
    ]);
  });

  it('never replaces one of a later version or of another log, however full it is', async () => {
    for (const current of ['log-v9', 'other-v7', 'log-v8-2']) {
      const { state, look } = processOf({ current, ends: [3], searchable: [3] });
      for (let looks = 0; looks < 5; looks += 1) await look();
      expect([state.current, state.switches]).toEqual([current, 0]);
      expect(await look()).toBe(`serves index generation log-v8; the current one, ${current}, is of another version or log`);
    }
  });

  it('measures anew after another version was current meanwhile', async () => {
    const { state, look } = processOf({ current: 'log-v7', ends: [3], searchable: [3] });
    await look();
    state.isAway = true;
    await expect(look()).rejects.toThrow('Away.');
    state.isAway = false;
    expect([await look(), state.switches]).toEqual(['serves index generation log-v8', 1]);
    state.current = 'log-v7';
    state.searchable = [1];
    expect(await look()).toBe('fills index generation log-v8, 50 % read; log-v7 is current until then');
    await look();
    expect(state.switches).toBe(1);
  });
});
