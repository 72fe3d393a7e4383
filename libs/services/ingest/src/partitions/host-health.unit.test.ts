import { expect, it } from 'vitest';
import { healthOf } from './host-health.ts';
import { createPartition, type Partition } from './partition.ts';
import type { RoleState } from './partition-role.ts';

/** Builds a partition with a running part for each state. */
async function partitionOf(number: number, ...states: readonly RoleState[]): Promise<Partition> {
  const partition = createPartition(number, () =>
    states.map((state) => ({ name: 'projector', start: () => undefined, stop: async () => undefined, state: () => state })),
  );
  await partition.take('project');
  return partition;
}

it('is ready once it was started, and not before', async () => {
  const whole = await partitionOf(0, {}, { behind: 0, aside: [] });
  expect(healthOf([whole], true)).toEqual({ ready: true });
  expect(healthOf([], true)).toEqual({ ready: true });
  expect(healthOf([whole], false)).toEqual({ ready: false, detail: 'not started' });
});

it('names the partitions whose projector ended, whatever else there is to say', async () => {
  const ended = await partitionOf(4, { failure: new Error('gone'), behind: 3 });
  const other = await partitionOf(7, { aside: [1] }, { failure: 'gone' });
  const whole = await partitionOf(5, { behind: 9 });
  expect(healthOf([ended, whole, other], false)).toEqual({ ready: false, detail: 'the projector of partition 4, 7 stopped' });
});

it('says how many records have no vectors yet, over all partitions', async () => {
  const all = [await partitionOf(0, { behind: 3 }), await partitionOf(1, {}, { behind: 4 })];
  expect(healthOf(all, true)).toEqual({ ready: true, detail: 'ok; 7 records have no vectors yet' });
});

it('is degraded where records are set aside, and names the first ten of each partition', async () => {
  const offsets = Array.from({ length: 11 }, (_, at) => at * 2);
  const all = [await partitionOf(2, { aside: offsets, behind: 1 }), await partitionOf(3, { aside: [5] })];
  expect(healthOf(all, true)).toEqual({
    ready: true,
    isDegraded: true,
    detail:
      'degraded: 11 records of partition 2 are set aside, at offsets 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, ...; ' +
      '1 records of partition 3 are set aside, at offsets 5; 1 records have no vectors yet',
  });
  const stall = { partition: 3, folded: 4, end: 9, since: Date.UTC(2026, 0, 2, 3, 4, 5) };
  expect(healthOf(all, true, [stall]).detail).toMatch(
    /^degraded: 5 records of partition 3 wait from offset 5 on, and nothing was folded since 2026-01-02T03:04:05\.000Z.*; 11 records/,
  );
  const ten = await partitionOf(2, { aside: offsets.slice(0, 10) });
  expect(healthOf([ten], true).detail).toMatch(/16, 18$/);
});
