import type { ArtifactStore, RevisedBodies } from '@total-recall/ports';
import type { IngestConfig, IngestDeps } from '../ingest-deps.ts';
import type { VerifyFinding } from './verify-report.ts';

/** What a verification reads. It writes none of it. */
export interface VerifyDeps extends Pick<IngestDeps, 'log' | 'index' | 'sessions' | 'sealer' | 'artifacts' | 'analyser'> {
  readonly artifactStore: Pick<ArtifactStore, 'list'>;
  /** Where bodies are that an erasure has revised. */
  readonly revised: Pick<RevisedBodies, 'artifactId'>;
}

export interface VerifyOptions extends Pick<IngestConfig, 'embedWithout' | 'embedParts' | 'embedResultParts'> {
  /** Whether offsets of this log have no gaps, so that a gap is a record that is lost. */
  readonly isDense: boolean;
  /** The vectors there must be where none of them are left; those of other models are found by what there is of them. */
  readonly model?: string;
  /** Records that were looked at, of how many: each is read twice or more. */
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
  /** Told of everything that is wrong, also what the report has no room for. */
  readonly onFinding?: (finding: VerifyFinding) => void;
  readonly signal?: AbortSignal;
}
