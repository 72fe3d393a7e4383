import type { ConversationStore } from '../conversations/conversation-set.ts';

/** A generated store and the questions about it. */
export interface AskedStore {
  readonly store: ConversationStore;
  readonly questions: readonly StoreQuestion[];
}

export interface StoreQuestion {
  readonly text: string;
  /** Name of the trait that makes the question easy or hard. */
  readonly kind: string;
  /** Units that hold the answer; empty where nothing does. */
  readonly units: readonly string[];
}
