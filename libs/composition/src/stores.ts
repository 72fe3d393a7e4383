import type { IngestDeps } from '@total-recall/ingest';
import type {
  AnatomyStore,
  ArtifactStore,
  ControlStore,
  EventLog,
  FollowedReadModel,
  KeyStore,
  Ledger,
  MemoryIndex,
  SegmentStore,
  SessionStore,
  UnitStore,
} from '@total-recall/ports';

/** The open stores that the cores work on. */
export interface Stores {
  readonly log: EventLog;
  /** True when the log keeps the trace context of a record. */
  readonly keepsTraces?: boolean;
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  readonly keys: KeyStore;
  /** Ledger of decisions about a tenant's memory; absent where nothing can be erased yet. */
  readonly ledger?: Ledger;
  /** Units that consolidation made of each space, folded from the ledger. */
  readonly units?: UnitStore;
  readonly control: ControlStore;
  readonly anatomy: AnatomyStore;
  readonly artifacts: ArtifactStore;
  /** Set when the read model has generations and can be replaced while it is read. */
  readonly readModel?: FollowedReadModel;
  /** Parks records that cannot be processed, outside the read model. */
  readonly park?: IngestDeps['park'];
  /** Set when the log is archived. */
  readonly segments?: SegmentStore;
  /** Closes the stores in reverse order of opening. */
  close(): Promise<void>;
}
