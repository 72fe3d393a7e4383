import type { RecallOutcome } from './recall-request.ts';

/** The log line of one recall: ids and numbers, never text. Source: R10, 002 §12.3. */
export interface RetrievalRecord {
  readonly retrievalId: string;
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
  readonly at: number;
  readonly queryCount: number;
  readonly queryTerms: number;
  readonly hitEventIds: readonly string[];
  readonly packedEventIds: readonly string[];
  readonly topScore: number;
  readonly tokens: number;
  readonly budgetTokens: number;
  readonly completeness: number | null;
  /** The answer's own confidence and outcome; absent in records from before these fields. */
  readonly confidence?: number;
  readonly outcome?: RecallOutcome;
  /** Number of further queries tried because the first answer was weak. */
  readonly attempts?: number;
  /** Set when a window asked for its push pack, rather than an agent. */
  readonly pushed?: true;
  readonly tookMs: number;
}
