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

/** A tenant's memory, reached with one of its keys. */
export interface Memory {
  /** Rejects with `sequence_conflict` where other content has a sequence already. */
  readonly append: AppendToLog;
  /** Answers a call of the model. A mistake of the model is an answer; rejects where the memory does not answer. */
  ask(question: Question): Promise<{ readonly text: string; readonly isError: boolean }>;
}
