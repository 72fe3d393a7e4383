import type { ArtifactStore, Clock, Ledger, RevisedBodies, UnitStore } from '@total-recall/ports';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { VerifyFinding } from './verify-report.ts';

/** Dependencies of a verification, which only reads. */
export interface VerifyDeps extends Pick<IngestDeps, 'log' | 'index' | 'sessions' | 'sealer' | 'artifacts' | 'analyser'> {
  readonly artifactStore: Pick<ArtifactStore, 'list'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Finds the places of revised bodies after an erasure. */
  readonly revised: Pick<RevisedBodies, 'artifactId' | 'read'>;
  /** The ledger that units are folded from, and their store; absent where nothing is decided about a memory. */
  readonly decided?: { readonly ledger: FoldedLedger; readonly units: Pick<UnitStore, 'marks' | 'load' | 'sequenceOf'> };
}

/** The ledger, as units are folded from it. */
export type FoldedLedger = Pick<Ledger, 'partitions' | 'read' | 'readAbout' | 'find'>;

export interface VerifyOptions extends Pick<IngestConfig, 'embedWithout' | 'embedParts' | 'embedResultParts'> {
  /** True when offsets of this log have no gaps, so that a gap is a lost record. */
  readonly isDense: boolean;
  /** Model whose vectors must exist even if none is left. Those of other models are checked if any exist. */
  readonly model?: string;
  /** Records processed, and the total; each record is read twice or more. */
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
  /** Called for every finding, including those beyond the report's limit. */
  readonly onFinding?: (finding: VerifyFinding) => void;
  readonly signal?: AbortSignal;
}
