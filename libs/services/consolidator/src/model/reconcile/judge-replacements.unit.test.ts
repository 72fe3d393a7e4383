import { LEAST_CONFIDENCE } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { judgeReplacements } from './judge-replacements.ts';
import { candidateAlias, factAlias, type Comparison, type ProposedReplacement } from './reconcile-question.ts';

const state = (id: string) => ({ unit: { id } });
const COMPARISON = { fact: state('later'), earlier: [state('earlier')] } as unknown as Comparison;
const proposal = (more: Partial<ProposedReplacement>): ProposedReplacement =>
  ({ fact: factAlias(0), replaces: candidateAlias(0, 0), action: 'update', confidence: 1, ...more }) as ProposedReplacement;

it('replaces nothing that a model is not sure of, or that it was not given', () => {
  const doubtful = proposal({ confidence: LEAST_CONFIDENCE - 0.01 });
  const unknown = [proposal({ fact: factAlias(1) }), proposal({ replaces: candidateAlias(0, 1) })];
  const { decisions, proposals } = judgeReplacements([COMPARISON], [doubtful, ...unknown]);
  expect(decisions).toEqual([]);
  expect(proposals.map(({ outcome, targets }) => [outcome, ...targets])).toEqual([
    ['LOW_CONF', 'earlier', 'later'],
    ['MISSING_ID'],
    ['MISSING_ID'],
  ]);
});
