import type { Anatomy, RetrievalRecord } from '@total-recall/domain';
import type { DemandStore } from './demand-store.ts';

/**
 * Analytics: what windows were made of and what was recalled. Append-only, at least once: a record with a known id is dropped.
 * Losing the last second of it in a crash is allowed; nothing is decided from it.
 */
export interface AnatomyStore {
  appendAnatomy(records: readonly Anatomy[]): Promise<void>;
  appendRetrievals(records: readonly RetrievalRecord[]): Promise<void>;
  /** Newest first, at most `limit` (1..1000), before `beforeTurnId` where given. */
  anatomy(query: { tenant: string; space: string; session: string; limit: number; beforeTurnId?: string }): Promise<Anatomy[]>;
  retrievals(query: { tenant: string; space: string; session?: string; limit: number; before?: string }): Promise<RetrievalRecord[]>;
  /** Takes out all that was kept of a session, or of a whole space. Absent of an adapter that cannot yet. */
  erase?(place: { readonly tenant: string; readonly space: string; readonly session?: string }): Promise<void>;
  /** What came of recalls; closed with the rest. */
  readonly demand: DemandStore;
  close(): Promise<void>;
}
