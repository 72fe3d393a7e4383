import type { Position, SessionAddress, TextAnalyser } from '@total-recall/domain';
import type {
  Clock,
  DemandStore,
  EmbedderSource,
  EventLog,
  KeyStore,
  MemoryIndex,
  Random,
  Scheduler,
  Sealer,
  SegmentStore,
  SessionStore,
  TokenCounter,
  Tracer,
  VectorIndex,
} from '@total-recall/ports';
import type { ArtifactCodec, ContentReader, MarkWatcher, PolicyResolver, UnitReader } from '@total-recall/runtime';
import type { SessionGate } from './append/session-gate.ts';
import type { ArchiveObserver, DemandObserver, EmbedObserver, IngestObserver } from './ingest-observers.ts';

/** All dependencies of ingest. A function names those that it uses: `Pick<IngestDeps, 'log' | 'marks'>`. */
export interface IngestDeps extends IngestStores, Bodies, Ambient, OptionalRoles, Neighbours {
  readonly policies: PolicyResolver;
  readonly marks: MarkWatcher;
  readonly observer: IngestObserver;
  /** Set when traces are made. */
  readonly tracer?: Tracer;
}

interface IngestStores {
  readonly log: EventLog;
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  readonly keys: KeyStore;
  /** Parks records that cannot be processed, outside the index; durable when it resolves. */
  readonly park?: (records: readonly { readonly key: string; readonly position: Position; readonly reason: string }[]) => Promise<void>;
}

/** Opens, stores and measures the bodies of events. */
interface Bodies {
  readonly sealer: Sealer;
  readonly artifacts: ArtifactCodec;
  readonly content: ContentReader;
  readonly analyser: Pick<TextAnalyser, 'analyse'>;
  readonly tokens: TokenCounter;
}

/** Time and chance, which tests control. */
interface Ambient {
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
}

/** Dependencies of roles that a service may run without. */
interface OptionalRoles {
  /** Set when vectors are on. */
  readonly vectors?: IngestVectors;
  /** Set when the demand side of recall is counted. */
  readonly demand?: IngestDemand;
  /** Set when the log is archived. */
  readonly archive?: IngestArchive;
}

/** Answers of other parts of the service, and of other processes. */
interface Neighbours {
  /** Set where memory is consolidated: windows then show what is known. */
  readonly units?: UnitReader;
  /** Set when any process may embed a partition: its compactions wait for the vectors of this model. */
  readonly sharedEmbedding?: { readonly model: string };
  /** Finds the address of the process that projects a partition. Set when several processes share the partitions. */
  readonly owners?: { addressOf(partition: number): Promise<string | undefined> };
  /** Keeps appends out of sessions that retention takes. Absent if there is no retention. */
  readonly gate?: SessionGate;
  /**
   * Returns true when this service signed a retrieval id for the space, to recognise recall results appended there
   * without their receipt (E11).
   */
  readonly isOurRetrieval?: (place: Pick<SessionAddress, 'tenant' | 'space'>, retrievalId: string) => boolean;
}

/** Dependencies of the embed role. */
export interface IngestVectors {
  readonly index: VectorIndex;
  readonly embedder: EmbedderSource;
  readonly observer?: EmbedObserver;
}

/** Dependencies of the demand role. */
export interface IngestDemand {
  readonly store: DemandStore;
  readonly observer?: DemandObserver;
}

/** Dependencies of the archive role. */
export interface IngestArchive {
  readonly segments: SegmentStore;
  readonly observer?: ArchiveObserver;
}
