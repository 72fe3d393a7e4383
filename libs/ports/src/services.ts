import type {
  Anatomy,
  AssembledWindow,
  CompactionDemand,
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
  /** Names the writer; events then carry `sequence`. */
  readonly source?: string;
  readonly idempotencyKey?: string;
  /** Wait until what was appended is folded and searchable. */
  readonly wait?: 'durable' | 'searchable';
}

export interface AppendedEvent {
  readonly id: string;
  /** Absent where the reconciler answered NONE: nothing was stored. */
  readonly position?: string;
  readonly duplicate?: boolean;
  readonly outcome: 'ADD' | 'NONE';
  readonly redactions?: readonly { readonly rule: string; readonly count: number; readonly action: 'mark' | 'mask' }[];
}

export interface AppendResult {
  readonly events: readonly AppendedEvent[];
  /** Of the last record; hand it to a read as `after`. Absent when nothing was stored. */
  readonly position?: string;
}

export type CompactResult =
  | {
      readonly kind: 'compacted';
      readonly cycle: number;
      readonly freedTokens: number;
      readonly evictedEvents: number;
      readonly shrunkEvents: number;
      readonly marker?: Marker;
      readonly position: string;
    }
  | { readonly kind: 'stopped'; readonly reason: StopReason };

/** The only append of events. Errors: `TotalRecallError` with a code of the closed set. */
export interface Ingest {
  append(request: AppendRequest): Promise<AppendResult>;
  /** Answered when folded; `task_state_conflict` with the current version for the loser. */
  updateTaskState(
    request: SessionAddress & { readonly update: TaskStateUpdate; readonly agent?: string },
  ): Promise<{ version: number; premiseVersion: number; eventId: string; position: string }>;
  /** Compaction on demand, by the projector of the session's partition. */
  compact(request: SessionAddress & CompactionDemand): Promise<CompactResult>;
  /** The policy in force for a session, resolved over all levels. */
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
  /** The opened body; absent with the reason where it cannot be. */
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
  /** Of the plain bytes, `to` exclusive. */
  readonly range: { readonly from: number; readonly to: number };
}

export interface TaskStateView {
  readonly state: TaskState | null;
  /** As it stands in windows where the caller keeps none: derived from the log by the last compaction. */
  readonly derived?: string;
  readonly eventId?: string;
  readonly turn?: number;
  readonly ageTurns?: number;
  readonly stale: boolean;
  /** A deterministic proposal recomputed from the log; present where stale. Source: 002 §4.3. */
  readonly proposal?: TaskState;
}

export interface MarkerExpansion {
  readonly marker: Marker;
  /** The span, exactly: every event behind the marker in order. */
  readonly events: readonly EventView[];
  readonly cursor?: string;
}

/** A recall of the log with what came of it; without `received`, its result never came into a session and its use is not known. */
export interface RetrievalView extends RetrievalRecord {
  readonly received?: RecallReceived;
  readonly uses: readonly EvidenceUse[];
}

/** Windows and recall: reads only. Waits, bounded, until what it must cover is folded; `not_caught_up` past that. */
/** What every window of a session keeps whole, and what it may take; the largest parts first, as many as an answer lists. */
export interface GuardedUse {
  readonly tokens: number;
  readonly budgetTokens: number;
  readonly parts: readonly GuardedPart[];
}

export interface Retriever {
  assembleWindow(request: WindowRequest): Promise<AssembledWindow>;
  recall(request: RecallRequest): Promise<RecallAnswer>;
  /** A part of an event or an artifact, within the tokens of one recall. Errors: `not_found`, `range_not_satisfiable`, `unsupported_media_type`, `pull_limit`. */
  open(request: OpenRequest): Promise<OpenAnswer>;
  /**
   * Starts, for what a user is typing, the recall whose evidence the session's next window pushes; does not wait for it. Bounded: one a session, held
   * briefly in the process that was asked, a few at a time. Never an error for what it cannot do: the window then asks for itself.
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
  /** With `only`, neither the list nor its cursor tells of another space (I-08). */
  spaces(query: {
    tenant: string;
    limit: number;
    cursor?: string;
    only?: readonly string[];
  }): Promise<{ spaces: { space: string; sessions: number; events: number; lastAt: number }[]; cursor?: string }>;
  /** Accepted events in order of the session. */
  events(query: SessionAddress & { fromOrdinal?: number; limit: number }): Promise<{ events: EventView[]; nextOrdinal?: number }>;
  /** By id, or by its place in a session: `e184` of the one that is named, `SESSION/e184`. */
  event(query: { tenant: string; space: string; eventId: string; session?: string }): Promise<EventView>;
  artifact(query: { tenant: string; space: string; artifactId: string; range?: { from: number; to?: number } }): Promise<ArtifactContent>;
  /** Browsable by topic and importance. Source: 000 §2.4. */
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
  /** How recall is used, over a time: whole, by day or by session. Of the last 30 days before `to` where no `from` is given; the answer names it. Source: R10. */
  demand(
    query: Omit<DemandQuery, 'after'> & { readonly cursor?: string },
  ): Promise<{ from: number; groups: DemandFigures[]; cursor?: string }>;
}
