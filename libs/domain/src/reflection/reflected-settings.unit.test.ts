import { expect, it } from 'vitest';
import type { Proposal } from './reflect.ts';
import { settleProposals } from './reflected-settings.ts';

const TARGET: Proposal = { setting: 'targetRatio', from: 0.5, to: 0.55, why: 'pulls_often' };
const PULL: Proposal = { setting: 'pullTokens', from: 800, to: 1_000, why: 'leaves_much' };
const none = new Set<string>();

it('a proposal is applied unless a person set or undid the setting, or no policy would hold with it', () => {
  const settled = (byPersons: Omit<Parameters<typeof settleProposals>[1], 'undone'>, undone = none, fits = (): boolean => true) => {
    const { apply, held } = settleProposals([TARGET, PULL], { ...byPersons, undone }, fits);
    return [apply.map(({ setting }) => setting), held.map(({ by }) => by)];
  };
  expect(settled({})).toEqual([['targetRatio', 'pullTokens'], []]);
  expect(settled({ tenant: { targetRatio: 0.5 }, space: { pullTokens: 0 } })).toEqual([[], ['tenant', 'space']]);
  expect(settled({ tenant: { targetRatio: 0.4 }, space: { targetRatio: 0.6 } })).toEqual([['pullTokens'], ['space']]);
  expect(settled({}, new Set(['pullTokens']))).toEqual([['targetRatio'], ['undo']]);
  expect(settled({}, none, () => false)).toEqual([[], ['bounds', 'bounds']]);
});

it('what is applied together has to hold together', () => {
  const asked: unknown[] = [];
  settleProposals([TARGET, PULL], { undone: none }, (settings) => {
    asked.push(settings);
    return true;
  });
  expect(asked).toEqual([{ targetRatio: 0.55 }, { targetRatio: 0.55, pullTokens: 1_000 }]);
});
