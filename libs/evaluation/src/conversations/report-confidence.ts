import { RECALL_OUTCOMES, type RecallOutcome } from '@total-recall/domain';
import { confidenceFigures, reliabilityOf, type ConfidenceFigures, type Reliability } from '../confidence/confidence-figures.ts';
import { latencyOf, type Latency } from '../ranking-measures.ts';
import type { QuestionAnswer } from './ask-questions.ts';
import type { ScoredQuestion } from './score-answers.ts';

/** An answer with the truth about it: whether the store holds the answer to the question, and in which units. */
export interface JudgedAnswer {
  readonly answer: QuestionAnswer;
  readonly answerable: boolean;
  readonly right: boolean;
  readonly gold: ReadonlySet<string>;
}

/** Number of answers with each outcome, and of right ones among them. */
export type OutcomeCounts = Readonly<
  Record<RecallOutcome, { readonly answerable: number; readonly unanswerable: number; readonly right: number }>
>;

export interface ConfidenceReport extends ConfidenceFigures {
  /**
   * Number of unanswerable questions marked by the data; `strangers` were asked of a store that cannot know the answer.
   */
  readonly marked: number;
  readonly strangers: number;
  /** Reliability of the confidence of the first ten hits of each answer. */
  readonly hits: Reliability;
  readonly outcomes: OutcomeCounts;
  readonly escalation: {
    readonly asked: number;
    readonly escalated: number;
    readonly used: number;
    readonly byReason: Readonly<Record<string, number>>;
    readonly latencyMs: Latency;
  };
}

const HITS_JUDGED = 10;

export function judgeScored(answer: QuestionAnswer, scored: ScoredQuestion, keysOf: (units: readonly string[]) => string[]): JudgedAnswer {
  const isAnswerable = !scored.abstention && scored.gold.length > 0;
  return {
    answer,
    answerable: isAnswerable,
    right: isAnswerable && (scored.measures?.['any@5'] ?? 0) > 0,
    gold: new Set(isAnswerable ? keysOf(scored.gold) : []),
  };
}

/** Compares confidence with the truth about the answers, unanswerable questions included. */
export function reportConfidence(own: readonly JudgedAnswer[], strangers: readonly QuestionAnswer[]): ConfidenceReport {
  const foreign = strangers.map((answer): JudgedAnswer => ({ answer, answerable: false, right: false, gold: new Set() }));
  const all = [...own, ...foreign];
  const figures = confidenceFigures(all.map(({ answer, right, answerable }) => ({ confidence: answer.confidence, right, answerable })));
  const hits = all.flatMap(({ answer, gold }) =>
    answer.hitConfidences.slice(0, HITS_JUDGED).map((confidence, at) => ({ confidence, right: gold.has(answer.units[at]!) })),
  );
  const escalated = all.filter(({ answer }) => answer.escalation !== undefined);
  const used = escalated.flatMap(({ answer }) => answer.escalation!.used ?? []);
  return {
    ...figures,
    marked: own.filter(({ answerable }) => !answerable).length,
    strangers: strangers.length,
    hits: reliabilityOf(hits),
    outcomes: Object.fromEntries(
      RECALL_OUTCOMES.map((outcome) => {
        const list = all.filter(({ answer }) => answer.outcome === outcome);
        const answerable = list.filter((judged) => judged.answerable).length;
        return [outcome, { answerable, unanswerable: list.length - answerable, right: list.filter(({ right }) => right).length }];
      }),
    ) as OutcomeCounts,
    escalation: {
      asked: all.length,
      escalated: escalated.length,
      used: used.length,
      byReason: Object.fromEntries([...new Set(used)].toSorted().map((reason) => [reason, used.filter((one) => one === reason).length])),
      latencyMs: latencyOf(escalated.map(({ answer }) => answer.latencyMs)),
    },
  };
}
