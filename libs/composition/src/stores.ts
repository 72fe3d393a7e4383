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

/** Which generation of the read model `index` and `sessions` stand on. */
export interface ReadModelGenerations {
  generation(): string;
  /**
   * Goes over to another one if it is current by now, and says which. `step` is called in the very moment; `around` is given the step itself, to let go before
   * it of whatever stands on the old one.
   */
  follow?(options: { readonly step: () => void; readonly around?: (goOver: () => void) => Promise<void> }): Promise<string | undefined>;
}

/** What the cores keep their data in, opened. */
export interface Stores {
  readonly log: EventLog;
  /** Whether the log gives back the trace context of a record. */
  readonly keepsTraces?: boolean;
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  readonly keys: KeyStore;
  /** Where what is decided about a tenant's memory is kept; absent where nothing can be erased yet. */
  readonly ledger?: Ledger;
  readonly control: ControlStore;
  readonly anatomy: AnatomyStore;
  readonly artifacts: ArtifactStore;
  /** Where the read model is one of several, which may be replaced while it is read. */
  readonly readModel?: ReadModelGenerations;
  /** Where what cannot be worked off is told of, beside the read model. */
  readonly park?: IngestDeps['park'];
  /** Where the log is archived. */
  readonly segments?: SegmentStore;
  /** In reverse order of opening. */
  close(): Promise<void>;
}
