import type { SessionAddress } from '../event/address.ts';
import type { SessionParent } from '../event/event-body.ts';
import type { EventKind } from '../event/event-kind.ts';
import type { FormTokens } from '../event/form-tokens.ts';
import type { Cut } from '../compaction/cut.ts';
import type { Marker } from '../compaction/marker.ts';
import type { TaskPhase } from '../task-state/task-state.ts';

/** How an entry is shown in the window. */
export type EntryForm = 'whole' | 'stripped' | 'preview';

/** One unevicted event, by ids and flags only. */
export interface SessionEntry {
  readonly id: string;
  /** 1, 2, 3 ... over the accepted events of the session; its place in the session. */
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
  /** The family it is counted for, where that is not the session's. */
  readonly family?: string;
  /** What its preview shows, where a compaction sized it; the standard preview where absent. */
  readonly cut?: Cut;
  readonly state: 'readable' | 'opaque' | 'erased';
  /** Set on calls and results. */
  readonly callId?: string;
  /** On a call that has no result: the tool's name, by which calls of one id are told apart. */
  readonly callName?: string;
  /** On a call: whether a result came, none will be waited for any more, or it is still open. */
  readonly call?: 'open' | 'answered' | 'closed';
  /** A result that came after its call was closed, or without one: shown as a note naming its call. */
  readonly orphan?: boolean;
  readonly messageId?: string;
  readonly taskId?: string;
  readonly pinned?: boolean;
  readonly isError?: boolean;
  /** An objective or constraint that another event replaced or closed. */
  readonly superseded?: boolean;
  /** Holds a recall answer (I-13). */
  readonly isRecall?: boolean;
  /** A call of recall or open. */
  readonly isPull?: boolean;
  /** Turn at which it was last recalled. */
  readonly usedAtTurn?: number;
}

/** Premises as they were: name to hash of the value. */
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
  /** What the premises were before, oldest first, the newest versions only. */
  readonly premiseHistory?: readonly PremiseVersion[];
  readonly turn: number;
  readonly tokens: number;
  /** The family it is counted for, where that is not the session's. */
  readonly family?: string;
  readonly taskId?: string;
  readonly phase?: TaskPhase;
  /** Events its key events, open loops and constraints refer to. */
  readonly refs: readonly string[];
  readonly keyEvents: readonly string[];
  readonly crossTask?: boolean;
  readonly requiresSelfAssessment?: boolean;
  readonly requestHistorical?: boolean;
}

/** The oldest request that is not answered, by event id. */
export interface OpenRequest {
  readonly id: string;
  /** The request before a short one: the last longer one. */
  readonly continues?: string;
  readonly isShort: boolean;
}

/** What was accepted from one source: everything to `mark`, and the closed ranges above it, in order. */
export interface SourceProgress {
  readonly mark: number;
  readonly above: readonly (readonly [number, number])[];
}

/** A call that left the window without a result; `request` is absent in states of an older fold. */
export interface LateCall {
  readonly callId: string;
  readonly turn: number;
  readonly request?: number;
  readonly name?: string;
}

/** Everything a session is, folded from its records; never a body. */
export interface SessionState extends SessionAddress {
  readonly foldVersion: number;
  /** Offset of the last record folded; records at or below it are skipped. */
  readonly offset: number;
  /** Accepted events so far; the last ordinal given. */
  readonly ordinal: number;
  readonly turn: number;
  readonly request: number;
  readonly cycle: number;
  /** The tokenizer family that entries, markers and task state are counted for; absent of states saved before it was kept. */
  readonly family?: string;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Unevicted entries by ordinal. The current task state is not among them. */
  readonly entries: readonly SessionEntry[];
  readonly markers: readonly Marker[];
  readonly taskState?: TaskStateRef;
  /** What stands in its place where the caller keeps none: in the compaction of that id. */
  readonly derivedTask?: { readonly eventId: string; readonly tokens: number };
  readonly sources: Readonly<Record<string, SourceProgress>>;
  /** The last keys seen, oldest first, with what was sent under them and the ids given. */
  readonly idempotencyKeys: readonly {
    readonly key: string;
    readonly fingerprint: string;
    readonly count: number;
    readonly firstId: string;
  }[];
  /** Calls whose result never came and that were evicted or closed, so that a late result still finds its turn and request. */
  readonly lateCalls: readonly LateCall[];
  /** Events that were evidence of a recall and how often, the last used at the end; older ones are forgotten. */
  readonly usedEvidence?: readonly { readonly eventId: string; readonly uses: number }[];
  /** Ids of the session's first request, the latest, and the oldest that no message of the model has answered. */
  readonly firstRequest?: string;
  readonly latestRequest?: string;
  readonly openRequest?: OpenRequest;
  /** Whether the model's last output is a message: the next user message begins anew then. */
  readonly isAnswered?: boolean;
  /** Named by its first event. */
  readonly parent?: SessionParent;
  readonly stops: readonly { readonly reason: string; readonly signature: string }[];
  /** Sum over all accepted events in whole form. */
  readonly tokensIn: number;
  readonly lastKind?: EventKind;
  readonly lastMessageId?: string;
  readonly lastWasResult?: boolean;
}

/** What the fold gives an accepted event; kept beside it in the read model, never in the record. */
export interface AcceptedEvent {
  readonly ordinal: number;
  readonly turn: number;
  readonly request: number;
  readonly atom: number;
  readonly premiseVersion: number;
  readonly taskId?: string;
  /** Whether recall may find it; recall results are not (I-13). */
  readonly indexed: boolean;
}
