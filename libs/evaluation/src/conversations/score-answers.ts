import type { RecallOutcome } from '@total-recall/domain';
import {
  allAt,
  anyAt,
  bootstrapInterval,
  fractionAt,
  mean,
  ndcgAt,
  reciprocalRank,
  type Interval,
  type RankedQuestion,
} from '../ranking-measures.ts';
import type { QuestionAnswer } from './ask-questions.ts';
import type { QuestionLabels } from './conversation-set.ts';
import { unitKey } from './fill-stores.ts';

const MEASURES = {
  'any@1': (question: RankedQuestion) => anyAt(question, 1),
  'any@5': (question: RankedQuestion) => anyAt(question, 5),
  'any@10': (question: RankedQuestion) => anyAt(question, 10),
  'fraction@5': (question: RankedQuestion) => fractionAt(question, 5),
  'fraction@10': (question: RankedQuestion) => fractionAt(question, 10),
  'fraction@100': (question: RankedQuestion) => fractionAt(question, 100),
  'all@5': (question: RankedQuestion) => allAt(question, 5),
  'all@10': (question: RankedQuestion) => allAt(question, 10),
  'ndcg@5': (question: RankedQuestion) => ndcgAt(question, 5),
  'ndcg@10': (question: RankedQuestion) => ndcgAt(question, 10),
  mrr: (question: RankedQuestion) => reciprocalRank(question),
} as const;

export type RankingMeasure = keyof typeof MEASURES;
export const RANKING_MEASURES = Object.keys(MEASURES) as RankingMeasure[];

/** Means over questions with evidence, as fractions of 1; null where there is none. */
export type RankingFigures = { readonly n: number } & Readonly<Record<RankingMeasure, number | null>>;
export type RankingIntervals = Readonly<Record<RankingMeasure, Interval | null>>;

/** One question with its labels and the ranks of its evidence. */
export interface ScoredQuestion {
  readonly id: string;
  readonly store: string;
  readonly category: string;
  readonly abstention: boolean;
  /** Units that hold evidence, with rank (from 1) and score; null for those not among the hits. */
  readonly gold: readonly string[];
  readonly ranks: readonly (number | null)[];
  readonly scores: readonly (number | null)[];
  readonly goldSessions: readonly string[];
  readonly sessionRanks: readonly (number | null)[];
  readonly measures: Readonly<Record<RankingMeasure, number>> | null;
  readonly sessionMeasures: Readonly<Record<RankingMeasure, number>> | null;
  readonly topScore: number | null;
  readonly confidence: number;
  readonly outcome: RecallOutcome;
  readonly tokens: number;
  readonly latencyMs: number;
}

/** Joins an answer with its labels. No other code sees both. */
export function scoreAnswer(answer: QuestionAnswer, labels: QuestionLabels): ScoredQuestion {
  const { id, store } = answer.question;
  const keys = (names: readonly string[]) => names.map((name) => unitKey(store, name));
  const [units, sessions] = [keys(labels.units), keys(labels.sessions)];
  const places = units.map((unit) => answer.units.indexOf(unit));
  const ranked = [...new Set(answer.sessions)];
  return {
    id,
    store,
    category: labels.category,
    abstention: labels.abstention,
    gold: labels.units,
    ranks: places.map(rankOf),
    scores: places.map((place) => answer.scores[place] ?? null),
    goldSessions: labels.sessions,
    sessionRanks: sessions.map((session) => rankOf(ranked.indexOf(session))),
    measures: measure(answer.units, units),
    sessionMeasures: measure(answer.sessions, sessions),
    topScore: answer.scores[0] ?? null,
    confidence: answer.confidence,
    outcome: answer.outcome,
    tokens: answer.tokens,
    latencyMs: answer.latencyMs,
  };
}

function rankOf(place: number): number | null {
  return place === -1 ? null : place + 1;
}

function measure(ranked: readonly string[], gold: readonly string[]): ScoredQuestion['measures'] {
  if (gold.length === 0) return null;
  const question = { ranked, gold: new Set(gold) };
  return Object.fromEntries(RANKING_MEASURES.map((name) => [name, MEASURES[name](question)])) as Record<RankingMeasure, number>;
}

export type ScoreLevel = 'measures' | 'sessionMeasures';

export function figuresOf(questions: readonly ScoredQuestion[], level: ScoreLevel): RankingFigures {
  const scored = questions.flatMap((question) => question[level] ?? []);
  const means = RANKING_MEASURES.map((name) => [name, mean(scored.map((measures) => measures[name]))]);
  return { n: scored.length, ...(Object.fromEntries(means) as Record<RankingMeasure, number | null>) };
}

/** Computes 95 % intervals by bootstrap over questions, with 1,000 resamples. */
export function intervalsOf(questions: readonly ScoredQuestion[], level: ScoreLevel, seed: number): RankingIntervals {
  const scored = questions.flatMap((question) => question[level] ?? []);
  return Object.fromEntries(
    RANKING_MEASURES.map((name) => [
      name,
      bootstrapInterval(
        scored.map((measures) => measures[name]),
        { seed },
      ),
    ]),
  ) as Record<RankingMeasure, Interval | null>;
}
