import type { RankPart } from '@total-recall/domain';
import type { Retriever } from '@total-recall/ports';
import type { EvaluationProgress, EvaluationTarget } from '../evaluation-target.ts';
import { latencyOf, mean, percentile, type Latency } from '../ranking-measures.ts';
import { ablateRanking, type AblatedRanking } from './ablate-ranking.ts';
import { askQuestions, HITS, type QuestionAnswer } from './ask-questions.ts';
import { generateConfidenceSet } from '../confidence/generate-confidence-set.ts';
import type { AskedQuestion, ConversationSet } from './conversation-set.ts';
import { fillStores, unitKey, type StoreSize } from './fill-stores.ts';
import { readBeam, type BeamChat } from './read-beam.ts';
import { readLocomo } from './read-locomo.ts';
import { readLongMemEval } from './read-longmemeval.ts';
import { judgeScored, reportConfidence, type ConfidenceReport } from './report-confidence.ts';
import { figuresOf, intervalsOf, scoreAnswer, type RankingFigures, type RankingIntervals, type ScoredQuestion } from './score-answers.ts';

export interface ConversationOptions {
  /** Must be new for every run: it names the spaces. */
  readonly runName: string;
  /** Puts all conversations in one space. */
  readonly pool?: boolean;
  /** Consolidates each space before anything is asked. */
  readonly consolidate?: boolean;
  /** Seed for resampling the intervals. */
  readonly seed?: number;
  /** Parts of the ranking that the target leaves out; named in the result's configuration. */
  readonly without?: readonly RankPart[];
  /** Repeats the questions without parts of the ranking, one by one and together. */
  readonly ablate?: boolean;
  readonly onProgress?: EvaluationProgress;
}

/** Figures of one group of questions, by unit and by session. */
export interface GroupFigures {
  readonly n: number;
  readonly turn: RankingFigures;
  readonly session: RankingFigures;
}

export interface ConversationResult {
  readonly dataset: string;
  /** Number of questions with evidence; abstention questions are not counted. */
  readonly n: number;
  readonly seed: number;
  readonly config: Readonly<Record<string, unknown>>;
  /** Kind of unit: a turn of LoCoMo and LongMemEval, a message of BEAM. */
  readonly unit: 'turn' | 'message';
  readonly turn: RankingFigures;
  readonly session: RankingFigures;
  readonly intervals: { readonly turn: RankingIntervals; readonly session: RankingIntervals };
  readonly byCategory: Readonly<Record<string, GroupFigures>>;
  readonly byStore: Readonly<Record<string, GroupFigures>>;
  /**
   * Questions that nothing in the store answers: the score of their best hit, compared with that of the other
   * questions.
   */
  readonly abstention: { readonly n: number; readonly meanTopScore: number | null; readonly meanTopScoreOfOthers: number | null };
  /** Reliability of the answers' confidence, including questions asked of a store that cannot know the answer. */
  readonly confidence: ConfidenceReport;
  readonly withoutEvidence: number;
  readonly latencyMs: Latency;
  readonly store: StoreSize;
  readonly answerTokens: { readonly mean: number | null; readonly p95: number | null };
  readonly questions: readonly ScoredQuestion[];
  /** Figures of the same questions without parts of the ranking. Present with `ablate`. */
  readonly ablation?: readonly AblatedRanking[];
}

/**
 * Runs LoCoMo from its parsed file: turns and sessions, categories 1-5, and 1-4 together. Errors: `DataSetFormError`.
 */
export async function runLocomo(target: EvaluationTarget, json: unknown, options: ConversationOptions): Promise<ConversationResult> {
  const result = await runConversations(target, { dataset: 'locomo', unit: 'turn', set: readLocomo(json) }, options);
  const firstFour = result.questions.filter(({ category }) => !category.startsWith('5'));
  return { ...result, byCategory: { ...result.byCategory, '1-4': groupOf(firstFour), '1-5': groupOf(result.questions) } };
}

/** Runs LongMemEval from its parsed file: turns and sessions; abstention apart. Errors: `DataSetFormError`. */
export function runLongMemEval(target: EvaluationTarget, json: unknown, options: ConversationOptions): Promise<ConversationResult> {
  return runConversations(target, { dataset: 'longmemeval', unit: 'turn', set: readLongMemEval(json) }, options);
}

/** Runs BEAM from its parsed chats: messages, by ability. Errors: `DataSetFormError`. */
export function runBeam(target: EvaluationTarget, chats: readonly BeamChat[], options: ConversationOptions): Promise<ConversationResult> {
  return runConversations(target, { dataset: 'beam', unit: 'message', set: readBeam(chats) }, options);
}

/** Runs generated questions, answerable and not, about topics that nothing was fitted on. */
export function runConfidence(
  target: EvaluationTarget,
  options: ConversationOptions & { readonly stores?: number },
): Promise<ConversationResult> {
  const { seed = 1, stores } = options;
  const set = generateConfidenceSet({ part: 'held-out', seed, roundabout: true, ...(stores !== undefined && { stores }) });
  return runConversations(target, { dataset: 'confidence', unit: 'turn', set, strangers: false }, options);
}

interface NamedSet {
  readonly dataset: string;
  readonly unit: ConversationResult['unit'];
  readonly set: ConversationSet;
  /** Asks each answerable question of another store too; true where absent. */
  readonly strangers?: boolean;
}

/** Stores, asks, then scores. The target sees only the stores and the text of the questions. */
async function runConversations(
  target: EvaluationTarget,
  { dataset, unit, set, strangers = true }: NamedSet,
  options: ConversationOptions,
): Promise<ConversationResult> {
  const { runName, pool = false, consolidate = false, seed = 1, without = [], ablate = false, onProgress } = options;
  const filled = await fillStores(target, set.stores, { runName, pool, consolidate, ...(onProgress && { onProgress }) });
  const ask = async (parts: readonly RankPart[], questions = set.questions): Promise<QuestionAnswer[]> =>
    askQuestions({ ...target, recall: recallOf(target, parts) }, filled, questions, onProgress);
  const score = (given: readonly QuestionAnswer[]): ScoredQuestion[] =>
    given.map((answer) => scoreAnswer(answer, set.labels.get(answer.question.id)!));
  const answers = await ask(without);
  const all = score(answers);
  const scored = all.filter((question) => !question.abstention);
  const foreign = strangers && !pool ? await ask(without, strangersOf(set)) : [];
  return {
    dataset,
    n: scored.length,
    seed,
    unit,
    config: { pool, consolidate, limit: HITS, session: null, signals: [...new Set(answers.flatMap((answer) => answer.signals))], without },
    turn: figuresOf(scored, 'measures'),
    session: figuresOf(scored, 'sessionMeasures'),
    intervals: { turn: intervalsOf(scored, 'measures', seed), session: intervalsOf(scored, 'sessionMeasures', seed) },
    byCategory: groupsBy(scored, (question) => question.category),
    byStore: groupsBy(scored, (question) => question.store),
    abstention: abstentionOf(all),
    confidence: reportConfidence(
      answers.map((answer, at) => judgeScored(answer, all[at]!, (units) => units.map((unit) => unitKey(answer.question.store, unit)))),
      foreign.filter(({ question }) => !set.labels.get(question.id)!.abstention),
    ),
    withoutEvidence: set.withoutEvidence,
    ...costsOf(answers),
    store: filled.size,
    questions: all,
    ...(ablate && { ablation: await ablateRanking(without, async (parts) => score(await ask(parts))) }),
  };
}

/** Returns each question addressed to the next store; none where there is only one store. */
function strangersOf({ stores, questions }: ConversationSet): AskedQuestion[] {
  if (stores.length < 2) return [];
  const next = new Map(stores.map(({ name }, at) => [name, stores[(at + 1) % stores.length]!.name]));
  return questions.map((question) => ({ ...question, store: next.get(question.store)! }));
}

function recallOf(target: EvaluationTarget, without: readonly RankPart[]): Retriever['recall'] {
  if (without.length === 0) return (request) => target.retriever.recall(request);
  if (target.recallWithout === undefined) throw new TypeError('This target ranks with all parts only.');
  return target.recallWithout(without);
}

function costsOf(answers: readonly QuestionAnswer[]): Pick<ConversationResult, 'latencyMs' | 'answerTokens'> {
  const tokens = answers.map((answer) => answer.tokens);
  return {
    latencyMs: latencyOf(answers.map((answer) => answer.latencyMs)),
    answerTokens: { mean: mean(tokens), p95: percentile(tokens, 0.95) },
  };
}

function abstentionOf(questions: readonly ScoredQuestion[]): ConversationResult['abstention'] {
  const top = (abstention: boolean) =>
    questions.filter((question) => question.abstention === abstention).flatMap((question) => question.topScore ?? []);
  return {
    n: questions.filter((question) => question.abstention).length,
    meanTopScore: mean(top(true)),
    meanTopScoreOfOthers: mean(top(false)),
  };
}

function groupsBy(questions: readonly ScoredQuestion[], nameOf: (question: ScoredQuestion) => string): Record<string, GroupFigures> {
  const names = [...new Set(questions.map(nameOf))].toSorted();
  return Object.fromEntries(names.map((name) => [name, groupOf(questions.filter((question) => nameOf(question) === name))]));
}

function groupOf(questions: readonly ScoredQuestion[]): GroupFigures {
  return { n: questions.length, turn: figuresOf(questions, 'measures'), session: figuresOf(questions, 'sessionMeasures') };
}
