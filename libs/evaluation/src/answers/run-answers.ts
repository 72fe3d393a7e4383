import { fillStores, type StoreSize } from '../conversations/fill-stores.ts';
import type { EvaluationProgress, EvaluationTarget } from '../evaluation-target.ts';
import { answerFigures, scoreAnswers, type AnswerFigures, type ScoredAnswer } from './answer-figures.ts';
import { ANSWER_KINDS, type AnswerHalf, type AnswerKind, type AnswerSet } from './answer-set.ts';
import { ANSWER_BUDGETS, askAnswers } from './ask-answers.ts';

export interface AnswersOptions {
  /** Must be new for every run: it names the spaces. */
  readonly runName: string;
  /** Seed for resampling the intervals. */
  readonly seed?: number;
  /** Consolidates each store before anything is asked. */
  readonly consolidate?: boolean;
  readonly onProgress?: EvaluationProgress;
}

export interface AnswersResult {
  /** Number of questions, including those without an answer. */
  readonly n: number;
  readonly seed: number;
  readonly config: Readonly<Record<string, unknown>>;
  readonly answerable: AnswerFigures;
  readonly unanswerable: AnswerFigures;
  /**
   * Figures over all questions, with an answer or not. They show how often an answer is there when the service says
   * `answered`.
   */
  readonly all: AnswerFigures;
  readonly byKind: Readonly<Partial<Record<AnswerKind, AnswerFigures>>>;
  readonly byStore: Readonly<Record<string, AnswerFigures>>;
  readonly byHalf: Readonly<Record<AnswerHalf, AnswerFigures>>;
  readonly withoutPlace: readonly string[];
  readonly store: StoreSize;
  readonly questions: readonly ScoredAnswer[];
}

/**
 * Asks plain questions over stores of sessions and checks whether the text given to the model holds the answer. Source:
 * evaluation.md.
 */
export async function runAnswers(target: EvaluationTarget, set: AnswerSet, options: AnswersOptions): Promise<AnswersResult> {
  const { runName, seed = 1, consolidate = false, onProgress } = options;
  const filled = await fillStores(target, set.stores, { runName, pool: false, consolidate, ...(onProgress && { onProgress }) });
  const recall: EvaluationTarget['retriever']['recall'] = (request) => target.retriever.recall(request);
  const asked = await askAnswers({ ...target, recall }, filled, set.questions, onProgress);
  const scored = scoreAnswers(asked, set.labels);
  const answerable = scored.filter(({ kind }) => kind !== 'none');
  const figures = (of: readonly ScoredAnswer[]) => answerFigures(of, seed);
  const stores = [...new Set(scored.map(({ store }) => store))].toSorted();
  return {
    n: scored.length,
    seed,
    config: { budgets: ANSWER_BUDGETS, session: null, consolidate, signals: [...new Set(asked.flatMap(({ signals }) => signals))] },
    answerable: figures(answerable),
    unanswerable: figures(scored.filter(({ kind }) => kind === 'none')),
    all: figures(scored),
    byKind: Object.fromEntries(
      ANSWER_KINDS.map((kind) => [kind, scored.filter((one) => one.kind === kind)] as const)
        .filter(([, of]) => of.length > 0)
        .map(([kind, of]) => [kind, figures(of)]),
    ),
    byStore: Object.fromEntries(stores.map((store) => [store, figures(scored.filter((one) => one.store === store))])),
    byHalf: { look: figures(scored.filter(({ half }) => half === 'look')), keep: figures(scored.filter(({ half }) => half === 'keep')) },
    withoutPlace: set.withoutPlace,
    store: filled.size,
    questions: scored,
  };
}
