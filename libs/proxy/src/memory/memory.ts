import type { AppendToLog } from '@total-recall/runtime';

export interface Question {
  readonly tool: 'recall' | 'open';
  readonly space: string;
  /** The session that asks. */
  readonly session: string;
  readonly callId: string;
  /** As the model wrote them. */
  readonly arguments: string;
}

export interface Answer {
  readonly text: string;
  readonly isError: boolean;
  /** Ids of the events that the text quotes. */
  readonly evidence?: readonly string[];
}

/** An event as the memory has it, as far as the proxy reads it. */
export interface StoredEvent {
  readonly id: string;
  /** Absent where it cannot be read, as it was erased or is damaged. */
  readonly body?: {
    readonly text: string;
    readonly recall?: { readonly retrievalId: string };
    readonly redactions?: readonly { readonly action: string }[];
  };
}

export interface StoredPage {
  readonly events: readonly StoredEvent[];
  /** Ordinal that the next page begins with; absent on the last. */
  readonly nextOrdinal?: number;
}

/** A tenant's memory, reached with one of its keys. */
export interface Memory {
  /** Rejects with `sequence_conflict` where other content has a sequence already. */
  readonly append: AppendToLog;
  /** Answers a call of the model. A mistake of the model is an answer; rejects where the memory does not answer. */
  ask(question: Question): Promise<Answer>;
  /** Reads events of a session in order. Rejects with `not_found` where there is no such session. */
  events(from: { readonly space: string; readonly session: string; readonly fromOrdinal: number }): Promise<StoredPage>;
  /** Rejects with `erased` where the event was erased. */
  refuseErased(event: { readonly space: string; readonly eventId: string }): Promise<void>;
}
