import type { AblatedFactor } from './ablation-conditions.ts';
import type { AblationFigures } from './ablation-measures.ts';
import type { GroupedConditions } from './group-conditions.ts';

/** A hypothesis of the paper with the measured figures. */
export interface Hypothesis {
  readonly id: 'H6' | 'H13' | 'H14' | 'H15' | 'H16';
  readonly claim: string;
  /** Null where no question could decide it. */
  readonly holds: boolean | null;
  readonly measured: string;
}

/** The four factors of the paper's modifier. Source: 002 §5.2. */
const PAPER_FACTORS = ['premise', 'supersession', 'phase', 'task'] as const satisfies readonly AblatedFactor[];
const LARGE = 0.1;
const MODERATE = 0.05;
const KEY_EVENT_RECALL = 0.8;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const points = (share: number): string => `${(share * 100).toFixed(1)} points`;

/**
 * Judges the hypotheses by recall@5 over all questions, or over single-task and multi-task spaces apart where the claim
 * distinguishes them. Source: 002 §10.2, §10.5.
 */
export function judgeHypotheses(conditions: GroupedConditions, keyEvents: AblationFigures): Hypothesis[] {
  const lossIn = (group: 'all' | 'singleTask' | 'multiTask', factor: AblatedFactor): number | null =>
    conditions[group][factor].loss['recall@5'].mean;
  const losses = PAPER_FACTORS.map((factor) => ({ factor, loss: lossIn('all', factor) }));
  const known = losses.every(({ loss }) => loss !== null);
  const order = losses.toSorted((a, b) => (b.loss ?? 0) - (a.loss ?? 0)).map(({ factor }) => factor);
  const listed = losses.map(({ factor, loss }) => `${factor} ${loss === null ? '-' : points(loss)}`).join(', ');
  const of = (factor: AblatedFactor): number => lossIn('all', factor) ?? 0;
  const [single, multi] = [lossIn('singleTask', 'task'), lossIn('multiTask', 'task')];
  const keyRecall = keyEvents['recall@10'];
  return [
    {
      id: 'H6',
      claim: 'Recall@k exceeds 80 % for key-event queries at the first attempt.',
      holds: keyRecall === null ? null : keyRecall > KEY_EVENT_RECALL,
      measured:
        keyRecall === null
          ? 'no key event was asked for'
          : `recall@10 ${percent(keyRecall)}, recall@5 ${percent(keyEvents['recall@5'] ?? 0)}, n ${keyEvents.n}`,
    },
    {
      id: 'H13',
      claim: 'Removing premise compatibility costs the most recall, more than 10 points.',
      holds: known ? order[0] === 'premise' && of('premise') > LARGE : null,
      measured: listed,
    },
    {
      id: 'H14',
      claim: 'Removing supersession costs the second most.',
      holds: known ? order[1] === 'supersession' : null,
      measured: listed,
    },
    {
      id: 'H15',
      claim: 'Removing phase salience costs less than 5 points.',
      holds: known ? of('phase') < MODERATE : null,
      measured: `phase ${points(of('phase'))}`,
    },
    {
      id: 'H16',
      claim: 'Removing task relevance costs much in multi-task spaces and little in single-task ones.',
      holds: single === null || multi === null ? null : multi > LARGE && single < MODERATE,
      measured: `multi-task ${multi === null ? '-' : points(multi)}, single-task ${single === null ? '-' : points(single)}`,
    },
  ];
}
