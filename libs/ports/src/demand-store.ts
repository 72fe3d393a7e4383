import type { DemandCounts, EvidenceUse, RecallReceived, SessionAddress, TurnTaken } from '@total-recall/domain';

/** Result of one step of a log follower, with the offset it has reached. */
export interface DemandBatch {
  readonly follower: string;
  /** Offset of the last record seen; never goes back. */
  readonly offset: number;
  readonly turns: readonly TurnTaken[];
  readonly received: readonly RecallReceived[];
  readonly uses: readonly EvidenceUse[];
}

/** A recall with its outcome: whether its result came into a session, and which evidence was used. */
export interface RecallOutcomeRecord {
  readonly retrievalId: string;
  readonly received?: RecallReceived;
  readonly uses: readonly EvidenceUse[];
}

export interface DemandQuery {
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
  /** Epoch milliseconds, `from` included, `to` not. */
  readonly from?: number;
  readonly to?: number;
  /** Grouping: `session` lists by name, `day` newest first. */
  readonly by: 'all' | 'day' | 'session';
  /** Number of groups, 1..1000; they start after the key `after` where it is given. */
  readonly limit: number;
  readonly after?: string;
}

/** Bounds of one call; above them `invalid_request`. */
export const DEMAND_LIMITS = { ids: 10_000, groups: 1_000, openRecalls: 64 } as const;

/**
 * The demand side of recall: turns, recalls that came into a session, and evidence that was used. Append-only.
 *
 * - `append` takes a batch whole, its progress included, or not at all. At least once: what is known is dropped, a turn
 *   by session and number, a received recall by its id in its session, a use by recall and evidence.
 * - No query crosses a space. Ids and numbers only, never text. Old records go with the analytics beside them.
 */
export interface DemandStore {
  append(batch: DemandBatch): Promise<void>;
  /** Offset of the follower's last batch; -1 before the first. */
  progress(follower: string): Promise<number>;
  /** Recalls received by a session in a turn and later, oldest first; the latest 64 of them. */
  receivedSince(query: SessionAddress & { readonly fromTurn: number }): Promise<RecallReceived[]>;
  /** Returns outcomes in the order asked. */
  outcomes(query: {
    readonly tenant: string;
    readonly space: string;
    readonly retrievalIds: readonly string[];
  }): Promise<RecallOutcomeRecord[]>;
  /** Counts how often each event was used as evidence. Events that were never used are left out. */
  useCounts(tenant: string, space: string, eventIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Sums figures over a time range, including those of the retrieval log but not evidence that windows pushed. A recall
   * that names no session counts in no session.
   */
  counts(query: DemandQuery): Promise<DemandCounts[]>;
}
