import type { PrefetchEnd, PrefetchResult, Violation } from '@total-recall/domain';
import type {
  AnatomyStore,
  Clock,
  EventLog,
  MemoryIndex,
  Random,
  Scheduler,
  Sealer,
  SessionStore,
  TokenCounter,
} from '@total-recall/ports';
import type { ArtifactCodec, ContentReader, MarkWatcher, PolicyResolver } from '@total-recall/runtime';

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
}

/** What the assembler tells about its work; becomes metrics. Never holds text. */
export interface WindowObserver {
  assembled(window: {
    readonly seconds: number;
    readonly tokens: Readonly<Record<string, number>>;
    readonly utilisation: number;
    readonly stablePrefixShare: number | null;
  }): void;
  overBudget(part: string): void;
  /** A window goes without the evidence it would push, because recall failed. */
  unpushed?(error: unknown): void;
  /** A caller sent a draft. */
  prefetchAsked?(result: PrefetchResult): void;
  /** What became of a recall that was started for one. */
  prefetchEnded?(end: PrefetchEnd): void;
  prefetchFailed?(error: unknown): void;
  violated(violation: Violation): void;
}

export interface WindowConfig {
  /**
   * How long a window waits for its session's fold, and for a compaction where a burst stands above the budget: longer than a compaction
   * itself waits for vectors (`embedWaitMs` of ingest), or what is on its way is refused.
   */
  readonly foldTimeoutMs: number;
  readonly compactionTimeoutMs: number;
  /** Characters of opened events, and sessions whose last window is remembered, in memory. */
  readonly contentCacheChars: number;
  readonly rememberedSessions: number;
  /** Recalls for drafts under way at one time, of all tenants and of one. */
  readonly prefetchesAtOnce: number;
  readonly prefetchesOfTenant: number;
  /** Sessions whose answer is held, and for how long. */
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
