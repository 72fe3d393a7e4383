import type { PolicySettings, RankPart, TextAnalyser, Violation } from '@total-recall/domain';
import type { Clock, Ingest, Retriever } from '@total-recall/ports';

/** What an evaluation runs against: the service as its callers have it. Each run uses spaces of its own. */
export interface EvaluationTarget {
  readonly tenant: string;
  readonly ingest: Pick<Ingest, 'append' | 'compact' | 'updateTaskState'>;
  readonly retriever: Pick<Retriever, 'assembleWindow' | 'recall' | 'session' | 'events' | 'markers' | 'manifest'>;
  /** Recall over the same stores without some parts of the ranking; absent where the target has no such switch. */
  recallWithout?(parts: readonly RankPart[]): Retriever['recall'];
  /** Sets the policy of a space, or of one session in it, before anything is appended there. */
  configure(place: { readonly space: string; readonly session?: string }, settings: PolicySettings): Promise<void>;
  /** Resolves once everything appended is folded and searchable, and no compaction is under way. */
  settle(): Promise<void>;
  /** What the service itself found broken since this was last asked; absent where the target cannot tell. */
  takeViolations?(): readonly Violation[];
  /** The analyser of the index: queries are made of its terms. */
  readonly analyser: TextAnalyser;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** How far a run has come. */
export type EvaluationProgress = (done: number, total: number, what: string) => void;
