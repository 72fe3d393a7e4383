import type { PolicySettings, RankPart, TextAnalyser, Violation } from '@total-recall/domain';
import type { Clock, Ingest, Retriever } from '@total-recall/ports';

/** The service under evaluation, as callers see it. Each run uses its own spaces. */
export interface EvaluationTarget {
  readonly tenant: string;
  readonly ingest: Pick<Ingest, 'append' | 'compact' | 'updateTaskState'>;
  readonly retriever: Pick<Retriever, 'assembleWindow' | 'recall' | 'session' | 'events' | 'markers' | 'manifest'>;
  /** Recalls over the same stores without some parts of the ranking; absent where the target has no such switch. */
  recallWithout?(parts: readonly RankPart[]): Retriever['recall'];
  /** Sets the policy of a space, or of one session in it, before anything is appended there. */
  configure(place: { readonly space: string; readonly session?: string }, settings: PolicySettings): Promise<void>;
  /** Resolves once everything appended is folded and searchable, and no compaction is under way. */
  settle(): Promise<void>;
  /** Sweeps a space until nothing is new in it; absent where the target has no consolidator. */
  consolidate?(space: string): Promise<void>;
  /**
   * Returns the invariant violations that the service has detected since the last call; absent where the target cannot
   * tell.
   */
  takeViolations?(): readonly Violation[];
  /** The analyser of the index; queries are built from its terms. */
  readonly analyser: TextAnalyser;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Reports the progress of a run. */
export type EvaluationProgress = (done: number, total: number, what: string) => void;
