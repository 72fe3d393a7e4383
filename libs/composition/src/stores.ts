import type { IngestDeps } from '@total-recall/ingest';
import type {
  AnatomyStore,
  ArtifactStore,
  ControlStore,
  EventLog,
  KeyStore,
  Ledger,
  MemoryIndex,
  SegmentStore,
  SessionStore,
} from '@total-recall/ports';

/** The generation of the read model that `index` and `sessions` use. */
export interface ReadModelGenerations {
  generation(): string;
  /**
   * Switches to another generation if one is current now, and returns its name. `step` is called at the switch itself.
   * `around` receives the switch as a function, so that it can first stop everything that uses the old generation.
   */
  follow?(options: { readonly step: () => void; readonly around?: (switchOver: () => void) => Promise<void> }): Promise<string | undefined>;
}

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
  readonly control: ControlStore;
  readonly anatomy: AnatomyStore;
  readonly artifacts: ArtifactStore;
  /** Set when the read model has generations and can be replaced while it is read. */
  readonly readModel?: ReadModelGenerations;
  /** Parks records that cannot be processed, outside the read model. */
  readonly park?: IngestDeps['park'];
  /** Set when the log is archived. */
  readonly segments?: SegmentStore;
  /** Closes the stores in reverse order of opening. */
  close(): Promise<void>;
}
