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
  /** Fields of an imported record that have no place of their own; never rendered. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Carried by an event that holds what `recall` returned: never indexed, never consolidated (I-13). Source: E11. */
export interface RecallReceipt {
  readonly retrievalId: string;
  readonly evidence: readonly { readonly eventId: string; readonly fromByte?: number; readonly toByte?: number }[];
  /** Hex SHA-256 of the rendering. */
  readonly renderingHash: string;
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
