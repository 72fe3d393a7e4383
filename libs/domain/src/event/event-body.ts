import type { ArtifactRef } from '../artifact/artifact-ref.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { TaskState } from '../task-state/task-state.ts';
import type { UtilityHint } from './event-kind.ts';

/** A tool call as the model made it; a result names the call by the same id. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text exactly as written; absent on a result. */
  readonly arguments?: string;
}

/** What a vendor wants back with thinking of its model: the signature of the text, or what it gave in place of the text. */
export interface ThinkingSeal {
  readonly signature?: string;
  /** Data of thinking that the vendor withheld. */
  readonly redacted?: string;
}

/** Where a session comes from; with `sequence` it shares the parent's events of that source up to it. */
export interface SessionParent {
  readonly session: string;
  readonly source?: string;
  readonly sequence?: number;
}

/** What the caller says about an event beside its content. */
export interface EventMetadata {
  readonly taskId?: string;
  readonly agent?: string;
  readonly parentAgent?: string;
  readonly tags?: readonly string[];
  readonly hints?: readonly UtilityHint[];
  readonly sensitivity?: readonly string[];
  /** Events that this one makes obsolete. */
  readonly supersedes?: readonly string[];
  /** Events this one was derived from. */
  readonly provenance?: readonly string[];
  /** Epoch milliseconds when it was seen, and what point in time it speaks of. */
  readonly observedAt?: number;
  readonly referencedAt?: number;
  readonly pinned?: boolean;
  /** Whom it is about or of, as the caller names a person: what an erasure of a data subject goes by. Sealed with the body. */
  readonly subject?: string;
  /** On the first event of a session: the one that it was forked from or started by. */
  readonly parent?: SessionParent;
  /** Fields of an imported record that have no place of their own; never rendered. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Carried by an event that holds what `recall` or `open` returned, which is never indexed, never consolidated (I-13). Source: E11. */
export interface RecallReceipt {
  readonly retrievalId: string;
  readonly evidence: readonly { readonly eventId: string; readonly fromByte?: number; readonly toByte?: number }[];
  /** Hex SHA-256 of the rendering. */
  readonly renderingHash: string;
  /** Where in the event's text the rendering stands, in UTF-16 units and in order; absent where the event says nothing else. */
  readonly within?: readonly { readonly from: number; readonly to: number }[];
}

/** Whether an event is nothing but what recall returned; of one that says more, the rest is indexed like any other. */
export function isRecalled({ recall }: Pick<EventBody, 'recall'>): boolean {
  return recall !== undefined && recall.within === undefined;
}

/** Where a retry is recognised from. Source: architecture §3. */
export interface EventOrigin {
  readonly source?: string;
  readonly sequence?: number;
  /** Hash of the Idempotency-Key, with the fingerprint of what was sent under it. */
  readonly idempotencyKey?: string;
  readonly fingerprint?: string;
}

/** The sealed part of a record. */
export interface EventBody {
  /** Inline text; for an event whose content is an artifact, empty. */
  readonly text: string;
  readonly artifacts?: readonly ArtifactRef[];
  readonly call?: ToolCall;
  readonly isError?: boolean;
  /** Shared by the thinking, text and calls of one model response. */
  readonly messageId?: string;
  /** Of thinking: without it, a vendor would refuse the text, so it is kept and never sent. */
  readonly thinking?: ThinkingSeal;
  readonly meta: EventMetadata;
  readonly origin?: EventOrigin;
  readonly recall?: RecallReceipt;
  readonly taskState?: TaskState;
  /** A system note may pin or unpin events that are already there. */
  readonly pin?: { readonly eventIds: readonly string[]; readonly pinned: boolean };
  readonly compaction?: CompactionRecord;
  /** What redaction found, by rule name. */
  readonly redactions?: readonly { readonly rule: string; readonly count: number; readonly action: 'mark' | 'mask' }[];
}
