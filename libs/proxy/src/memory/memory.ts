import type { AppendToLog } from '@total-recall/runtime';

/** A tenant's memory, reached with one of its keys. */
export interface Memory {
  /** Rejects with `sequence_conflict` where other content has a sequence already. */
  readonly append: AppendToLog;
}
