import { fillStores, type StoreSize } from '../conversations/fill-stores.ts';
import type { EvaluationProgress, EvaluationTarget } from '../evaluation-target.ts';
import { answerFigures, scoreAnswers, type AnswerFigures, type ScoredAnswer } from './answer-figures.ts';
import { ANSWER_KINDS, type AnswerHalf, type AnswerKind, type AnswerSet } from './answer-set.ts';
import { ANSWER_BUDGETS, askAnswers } from './ask-answers.ts';

export interface AnswersOptions {
  /** New for every run: it names the spaces. */
  readonly runName: string;
  /** Of the intervals' resampling. */
  readonly seed?: number;
  readonly onProgress?: EvaluationProgress;
}

export interface AnswersResult {
  /** Questions, those without an answer among them. */
  readonly n: number;
  readonly seed: number;
  readonly config: Readonly<Record<string, unknown>>;
  readonly answerable: AnswerFigures;
  readonly unanswerable: AnswerFigures;
  /** Of all questions, with an answer or not: how much of what is said to be answered is there. */
  readonly all: AnswerFigures;
  readonly byKind: Readonly<Partial<Record<AnswerKind, AnswerFigures>>>;
  readonly byStore: Readonly<Record<string, AnswerFigures>>;
  readonly byHalf: Readonly<Record<AnswerHalf, AnswerFigures>>;
  readonly withoutPlace: readonly string[];
  readonly store: StoreSize;
  readonly questions: readonly ScoredAnswer[];
}

/** Plain questions to the service over stores of sessions: does what a model gets to read hold the answer? Source: evaluation.md. */
export async function runAnswers(target: EvaluationTarget, set: AnswerSet, options: AnswersOptions): Promise<AnswersResult> {
  const { runName, seed = 1, onProgress } = options;
  const filled = await fillStores(target, set.stores, { runName, pool: false, ...(onProgress && { onProgress }) });
  const recall: EvaluationTarget['retriever']['recall'] = (request) => target.retriever.recall(request);
  const asked = await askAnswers({ ...target, recall }, filled, set.questions, onProgress);
  const scored = scoreAnswers(asked, set.labels);
  const answerable = scored.filter(({ kind }) => kind !== 'none');
  const figures = (of: readonly ScoredAnswer[]) => answerFigures(of, seed);
  const stores = [...new Set(scored.map(({ store }) => store))].toSorted();
  return {
    n: scored.length,
    seed,
    config: { budgets: ANSWER_BUDGETS, session: null, signals: [...new Set(asked.flatMap(({ signals }) => signals))] },
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
