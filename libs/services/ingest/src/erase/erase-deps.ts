import type { SessionState } from '@total-recall/domain';
import type { AnatomyStore, ArtifactStore, IndexErasure, Ledger, RevisedBodies } from '@total-recall/ports';
import type { CertificateSigner } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/** Everything an erasure needs beside what ingest is made of. */
export interface EraseDeps extends Pick<
  IngestDeps,
  | 'log'
  | 'index'
  | 'sessions'
  | 'keys'
  | 'sealer'
  | 'content'
  | 'analyser'
  | 'tokens'
  | 'policies'
  | 'marks'
  | 'clock'
  | 'random'
  | 'scheduler'
> {
  readonly ledger: Ledger;
  readonly signer: CertificateSigner;
  /** Version of the service, for certificates. */
  readonly version: string;
  readonly erasing: IndexErasure;
  readonly revised: RevisedBodies;
  readonly artifactStore: ArtifactStore;
  readonly anatomy: AnatomyStore;
  /** Nothing of the partition is folded, written or decided while `work` runs. */
  readonly exclusively: <T>(partition: number, work: (projected: ProjectedPartition) => Promise<T>) => Promise<T>;
  /** How long an erasure waits until what stands in the log is folded. */
  readonly foldTimeoutMs: number;
  readonly observer: {
    erased(counts: { readonly events: number; readonly seconds: number }): void;
    failed(where: string, error: unknown): void;
  };
}

/** What the projector of a partition holds, for whoever changes its read model beside it. */
export interface ProjectedPartition {
  /** Whether a decision of the session is in the log and not folded yet. */
  isPending(key: string): boolean;
  /** Lets go of every session, call and sketch that is held in memory. */
  forget(): void;
  keep(state: SessionState): void;
}
