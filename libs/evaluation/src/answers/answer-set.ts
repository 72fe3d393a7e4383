import type { AskedQuestion, ConversationStore } from '../conversations/conversation-set.ts';
import { createSeededRandom } from '../seeded-random.ts';

/**
 * Kinds of answers, in this order: one value in a long result; the same where the question names the file or function;
 * a place or command; a reason or decision; a time or an order; a value that changed; a fact that somebody told about
 * themselves; pieces told in several sessions, all of which the answer needs. Source: evaluation.md, ADR 0269.
 */
export const ANSWER_KINDS = ['needle', 'named', 'where', 'why', 'time', 'update', 'fact', 'several'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/**
 * Half of the set. Misses in `look` may be read; those in `keep` are only counted. A gap between the two halves shows
 * tuning to the misses that were read.
 */
export type AnswerHalf = 'look' | 'keep';

/** Labels of a question, read by the scorer only. */
export interface AnswerLabels {
  /** `none` where nothing in the store answers the question. */
  readonly kind: AnswerKind | 'none';
  /** Accepted answers, any of which counts, or of `several` the pieces, all of which must be there; empty where nothing answers. */
  readonly answers: readonly string[];
  /** Units of the store that hold the answer. */
  readonly units: readonly string[];
  readonly half: AnswerHalf;
}

/** Stores, questions and, apart from both, their labels. */
export interface AnswerSet {
  readonly stores: readonly ConversationStore[];
  readonly questions: readonly AskedQuestion[];
  readonly labels: ReadonlyMap<string, AnswerLabels>;
  /** Ids of questions left out because no event holds their answer. */
  readonly withoutPlace: readonly string[];
}

/** Assigns a question to a half, independent of machine and order. */
export function halfOf(question: string): AnswerHalf {
  return createSeededRandom(`half of ${question}`).below(2) === 0 ? 'look' : 'keep';
}
