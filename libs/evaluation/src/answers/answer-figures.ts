import type { RecallOutcome } from '@total-recall/domain';
import { unitKey } from '../conversations/fill-stores.ts';
import { latencyOf, percentile, shareOf, type Latency, type Share } from '../ranking-measures.ts';
import type { AnswerHalf, AnswerKind, AnswerLabels } from './answer-set.ts';
import { ANSWER_BUDGETS, type AnswerBudget, type AskedAnswer } from './ask-answers.ts';
import { holdsAnswer } from './holds-answer.ts';

/** One question with its labels and the parts of them found in the answers. */
export interface ScoredAnswer {
  readonly id: string;
  readonly store: string;
  readonly kind: AnswerKind | 'none';
  readonly half: AnswerHalf;
  readonly question: string;
  readonly answers: readonly string[];
  /** True when an answer stands in `rendered`, by budget; null for questions without an answer. */
  readonly held: Readonly<Record<AnswerBudget, boolean | null>>;
  readonly tokens: Readonly<Record<AnswerBudget, number>>;
  /** Rank of the first hit that holds the answer, counted from 1; null where none does. */
  readonly rank: number | null;
  readonly gold: readonly string[];
  readonly found: readonly string[];
  readonly outcome: RecallOutcome;
  readonly confidence: number;
  readonly latencyMs: number;
}

/** Joins answers with their labels. No other code sees both. */
export function scoreAnswers(asked: readonly AskedAnswer[], labels: ReadonlyMap<string, AnswerLabels>): ScoredAnswer[] {
  return asked.map(({ question, given }) => {
    const { kind, answers, units, half } = labels.get(question.id)!;
    const byBudget = <T>(pick: (budget: AnswerBudget) => T) =>
      Object.fromEntries(ANSWER_BUDGETS.map((budget) => [budget, pick(budget)])) as Record<AnswerBudget, T>;
    const gold = new Set(units.map((unit) => unitKey(question.store, unit)));
    const place = given.default.units.findIndex((unit) => gold.has(unit));
    return {
      id: question.id,
      store: question.store,
      kind,
      half,
      question: question.text,
      answers,
      held: byBudget((budget) => (kind === 'none' ? null : isHeld(given[budget].rendered, kind, answers))),
      tokens: byBudget((budget) => given[budget].tokens),
      rank: place === -1 ? null : place + 1,
      gold: [...gold],
      found: given.default.units,
      outcome: given.default.outcome,
      confidence: given.default.confidence,
      latencyMs: given.default.latencyMs,
    };
  });
}

function isHeld(text: string, kind: AnswerKind, answers: readonly string[]): boolean {
  const holds = (answer: string): boolean => holdsAnswer(text, answer);
  return kind === 'several' ? answers.every(holds) : answers.some(holds);
}

/** Figures over a group of questions. Shares are between 0 and 1, null where the group is empty. */
export interface AnswerFigures {
  readonly n: number;
  /** Answers found in `rendered` at budgets of 4,000 and 1,000 tokens and at the service's default. */
  readonly 'in@4000': Share;
  readonly 'in@1000': Share;
  readonly inDefault: Share;
  /** Questions with an event that holds the answer among the first five hits. */
  readonly firstFive: Share;
  readonly outcomes: Readonly<Record<RecallOutcome, Share>>;
  /** Questions with the outcome `answered` whose answer stands in `rendered`. */
  readonly answeredAndThere: Share;
  /** Median number of tokens, by budget. */
  readonly tokens: Readonly<Record<AnswerBudget, number | null>>;
  /** Median number of tokens by outcome, at the default budget. */
  readonly tokensByOutcome: Readonly<Record<RecallOutcome, number | null>>;
  readonly latencyMs: Latency;
}

export function answerFigures(scored: readonly ScoredAnswer[], seed: number): AnswerFigures {
  const share = (of: readonly ScoredAnswer[], test: (one: ScoredAnswer) => boolean) => shareOf(of.map(test), seed);
  const answerable = scored.filter(({ kind }) => kind !== 'none');
  const said = (outcome: RecallOutcome) => scored.filter((one) => one.outcome === outcome);
  const median = (of: readonly ScoredAnswer[], budget: AnswerBudget) =>
    percentile(
      of.map(({ tokens }) => tokens[budget]),
      0.5,
    );
  return {
    n: scored.length,
    'in@4000': share(answerable, ({ held }) => held[4_000] === true),
    'in@1000': share(answerable, ({ held }) => held[1_000] === true),
    inDefault: share(answerable, ({ held }) => held.default === true),
    firstFive: share(answerable, ({ rank }) => rank !== null && rank <= 5),
    outcomes: {
      answered: share(scored, ({ outcome }) => outcome === 'answered'),
      unsure: share(scored, ({ outcome }) => outcome === 'unsure'),
      nothing_found: share(scored, ({ outcome }) => outcome === 'nothing_found'),
    },
    answeredAndThere: share(said('answered'), ({ held }) => held.default === true),
    tokens: { default: median(scored, 'default'), 4000: median(scored, 4_000), 1000: median(scored, 1_000) },
    tokensByOutcome: {
      answered: median(said('answered'), 'default'),
      unsure: median(said('unsure'), 'default'),
      nothing_found: median(said('nothing_found'), 'default'),
    },
    latencyMs: latencyOf(scored.map(({ latencyMs }) => latencyMs)),
  };
}
