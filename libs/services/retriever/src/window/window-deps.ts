import type { PrefetchEnd, PrefetchResult, Violation } from '@total-recall/domain';
import type {
  AnatomyStore,
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
import type { ArtifactCodec, ContentReader, MarkWatcher, PolicyResolver, UnitReader } from '@total-recall/runtime';

export interface WindowDeps {
  readonly log: EventLog;
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  readonly sealer: Sealer;
  readonly artifacts: ArtifactCodec;
  readonly content: ContentReader;
  readonly tokens: TokenCounter;
  readonly policies: PolicyResolver;
  readonly marks: MarkWatcher;
  readonly anatomy: AnatomyStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly observer: WindowObserver;
  /** Set where memory is consolidated. */
  readonly units?: UnitReader;
  readonly keys: Pick<KeyStore, 'spaceKey'>;
}

/** Reports of the window assembler, which become metrics. They never hold text. */
export interface WindowObserver {
  assembled(window: {
    readonly seconds: number;
    readonly tokens: Readonly<Record<string, number>>;
    readonly utilisation: number;
    readonly stablePrefixShare: number | null;
  }): void;
  overBudget(part: string): void;
  /** Called when a window, or a session to read, was folded from the log, as nobody folds its partition into what is read here. */
  foldedFromLog?(): void;
  /** Called when a window goes without pushed evidence because recall failed. */
  pushUnavailable?(error: unknown): void;
  /** Called when a window goes without known facts because they could not be read. */
  knowledgeUnavailable?(error: unknown): void;
  /** Called when a caller sent a draft. */
  prefetchAsked?(result: PrefetchResult): void;
  /** Called with the fate of a prefetch. */
  prefetchEnded?(end: PrefetchEnd): void;
  prefetchFailed?(error: unknown): void;
  violated(violation: Violation): void;
}

export interface WindowConfig {
  /**
   * Time that a window waits for its session's fold, and for a compaction when a burst exceeds the budget, in
   * milliseconds. Must be longer than a compaction waits for vectors (`embedWaitMs` of ingest), or windows
   * fail while one is under way.
   */
  readonly foldTimeoutMs: number;
  readonly compactionTimeoutMs: number;
  /** Limits of two caches: characters of opened events, and sessions whose last window is remembered. */
  readonly contentCacheChars: number;
  readonly rememberedSessions: number;
  /** Prefetches under way at once, of all tenants and of one. */
  readonly prefetchesAtOnce: number;
  readonly prefetchesOfTenant: number;
  /** Sessions whose prefetched pack is kept, and for how long. */
  readonly heldPrefetches: number;
  readonly prefetchHeldMs: number;
}

export const DEFAULT_WINDOW_CONFIG: WindowConfig = {
  foldTimeoutMs: 5_000,
  compactionTimeoutMs: 4_000,
  contentCacheChars: 32 * 1024 * 1024,
  rememberedSessions: 2_000,
  prefetchesAtOnce: 4,
  prefetchesOfTenant: 2,
  heldPrefetches: 500,
  prefetchHeldMs: 30_000,
};
