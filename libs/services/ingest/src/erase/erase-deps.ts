import type { KnownBackups, ServiceMode, SessionAddress, SessionState } from '@total-recall/domain';
import type { AnatomyStore, ArtifactStore, ControlStore, IndexErasure, Ledger, PartitionEraser, RevisedBodies } from '@total-recall/ports';
import type { CertificateSigner, LedgerOwner, WorkGate } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/** Dependencies of erasing in the partitions of a process. */
export interface PartitionEraseDeps extends Pick<
  IngestDeps,
  'log' | 'index' | 'sessions' | 'keys' | 'sealer' | 'content' | 'analyser' | 'tokens' | 'policies' | 'scheduler'
> {
  readonly erasing: IndexErasure;
  readonly revised: RevisedBodies;
  readonly anatomy: AnatomyStore;
  /** Runs `work` while nothing of the partition is folded, written or decided. */
  readonly exclusively: <T>(partition: number, work: (projected: ProjectedPartition) => Promise<T>) => Promise<T>;
}

/** All dependencies of an erasure; projectors may be in other processes. */
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
  /** Claims partitions where others in the process append to the ledger, too; without it the eraser claims them itself. */
  readonly owner?: Pick<LedgerOwner, 'own'>;
  readonly partitions: PartitionEraser;
  /** Gate of the process, for what only reads; absent where nobody else is served. */
  readonly workGate?: WorkGate;
  readonly signer: CertificateSigner;
  /** Version of the service, for certificates. */
  readonly version: string;
  /** True where this process is the whole service, for certificates. */
  readonly mode: ServiceMode;
  readonly erasing: Pick<IndexErasure, 'wipe' | 'refuseNow'>;
  readonly artifactStore: ArtifactStore;
  readonly anatomy: AnatomyStore;
  /**
   * Removes stores that were replaced and kept, as they hold what is erased. Absent where none are kept. Errors:
   * `unavailable` if one may be the last copy of what the log lost; nothing is erased then.
   */
  readonly removeReplaced?: () => Promise<void>;
  /** Tells of the backups that were made; absent where the service is not told of them. */
  readonly knownBackups?: () => Promise<KnownBackups | undefined>;
  /** Time that an erasure waits for the log to be folded, in milliseconds. */
  readonly foldTimeoutMs: number;
  /** Time after which an unfinished erasure is answered as running, in milliseconds; absent to wait for the end. */
  readonly answerWithinMs?: number;
  /** Absent if there is no retention. */
  readonly retention?: RetentionDeps;
  readonly observer: {
    erased(counts: { readonly events: number; readonly seconds: number }): void;
    /**
     * An erasure ended without these many sessions, which have lost too many events to lose more or lack their key, and
     * without these many events, which did not open and may be of it.
     */
    undone?(erasure: { readonly erasure: string; readonly sessions: number; readonly unread: number }): void;
    failed(where: string, error: unknown): void;
    /** Called at a start with keys of before this many erasures, which are done again. */
    reopened(erasures: number): void;
  };
}

/** Dependencies of retention, in addition to those of an eraser. */
export interface RetentionDeps {
  /**
   * Closes sessions in this process, if all appends go through it. Absent if other processes append; the ledger
   * closes sessions to those.
   */
  readonly withoutAppends?: WithoutAppends;
  /** Source of the rules. */
  readonly control: Pick<ControlStore, 'tenants' | 'policies' | 'retentionPause'>;
  /**
   * Approximate limits of one sweep of a space, so that it stays short and does not block
   * erasures. Default: 5,000 events.
   */
  readonly sweep?: { readonly events: number; readonly wholeSessions: number };
  /** Throws where the clock cannot be believed; nothing is erased for its age then. */
  readonly refuseClock?: () => Promise<void>;
}

/**
 * Closes these sessions to appends of every process while `work` runs. If it fails after `begin`, they stay closed
 * until `isOver` returns true, because only then it is known what was done.
 */
export type WithoutAppends = <T>(
  sessions: readonly SessionAddress[],
  work: (begin: (isOver: () => boolean) => void) => Promise<T>,
) => Promise<T>;

/** A projector's view of its partition, for code that changes the read model beside it. */
export interface ProjectedPartition {
  /** Returns true when a decision of the session is in the log but not folded yet. */
  isPending(key: string): boolean;
  /** Drops all cached sessions, calls and sketches. */
  forget(): void;
  keep(state: SessionState): void;
}
