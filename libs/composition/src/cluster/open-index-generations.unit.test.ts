import { FOLD_VERSION } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { firstGeneration, isOfEarlierFold, isOfThisFold } from './open-index-generations.ts';

const LOG = { generation: 'a1b2' };

it('tells by the name of a generation whether an earlier version of the fold made it, of the same log', () => {
  const first = firstGeneration(LOG);
  const earlier = [`a1b2-v${FOLD_VERSION - 1}`, `a1b2-v${FOLD_VERSION - 1}-12`, 'a1b2-v1'];
  const others = [`a1b2-v${FOLD_VERSION + 1}`, 'a1b2-v10000-2', 'c3d4-v1', 'a1b2-v', 'a1b2-v1x', 'a1b2-v1-', 'a1b2x-v1'];
  expect(earlier.map((name) => isOfEarlierFold(name, LOG))).toEqual(earlier.map(() => true));
  expect([first, `${first}-2`, ...others].filter((name) => isOfEarlierFold(name, LOG))).toEqual([]);
  expect([first, `${first}-2`, ...earlier, ...others].filter((name) => isOfThisFold(name, LOG))).toEqual([first, `${first}-2`]);
});
