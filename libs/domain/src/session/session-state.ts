import type { SessionAddress } from '../event/address.ts';
import type { SessionParent } from '../event/event-body.ts';
import type { EventKind } from '../event/event-kind.ts';
import type { FormTokens } from '../event/form-tokens.ts';
import type { Cut } from '../compaction/previews/cut.ts';
import type { Marker } from '../compaction/markers/marker.ts';
import type { KnowledgeRef } from '../knowledge/knowledge-choice.ts';
import type { TaskPhase } from '../task-state/task-state.ts';

/** Form in which the window shows an entry. */
export type EntryForm = 'whole' | 'stripped' | 'preview';

/** An unevicted event, as ids and flags only. */
export interface SessionEntry {
  readonly id: string;
  /** Place in the session: 1, 2, 3 ... over its accepted events. */
  readonly ordinal: number;
  readonly offset: number;
  readonly kind: EventKind;
  readonly turn: number;
  readonly request: number;
  /** Ordinal of the first entry of its atom. */
  readonly atom: number;
  readonly occurredAt: number;
  readonly tokens: FormTokens;
  readonly form: EntryForm;
  /** Tokenizer family of its counts, where that is not the session's. */
  readonly family?: string;
  /** Ranges that its preview shows, where a compaction sized it; the standard preview where absent. */
  readonly cut?: Cut;
  readonly state: 'readable' | 'opaque' | 'erased';
  /** Set on calls and results. */
  readonly callId?: string;
  /** Tool name of a call without a result; tells calls with the same id apart. */
  readonly callName?: string;
  /** State of a call: answered, closed without a result, or still open. */
  readonly call?: 'open' | 'answered' | 'closed';
  /**
   * True for a result without an open call: it came too late or on its own, and is shown as a note that names its call.
   */
  readonly orphan?: boolean;
  readonly messageId?: string;
  readonly taskId?: string;
  readonly pinned?: boolean;
  readonly isError?: boolean;
  /** True for an objective or constraint that another event replaced or closed. */
  readonly superseded?: boolean;
  /** True when it holds a recall answer (I-13). */
  readonly isRecall?: boolean;
  /** True for thinking that is the seal of a call. */
  readonly sealsCall?: boolean;
  /** True for a call of recall or open: by its name, or by its answer. */
  readonly isPull?: boolean;
  /** Turn at which it was last recalled. */
  readonly usedAtTurn?: number;
}

/** A former version of the premises: name to hash of the value. */
export interface PremiseVersion {
  readonly version: number;
  readonly premises: Readonly<Record<string, string>>;
}

/** The current task state, by reference. */
export interface TaskStateRef {
  readonly eventId: string;
  readonly version: number;
  readonly premiseVersion: number;
  readonly premises: Readonly<Record<string, string>>;
  /** Former premises, oldest first; the newest versions only. */
  readonly premiseHistory?: readonly PremiseVersion[];
  readonly turn: number;
  readonly tokens: number;
  /** Tokenizer family of its count, where that is not the session's. */
  readonly family?: string;
  readonly taskId?: string;
  readonly phase?: TaskPhase;
  /** Ids of events that its key events, open loops and constraints refer to. */
  readonly refs: readonly string[];
  readonly keyEvents: readonly string[];
  readonly crossTask?: boolean;
  readonly requiresSelfAssessment?: boolean;
  readonly requestHistorical?: boolean;
}

/** The oldest unanswered request, by event id. */
export interface OpenRequest {
  readonly id: string;
  /** The longer request that a short one continues. */
  readonly continues?: string;
  readonly isShort: boolean;
}

/** Sequence numbers accepted from one source: all up to `mark`, and closed ranges above it, in order. */
export interface SourceProgress {
  readonly mark: number;
  readonly above: readonly (readonly [number, number])[];
}

/** A call that left the window without a result. `request` is absent in states of an older fold. */
export interface LateCall {
  readonly callId: string;
  readonly turn: number;
  readonly request?: number;
  readonly name?: string;
}

/** State of a session, folded from its records. Never holds a body. */
export interface SessionState extends SessionAddress {
  readonly foldVersion: number;
  /** Offset of the last record folded; records at or below it are skipped. */
  readonly offset: number;
  /** Number of accepted events so far, equal to the last ordinal. */
  readonly ordinal: number;
  readonly turn: number;
  readonly request: number;
  readonly cycle: number;
  /**
   * Tokenizer family of the counts of entries, markers and task state; absent in states saved before it was recorded.
   */
  readonly family?: string;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Unevicted entries by ordinal, without the current task state. */
  readonly entries: readonly SessionEntry[];
  readonly markers: readonly Marker[];
  readonly taskState?: TaskStateRef;
  /** Derived task state where the caller keeps none: it is in the compaction with this id. */
  readonly derivedTask?: { readonly eventId: string; readonly tokens: number };
  /** Facts that windows show beside the session's own events. */
  readonly knowledge?: KnowledgeRef;
  readonly sources: Readonly<Record<string, SourceProgress>>;
  /** The last keys seen, oldest first, with a fingerprint of the content sent under them and the assigned ids. */
  readonly idempotencyKeys: readonly {
    readonly key: string;
    readonly fingerprint: string;
    readonly count: number;
    readonly firstId: string;
  }[];
  /** Calls evicted or closed without a result, so that a late result still finds its turn and request. */
  readonly lateCalls: readonly LateCall[];
  /**
   * Events that were evidence of a recall, with the number of uses, the last used at the end; older ones are forgotten.
   */
  readonly usedEvidence?: readonly { readonly eventId: string; readonly uses: number }[];
  /** Ids of the session's first request, the latest, and the oldest that no message of the model answered. */
  readonly firstRequest?: string;
  readonly latestRequest?: string;
  readonly openRequest?: OpenRequest;
  /** True when the model's last output is a message; the next user message then starts anew. */
  readonly isAnswered?: boolean;
  /** Session that this one was forked from or started by, as stated by its first event. */
  readonly parent?: SessionParent;
  readonly stops: readonly { readonly reason: string; readonly signature: string }[];
  /** Tokens of all accepted events in whole form. */
  readonly tokensIn: number;
  readonly lastKind?: EventKind;
  readonly lastMessageId?: string;
  readonly lastWasResult?: boolean;
}

/** Values that the fold assigns to an accepted event. Stored beside it in the read model, never in the record. */
export interface AcceptedEvent {
  readonly ordinal: number;
  readonly turn: number;
  readonly request: number;
  readonly atom: number;
  readonly premiseVersion: number;
  readonly taskId?: string;
  /** True when recall may find it; results of recall are excluded (I-13). */
  readonly indexed: boolean;
}
