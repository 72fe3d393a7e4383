import type { Violation } from '@total-recall/domain';
import type {
  Analyser,
  Clock,
  EventLog,
  KeyStore,
  MemoryIndex,
  Random,
  Scheduler,
  Sealer,
  SessionStore,
  TokenCounter,
} from '@total-recall/ports';
import type { ArtifactCodec, ContentReader, MarkWatcher, PolicyResolver } from '@total-recall/runtime';

/** Everything ingest needs from outside. */
export interface IngestDeps {
  readonly log: EventLog;
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  readonly keys: KeyStore;
  readonly sealer: Sealer;
  readonly artifacts: ArtifactCodec;
  readonly content: ContentReader;
  readonly analyser: Analyser;
  readonly tokens: TokenCounter;
  readonly policies: PolicyResolver;
  readonly marks: MarkWatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly observer: IngestObserver;
  /** Whether a retrieval id was signed by this service; recall results appended without their receipt are recognised by it (E11). */
  readonly isOurRetrieval?: (retrievalId: string) => boolean;
}

/** What ingest tells about its work; the composition root turns it into metrics and log lines. Never holds text. */
export interface IngestObserver {
  appended(batch: {
    readonly kinds: readonly string[];
    readonly bytes: number;
    readonly tokens: number;
    readonly duplicates: number;
    readonly none: number;
    readonly redactions: readonly { rule: string; count: number; action: 'mark' | 'mask' }[];
    readonly seconds: number;
  }): void;
  projected(batch: {
    readonly partition: number;
    readonly records: number;
    readonly offset: number;
    readonly behind: number;
    readonly seconds: number;
    readonly oldestRecordedAt: number;
  }): void;
  decided(decision: {
    readonly result: 'compacted' | 'stopped' | 'stale';
    readonly trigger: string;
    readonly reason?: string;
    readonly freedTokens?: number;
    readonly evictedEvents?: number;
    readonly seconds: number;
  }): void;
  selfChecked(check: { readonly probes: number; readonly found: number }): void;
  violated(violation: Violation): void;
  failed(where: string, error: unknown): void;
}

export interface IngestConfig {
  /** How long an append waits for its own fold where it must, and a task-state update for its answer. */
  readonly foldTimeoutMs: number;
  /** Records of one projector batch. */
  readonly projectBatch: number;
  /** Session states held in memory by the projector. */
  readonly sessionCache: number;
  /** Events drawn from an evicted span to see that they are found. */
  readonly selfCheckProbes: number;
}

export const DEFAULT_INGEST_CONFIG: IngestConfig = { foldTimeoutMs: 10_000, projectBatch: 500, sessionCache: 512, selfCheckProbes: 3 };
