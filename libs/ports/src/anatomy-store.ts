import type { Anatomy, RetrievalRecord } from '@total-recall/domain';
import type { DemandStore } from './demand-store.ts';

/**
 * Analytics: the composition of windows, and recalls. Append-only, at least once: a record with a known id is dropped.
 * A crash may lose the last second, because no decision depends on it.
 */
export interface AnatomyStore {
  appendAnatomy(records: readonly Anatomy[]): Promise<void>;
  appendRetrievals(records: readonly RetrievalRecord[]): Promise<void>;
  /** Returns the newest first, at most `limit` (1..1000); with `beforeTurnId` only those before that turn. */
  anatomy(query: { tenant: string; space: string; session: string; limit: number; beforeTurnId?: string }): Promise<Anatomy[]>;
  retrievals(query: { tenant: string; space: string; session?: string; limit: number; before?: string }): Promise<RetrievalRecord[]>;
  /** Deletes everything kept about a session, or about a whole space. Missing in an adapter that cannot erase yet. */
  erase?(place: { readonly tenant: string; readonly space: string; readonly session?: string }): Promise<void>;
  /** Outcomes of recalls. Closed together with this store. */
  readonly demand: DemandStore;
  close(): Promise<void>;
}
