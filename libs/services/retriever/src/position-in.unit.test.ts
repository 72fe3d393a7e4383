import { encodePosition } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';
import { expect, it } from 'vitest';
import { positionIn, positionsIn } from './position-in.ts';

const LOG = { generation: 'g1', partitions: 2, end: async (partition: number) => 5 + partition } as unknown as EventLog;
const at = (partition: number, offset: number, generation = 'g1') => encodePosition({ generation, partition, offset });

it('positions of this log are read, up to the end of each partition', async () => {
  expect(await positionsIn(LOG, `${at(0, 5)},${at(1, 6)}`)).toEqual([
    { generation: 'g1', partition: 0, offset: 5 },
    { generation: 'g1', partition: 1, offset: 6 },
  ]);
  expect((await positionIn(LOG, `${at(0, 5)},${at(1, 0)}`, 1)).offset).toBe(0);
});

it.each([
  ['of another log', at(0, 5, 'g2')],
  ['of a partition that is not there', at(2, 0)],
  ['beyond the end', at(0, 6)],
  ['of which one is beyond the end', `${at(1, 6)},${at(0, 6)}`],
  ['that are none', 'x'],
  ['without a text', ''],
])('positions %s are refused', async (_name, token) => {
  await expect(positionsIn(LOG, token)).rejects.toMatchObject({ code: 'invalid_position' });
});

it('a position of another partition says nothing of a session', async () => {
  await expect(positionIn(LOG, at(0, 5), 1)).rejects.toMatchObject({ code: 'invalid_position' });
});
