import type {
  AnatomyStore,
  ArtifactStore,
  ControlStore,
  EventLog,
  KeyStore,
  MemoryIndex,
  SegmentStore,
  SessionStore,
} from '@total-recall/ports';

/** What the cores keep their data in, opened. */
export interface Stores {
  readonly log: EventLog;
  /** Whether the log gives back the trace context of a record. */
  readonly keepsTraces?: boolean;
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  readonly keys: KeyStore;
  readonly control: ControlStore;
  readonly anatomy: AnatomyStore;
  readonly artifacts: ArtifactStore;
  /** Where the log is archived. */
  readonly segments?: SegmentStore;
  /** In reverse order of opening. */
  close(): Promise<void>;
}
