import { latencyOf, type Latency } from '../ranking-measures.ts';
import type { AblationCondition } from './ablation-conditions.ts';
import { ABLATION_HITS, ablationFigures, type AblationAnswer, type AblationFigures } from './ablation-measures.ts';
import { byCondition, groupConditions, type GroupedConditions } from './group-conditions.ts';
import { judgeHypotheses, type Hypothesis } from './judge-hypotheses.ts';

export interface AblationResult {
  readonly dataset: string;
  readonly n: number;
  readonly seed: number;
  readonly config: Readonly<Record<string, unknown>>;
  readonly conditions: GroupedConditions;
  readonly byTopic: Readonly<Record<string, Readonly<Record<AblationCondition, AblationFigures>>>>;
  /** Figures for questions whose right events the asker's card names as key events. */
  readonly keyEvents: AblationFigures;
  readonly hypotheses: readonly Hypothesis[];
  readonly store: { readonly spaces: number; readonly events: number };
  readonly latencyMs: Readonly<Record<AblationCondition, Latency>>;
  readonly answers: readonly AblationAnswer[];
}

export function summariseAblation(
  answers: readonly AblationAnswer[],
  about: Pick<AblationResult, 'dataset' | 'seed' | 'config' | 'store'>,
): AblationResult {
  const { seed } = about;
  const topics = [...new Set(answers.map(({ topic }) => topic))];
  const conditions = groupConditions(answers, seed);
  const keyEvents = ablationFigures(
    answers.filter((answer) => answer.namesKeyEvent),
    'full',
  );
  return {
    ...about,
    n: answers.length,
    config: { ...about.config, limit: ABLATION_HITS },
    conditions,
    byTopic: Object.fromEntries(
      topics.map((topic) => {
        const own = answers.filter((answer) => answer.topic === topic);
        return [topic, byCondition((condition) => ablationFigures(own, condition))];
      }),
    ),
    keyEvents,
    hypotheses: judgeHypotheses(conditions, keyEvents),
    latencyMs: byCondition((condition) => latencyOf(answers.flatMap((answer) => answer.latencyMs[condition] ?? []))),
    answers,
  };
}
