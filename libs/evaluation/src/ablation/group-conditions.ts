import type { Interval } from '../ranking-measures.ts';
import { ABLATION_CONDITIONS, type AblationCondition } from './ablation-conditions.ts';
import {
  ablationFigures,
  ablationIntervals,
  lossOf,
  suppressionOf,
  type AblationAnswer,
  type AblationFigures,
  type AblationMeasure,
  type PairedLoss,
  type Suppression,
} from './ablation-measures.ts';
import { CONTESTS, type Contest } from './ablation-trace.ts';

/**
 * Groups of questions: all, spaces with one task, spaces with several, and questions where one factor is needed to tell
 * events apart.
 */
export const ABLATION_GROUPS = [
  'all',
  'singleTask',
  'multiTask',
  'contested',
  ...CONTESTS.map((contest) => `contested:${contest}` as const),
] as const;
export type AblationGroup = (typeof ABLATION_GROUPS)[number];

export interface ConditionResult {
  readonly figures: AblationFigures;
  readonly intervals: Readonly<Record<AblationMeasure, Interval | null>>;
  /** Advantage of the full configuration over this condition, question by question. */
  readonly loss: Readonly<Record<'recall@5' | 'recall@10' | 'ndcg@5', PairedLoss>>;
  readonly suppression: Suppression;
}

/** Results by group, then by condition. */
export type GroupedConditions = Readonly<Record<AblationGroup, Readonly<Record<AblationCondition, ConditionResult>>>>;

const IN_GROUP: Readonly<Record<AblationGroup, (answer: AblationAnswer) => boolean>> = {
  all: () => true,
  singleTask: ({ tasks }) => tasks === 1,
  multiTask: ({ tasks }) => tasks > 1,
  contested: ({ contests }) => contests.length > 0,
  'contested:premise': contestedBy('premise'),
  'contested:supersession': contestedBy('supersession'),
  'contested:taskRelevance': contestedBy('taskRelevance'),
};

function contestedBy(contest: Contest): (answer: AblationAnswer) => boolean {
  return ({ contests }) => contests.includes(contest);
}

export function byCondition<T>(of: (condition: AblationCondition) => T): Record<AblationCondition, T> {
  return Object.fromEntries(ABLATION_CONDITIONS.map((condition) => [condition, of(condition)])) as Record<AblationCondition, T>;
}

export function groupConditions(answers: readonly AblationAnswer[], seed: number): GroupedConditions {
  return Object.fromEntries(
    ABLATION_GROUPS.map((group) => {
      const inGroup = answers.filter(IN_GROUP[group]);
      return [group, byCondition((condition) => conditionResult(inGroup, condition, seed))];
    }),
  ) as GroupedConditions;
}

function conditionResult(answers: readonly AblationAnswer[], condition: AblationCondition, seed: number): ConditionResult {
  const loss = (measure: AblationMeasure) => lossOf(answers, condition, measure, seed);
  return {
    figures: ablationFigures(answers, condition),
    intervals: ablationIntervals(answers, condition, seed),
    loss: { 'recall@5': loss('recall@5'), 'recall@10': loss('recall@10'), 'ndcg@5': loss('ndcg@5') },
    suppression: suppressionOf(answers, condition),
  };
}
