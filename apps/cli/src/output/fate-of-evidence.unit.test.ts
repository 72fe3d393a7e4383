import { expect, it } from 'vitest';
import { fateOfEvidence } from './fate-of-evidence.ts';

type Told = Parameters<typeof fateOfEvidence>[0];
const told = (evidence: Told['evidence'], status?: NonNullable<Told['erasure']>['status']): Told => ({
  evidence,
  ...(status && { erasure: { id: 'er1', status } as NonNullable<Told['erasure']> }),
});

it.each([
  [told('kept'), /Recall still finds/],
  [told('withheld'), /Recall no longer finds/],
  [told('erased', 'done'), /are erased for good\.$/],
  [told('erased', 'running'), /are being erased; `total-recall certificate er1`/],
  [told('erased', 'incomplete'), /Not all of the events that state it are erased: erasure er1\.$/],
] as const)('says what has become of the events that state a fact, and no more than that: %j', (answer, said) => {
  expect(fateOfEvidence(answer)).toMatch(said);
});
