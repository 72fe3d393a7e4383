import type { NewEvent } from '@total-recall/domain';

/** One sitting of a conversation: its events, and the scorer's name of each. Neither name reaches the text. */
export interface StoredSession {
  readonly name: string;
  readonly events: readonly NewEvent[];
  /** Id of each event in the data set, unique in its store; its position where the data has none. */
  readonly units: readonly string[];
}

/** One conversation, chat or haystack with everything said in it and no labels. */
export interface ConversationStore {
  readonly name: string;
  readonly sessions: readonly StoredSession[];
}

/** A question as asked. */
export interface AskedQuestion {
  readonly id: string;
  readonly store: string;
  readonly text: string;
}

/** Labels of the annotators for a question; read by the scorer only. */
export interface QuestionLabels {
  readonly category: string;
  /** Units that hold evidence; empty where none is labelled. */
  readonly units: readonly string[];
  /** Names of the sessions that hold evidence. */
  readonly sessions: readonly string[];
  /** True when the store has no answer to the question, which is then left out of the figures. */
  readonly abstention: boolean;
}

/**
 * A data set in three parts that only the scorer joins. `stores` is built without looking at labels, `questions` holds
 * the users' questions, `labels` is keyed by question id.
 */
export interface ConversationSet {
  readonly stores: readonly ConversationStore[];
  readonly questions: readonly AskedQuestion[];
  readonly labels: ReadonlyMap<string, QuestionLabels>;
  /** Number of questions left out because none of their evidence is in the store. */
  readonly withoutEvidence: number;
}
