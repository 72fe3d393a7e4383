import type { AskedQuestion, ConversationStore } from '../conversations/conversation-set.ts';
import { createSeededRandom } from '../seeded-random.ts';

/**
 * What a question asks for: one value in a long result; the same where the question names the file or function; a place or command; a reason or
 * decision; a time or an order; a value that changed; a fact that somebody told of themselves. Source: evaluation.md.
 */
export const ANSWER_KINDS = ['needle', 'named', 'where', 'why', 'time', 'update', 'fact'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** Misses of `look` may be read, those of `keep` are only counted: whoever tunes to what they read sees it in the difference. */
export type AnswerHalf = 'look' | 'keep';

/** What answers a question; read by the scorer only. */
export interface AnswerLabels {
  /** `none`: nothing in the store answers it. */
  readonly kind: AnswerKind | 'none';
  /** Any of them counts; empty where nothing answers. */
  readonly answers: readonly string[];
  /** Units of the store that hold the answer. */
  readonly units: readonly string[];
  readonly half: AnswerHalf;
}

/** Stores, what is asked of them, and apart from both what answers it. */
export interface AnswerSet {
  readonly stores: readonly ConversationStore[];
  readonly questions: readonly AskedQuestion[];
  readonly labels: ReadonlyMap<string, AnswerLabels>;
  /** Questions left out because no event holds their answer, by id. */
  readonly withoutPlace: readonly string[];
}

/** The same half for the same question on every machine and in every order. */
export function halfOf(question: string): AnswerHalf {
  return createSeededRandom(`half of ${question}`).below(2) === 0 ? 'look' : 'keep';
}
