import { bootstrapInterval, fractionAt, mean, ndcgAt, reciprocalRank, type Interval, type RankedQuestion } from '../ranking-measures.ts';
import type { AblationCondition } from './ablation-conditions.ts';
import type { AblationTopic, Contest } from './ablation-trace.ts';

export const ABLATION_HITS = 10;

const MEASURES = {
  'recall@1': (question: RankedQuestion) => fractionAt(question, 1),
  'recall@5': (question: RankedQuestion) => fractionAt(question, 5),
  'recall@10': (question: RankedQuestion) => fractionAt(question, 10),
  'precision@5': (question: RankedQuestion) => precisionAt(question, 5),
  'precision@10': (question: RankedQuestion) => precisionAt(question, 10),
  'ndcg@5': (question: RankedQuestion) => ndcgAt(question, 5),
  mrr: reciprocalRank,
} as const;

export type AblationMeasure = keyof typeof MEASURES;
export const ABLATION_MEASURES = Object.keys(MEASURES) as AblationMeasure[];

/** Share of right events among the first k, or among all where fewer came. */
function precisionAt({ ranked, gold }: RankedQuestion, k: number): number {
  const first = [...new Set(ranked)].slice(0, k);
  return first.length === 0 ? 0 : first.filter((id) => gold.has(id)).length / first.length;
}

/**
 * One question with the events found under each condition, best first, by their names in the trace; events without a
 * name keep their id.
 */
export interface AblationAnswer {
  readonly trace: string;
  readonly tasks: number;
  readonly id: string;
  readonly topic: AblationTopic | 'probe';
  readonly contests: readonly Contest[];
  readonly usualPhase: boolean;
  readonly namesKeyEvent: boolean;
  readonly gold: readonly string[];
  /** Present for the conditions that were asked. */
  readonly ranked: Readonly<Partial<Record<AblationCondition, readonly string[]>>>;
  readonly latencyMs: Readonly<Partial<Record<AblationCondition, number>>>;
}

export type AblationFigures = { readonly n: number } & Readonly<Record<AblationMeasure, number | null>>;

/** Mean difference between two conditions over the same questions, with a bootstrap interval over the questions. */
export interface PairedLoss {
  readonly mean: number | null;
  readonly interval: Interval | null;
}

export function ablationFigures(answers: readonly AblationAnswer[], condition: AblationCondition): AblationFigures {
  const means = ABLATION_MEASURES.map((name) => [name, mean(valuesOf(answers, condition, name))]);
  return { n: answers.length, ...(Object.fromEntries(means) as Record<AblationMeasure, number | null>) };
}

export function ablationIntervals(
  answers: readonly AblationAnswer[],
  condition: AblationCondition,
  seed: number,
): Record<AblationMeasure, Interval | null> {
  const entries = ABLATION_MEASURES.map((name) => [name, bootstrapInterval(valuesOf(answers, condition, name), { seed })]);
  return Object.fromEntries(entries) as Record<AblationMeasure, Interval | null>;
}

/** Measures the loss when `condition` replaces the full configuration. Positive means worse. */
export function lossOf(
  answers: readonly AblationAnswer[],
  condition: AblationCondition,
  measure: AblationMeasure,
  seed: number,
): PairedLoss {
  const without = valuesOf(answers, condition, measure);
  const losses = valuesOf(answers, 'full', measure).map((value, at) => value - without[at]!);
  return { mean: mean(losses), interval: bootstrapInterval(losses, { seed }) };
}

function valuesOf(answers: readonly AblationAnswer[], condition: AblationCondition, measure: AblationMeasure): number[] {
  return answers.map(({ ranked, gold }) => MEASURES[measure]({ ranked: ranked[condition] ?? [], gold: new Set(gold) }));
}

/** Right events that the full configuration moves into or out of the first ten, compared with another condition. */
export interface Suppression {
  /** Number of right events. */
  readonly gold: number;
  /** Right events in the first ten under the other condition only. */
  readonly pushedOut: number;
  /** Right events in the first ten under the full configuration only. */
  readonly pulledIn: number;
  /** `pushedOut` divided by `gold`. */
  readonly falseSuppression: number | null;
}

export function suppressionOf(answers: readonly AblationAnswer[], condition: AblationCondition): Suppression {
  let [gold, pushedOut, pulledIn] = [0, 0, 0];
  for (const answer of answers) {
    const [on, off] = [topOf(answer, 'full'), topOf(answer, condition)];
    for (const key of answer.gold) {
      gold += 1;
      if (off.has(key) && !on.has(key)) pushedOut += 1;
      if (on.has(key) && !off.has(key)) pulledIn += 1;
    }
  }
  return { gold, pushedOut, pulledIn, falseSuppression: gold === 0 ? null : pushedOut / gold };
}

function topOf({ ranked }: AblationAnswer, condition: AblationCondition): Set<string> {
  return new Set([...new Set(ranked[condition] ?? [])].slice(0, ABLATION_HITS));
}
