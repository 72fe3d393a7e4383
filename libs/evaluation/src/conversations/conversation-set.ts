import type { NewEvent } from '@total-recall/domain';

/** One sitting of a conversation: what is appended, and what the scorer calls each event. Neither name reaches the text. */
export interface StoredSession {
  readonly name: string;
  readonly events: readonly NewEvent[];
  /** The data set's id of each event, unique in its store; where absent in the data, its place. */
  readonly units: readonly string[];
}

/** One conversation, chat or haystack with everything that was said in it, and nothing that was labelled. */
export interface ConversationStore {
  readonly name: string;
  readonly sessions: readonly StoredSession[];
}

/** A question as it is asked. */
export interface AskedQuestion {
  readonly id: string;
  readonly store: string;
  readonly text: string;
}

/** What the annotators say of a question; read by the scorer only. */
export interface QuestionLabels {
  readonly category: string;
  /** Units that hold evidence; empty where none is labelled. */
  readonly units: readonly string[];
  /** Names of the sessions that hold evidence. */
  readonly sessions: readonly string[];
  /** The question has no answer in its store: kept out of the figures. */
  readonly abstention: boolean;
}

/**
 * A data set in three parts that meet only in the scorer. `stores` is made without looking at any label, `questions` holds
 * what a user would ask, `labels` is by question id.
 */
export interface ConversationSet {
  readonly stores: readonly ConversationStore[];
  readonly questions: readonly AskedQuestion[];
  readonly labels: ReadonlyMap<string, QuestionLabels>;
  /** Questions left out because nothing of their evidence is in the store. */
  readonly withoutEvidence: number;
}
