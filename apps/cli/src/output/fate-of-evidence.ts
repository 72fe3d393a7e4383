import type { ReplyWire } from '@total-recall/client';

const FATES = {
  kept: 'Withdrawn. Recall still finds the events that state it.',
  withheld: 'Withdrawn. Recall no longer finds the events that state it.',
  erased: 'Withdrawn. The events that state it are erased for good.',
} as const;

/** Says what became of the events that state a withdrawn fact. An erasure may still be at work, or have left some of them. */
export function fateOfEvidence({ evidence, erasure }: Pick<ReplyWire<'forgetFact'>, 'evidence' | 'erasure'>): string {
  if (erasure?.status === 'incomplete') return `Withdrawn. Not all of the events that state it are erased: erasure ${erasure.id}.`;
  if (erasure?.status === 'running')
    return `Withdrawn. The events that state it are being erased; \`total-recall certificate ${erasure.id}\` succeeds once that is done.`;
  return FATES[evidence];
}
