import type { PolicySettings } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { createPolicyResolver, policyLevels, reflectedLevel } from './policy-resolver.ts';

const PLACE = { tenant: 't', space: 's' } as const;
const [, TENANT, SPACE] = policyLevels(PLACE);

/** The target in force, and the size that triggers a compaction, where these levels are stored. */
async function inForce(levels: Readonly<Record<string, PolicySettings>>): Promise<readonly [number, number]> {
  const policies = async (keys: readonly string[]) => keys.map((at) => levels[at] && { at, settings: levels[at], updatedAt: 0 });
  const { compaction } = (await createPolicyResolver({ control: { policies } }).resolve({ ...PLACE, session: 'x' })).policy;
  return [compaction.targetRatio, compaction.triggerRatio];
}

it('what a reflection set holds over defaults, and gives way to what a person sets for the tenant or the space', async () => {
  const reflected = { [reflectedLevel(PLACE)]: { targetRatio: 0.55 } };
  expect(await inForce(reflected)).toEqual([0.55, 0.85]);
  expect(await inForce({ ...reflected, [TENANT!]: { targetRatio: 0.4 } })).toEqual([0.4, 0.85]);
  expect(await inForce({ ...reflected, [SPACE!]: { targetRatio: 0.6 } })).toEqual([0.6, 0.85]);
  expect(await inForce({ [reflectedLevel({ tenant: 't', space: 'other' })]: { targetRatio: 0.55 } })).toEqual([0.5, 0.85]);
});

it('what a reflection set is left out where no policy would hold with it, and what persons set stays', async () => {
  const reflected = { [reflectedLevel(PLACE)]: { targetRatio: 0.55 } };
  expect(await inForce({ ...reflected, [SPACE!]: { triggerRatio: 0.52 } })).toEqual([0.5, 0.52]);
});
