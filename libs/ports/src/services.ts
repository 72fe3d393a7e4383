import type {
  Anatomy,
  AssembledWindow,
  CompactionRequest,
  DemandFigures,
  EventBody,
  EventKind,
  EvidenceUse,
  Manifest,
  Marker,
  MissingBody,
  NewEvent,
  OpenAnswer,
  OpenRequest,
  PrefetchAnswer,
  PrefetchRequest,
  RecallAnswer,
  RecallReceived,
  RecallRequest,
  RetrievalRecord,
  SessionAddress,
  SessionParent,
  SessionPolicy,
  GuardedPart,
  StopReason,
  TaskState,
  TaskStateUpdate,
  WindowRequest,
} from '@total-recall/domain';
import type { DemandQuery } from './demand-store.ts';
import type { SessionSummary } from './session-store.ts';

export interface AppendRequest extends SessionAddress {
  readonly events: readonly NewEvent[];
  /** Name of the writer; its events then carry `sequence`. */
  readonly source?: string;
  readonly idempotencyKey?: string;
  /** `searchable` waits until the appended events are folded and searchable. */
  readonly wait?: 'durable' | 'searchable';
  /** Takes a repeat alone, and refuses what would store anything with `quota_exceeded`. */
  readonly isRepeat?: true;
}

export interface AppendedEvent {
  readonly id: string;
  /** Absent where the reconciler answered NONE: nothing was stored. */
  readonly position?: string;
  readonly duplicate?: boolean;
  readonly outcome: 'ADD' | 'NONE';
  readonly redactions?: readonly { readonly rule: string; readonly count: number; readonly action: 'mark' | 'mask' }[];
  /** Events that this one pins and that do not stand in the session's window: the pin counts for recall alone. */
  readonly pinnedOutsideWindow?: readonly string[];
}

export interface AppendResult {
  readonly events: readonly AppendedEvent[];
  /** Position of the last record; pass it to a read as `after`. Absent when nothing was stored. */
  readonly position?: string;
}

export type CompactResult =
  | {
      readonly kind: 'compacted';
      readonly cycle: number;
      readonly freedTokens: number;
      readonly evictedEvents: number;
      readonly shrunkEvents: number;
      /** Number of results of tools among them. */
      readonly clearedToolUses: number;
      readonly marker?: Marker;
      readonly position: string;
    }
  | { readonly kind: 'stopped'; readonly reason: StopReason };

/** The only way to append events. Errors: `TotalRecallError` with a code of the closed set. */
export interface Ingest {
  append(request: AppendRequest): Promise<AppendResult>;
  /**
   * Resolves when the update is folded. Errors: `task_state_conflict` with the current version, for the loser of a
   * race.
   */
  updateTaskState(
    request: SessionAddress & { readonly update: TaskStateUpdate; readonly agent?: string },
  ): Promise<{ version: number; premiseVersion: number; eventId: string; position: string }>;
  /** Compacts on demand; done by the projector of the session's partition. */
  compact(request: SessionAddress & CompactionRequest): Promise<CompactResult>;
  /** Returns the policy in force for a session, resolved over all levels. */
  policy(address: SessionAddress): Promise<SessionPolicy>;
}

export interface EventView {
  readonly id: string;
  readonly position: string;
  readonly kind: EventKind;
  readonly session: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly request: number;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly tokens: number;
  readonly premiseVersion: number;
  readonly supersededBy?: string;
  /** The opened body; where it cannot be opened, `missing` holds the reason instead. */
  readonly body?: EventBody;
  readonly missing?: MissingBody;
}

export interface ArtifactContent {
  readonly id: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly createdAt: number;
  readonly tier: 'hot' | 'cold';
  readonly bytes: Uint8Array;
  /** Byte range in the plain content, `to` exclusive. */
  readonly range: { readonly from: number; readonly to: number };
}

export interface TaskStateView {
  readonly state: TaskState | null;
  /** Task state derived from the log by the last compaction, as windows show it. Set where the caller keeps none. */
  readonly derived?: string;
  readonly eventId?: string;
  readonly turn?: number;
  readonly ageTurns?: number;
  readonly stale: boolean;
  /** A deterministic proposal recomputed from the log. Present where the state is stale. Source: 002 §4.3. */
  readonly proposal?: TaskState;
}

export interface MarkerExpansion {
  readonly marker: Marker;
  /** The evicted span, exactly: every event behind the marker, in order. */
  readonly events: readonly EventView[];
  readonly cursor?: string;
}

/**
 * A recall of the log with its outcome. Without `received` its result never came into a session and its use is unknown.
 */
export interface RetrievalView extends RetrievalRecord {
  readonly received?: RecallReceived;
  readonly uses: readonly EvidenceUse[];
}

/** Parts that every window of a session keeps whole, largest first (as many as an answer lists), with their budget. */
export interface GuardedUse {
  readonly tokens: number;
  readonly budgetTokens: number;
  readonly parts: readonly GuardedPart[];
  /** The task state that the caller keeps, which has a budget of its own. */
  readonly task?: GuardedPart;
  /** Token family of these counts; absent where the session does not say. */
  readonly family?: string;
}

/** A window with what it discloses, for the audit. Callers do not get `shows`. */
export interface ServedWindow extends AssembledWindow {
  /** Absent in answers of a retriever of an earlier version. */
  readonly shows?: ShownInWindow;
}

/** Names of what a window discloses. Never content. */
export interface ShownInWindow {
  /** Ordinals of the session's events that stand in it, ascending. */
  readonly ordinals: readonly number[];
  /** Ids of facts, of events that were pushed as evidence, and of markers. */
  readonly facts: readonly string[];
  readonly pushed: readonly string[];
  readonly markers: readonly string[];
}

/** Windows and recall: reads only. Waits, bounded, until everything it must cover is folded; then `not_caught_up`. */
export interface Retriever {
  assembleWindow(request: WindowRequest): Promise<ServedWindow>;
  recall(request: RecallRequest): Promise<RecallAnswer>;
  /**
   * Reads a part of an event or an artifact, within the token budget of one recall. Errors: `not_found`,
   * `range_not_satisfiable`, `unsupported_media_type`, `pull_limit`.
   */
  open(request: OpenRequest): Promise<OpenAnswer>;
  /**
   * Starts a recall for text that a user is still typing; the session's next window pushes its evidence. Does not wait.
   * Bounded: one per session, held briefly in the process that was asked, few at a time. Never fails: without a
   * prefetch the window recalls by itself.
   */
  prefetch(request: PrefetchRequest): Promise<PrefetchAnswer>;
  taskState(address: SessionAddress): Promise<TaskStateView>;
  session(address: SessionAddress): Promise<
    SessionSummary & {
      readonly parent?: SessionParent;
      readonly policy: SessionPolicy;
      readonly tokensIn: number;
      readonly windowTokens: number;
      readonly guarded: GuardedUse;
      readonly position: string;
    }
  >;
  sessions(query: {
    tenant: string;
    space: string;
    limit: number;
    cursor?: string;
  }): Promise<{ sessions: SessionSummary[]; cursor?: string }>;
  /** Lists spaces. With `only`, neither the list nor its cursor reveals any other space (I-08). */
  spaces(query: {
    tenant: string;
    limit: number;
    cursor?: string;
    only?: readonly string[];
  }): Promise<{ spaces: { space: string; sessions: number; events: number; lastAt: number }[]; cursor?: string }>;
  /**
   * Returns accepted events in the order of the session; with `kinds` only those. A page may then hold fewer than `limit`
   * and still name the next, as does one that ends at `LIMITS.pageBytes`.
   */
  events(
    query: SessionAddress & { fromOrdinal?: number; limit: number; kinds?: readonly EventKind[] },
  ): Promise<{ events: EventView[]; nextOrdinal?: number }>;
  /** Finds an event by id or by its place: `e184` in the named session, or `SESSION/e184`. */
  event(query: { tenant: string; space: string; eventId: string; session?: string }): Promise<EventView>;
  artifact(query: { tenant: string; space: string; artifactId: string; range?: { from: number; to?: number } }): Promise<ArtifactContent>;
  /** Lists markers by topic and importance. Source: 000 §2.4. */
  markers(query: {
    tenant: string;
    space: string;
    session?: string;
    topic?: string;
    limit: number;
  }): Promise<{ markers: (Marker & { readonly session: string; readonly importance: number })[] }>;
  manifest(query: SessionAddress & { markerId: string }): Promise<{ marker: Marker; manifests: readonly Manifest[] }>;
  expand(query: SessionAddress & { markerId: string; limit: number; cursor?: string }): Promise<MarkerExpansion>;
  anatomy(query: SessionAddress & { limit: number; beforeTurnId?: string }): Promise<Anatomy[]>;
  retrievals(query: { tenant: string; space: string; session?: string; limit: number; before?: string }): Promise<RetrievalView[]>;
  /**
   * Returns how recall is used over a time range: in total, by day or by session. Without `from` it covers the 30 days
   * before `to`; the answer names the start. Source: R10.
   */
  demand(
    query: Omit<DemandQuery, 'after'> & { readonly cursor?: string },
  ): Promise<{ from: number; groups: DemandFigures[]; cursor?: string }>;
}
