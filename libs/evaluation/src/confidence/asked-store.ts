import type { ConversationStore } from '../conversations/conversation-set.ts';

/** A generated store and what is asked of it. */
export interface AskedStore {
  readonly store: ConversationStore;
  readonly questions: readonly StoreQuestion[];
}

export interface StoreQuestion {
  readonly text: string;
  /** What makes it easy or hard. */
  readonly kind: string;
  /** Units that hold the answer; empty where nothing in the store does. */
  readonly units: readonly string[];
}
