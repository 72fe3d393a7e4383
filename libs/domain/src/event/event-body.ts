import type { ArtifactRef } from '../artifact/artifact-ref.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { DelegationGrant, DelegationPacket, DelegationReport } from '../delegation/delegation.ts';
import type { TaskState } from '../task-state/task-state.ts';
import type { UtilityHint } from './event-kind.ts';

/** A tool call as the model made it. Its result carries the same id. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text exactly as written; absent on a result. */
  readonly arguments?: string;
}

/**
 * Opaque data that a vendor requires when its model's thinking or calls are sent back: a signature of the text, or a
 * replacement for the text.
 */
export interface ThinkingSeal {
  readonly signature?: string;
  /** Data of thinking that the vendor withheld. */
  readonly redacted?: string;
  /**
   * Vendor whose seal it is, by the name that its models have in the AI SDK (`google`, `openai`); no other vendor is sent
   * it. Absent for Anthropic, and where only one vendor can have made it. Alone where the vendor wants the text back
   * without a seal (`deepseek`).
   */
  readonly vendor?: string;
  /** Call that is sealed instead of a text, as Google does; the event has no text then. */
  readonly callId?: string;
}

/** Parent of a session. With `sequence`, the session shares the parent's events of that source up to that number. */
export interface SessionParent {
  readonly session: string;
  readonly source?: string;
  readonly sequence?: number;
  /** Present where the session works on a subtask of the parent. Only the service writes it. */
  readonly delegation?: DelegationGrant;
}

/** Facts that the caller states about an event besides its content. */
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
  /** Time when it was observed; `referencedAt` is the time it speaks of. Epoch milliseconds. */
  readonly observedAt?: number;
  readonly referencedAt?: number;
  readonly pinned?: boolean;
  /**
   * Person that the event is about or comes from, as the caller names them. An erasure of this data subject takes the
   * event with it. Sealed with the body.
   */
  readonly subject?: string;
  /** Session that this one was forked from or started by. Only on the first event of a session. */
  readonly parent?: SessionParent;
  /** Fields of an imported record that fit nowhere else; never rendered. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * Marks an event with a result of `recall` or `open`, so that it is never indexed or consolidated (I-13). Source: E11.
 */
export interface RecallReceipt {
  readonly retrievalId: string;
  readonly evidence: readonly {
    readonly eventId: string;
    /** Session of the event, where whoever wrote the receipt named it. */
    readonly session?: string;
    readonly fromByte?: number;
    readonly toByte?: number;
  }[];
  /** Hex SHA-256 of the rendering. */
  readonly renderingHash: string;
  /**
   * Ranges of the rendering in the event's text, in UTF-16 units and in order; absent where the event holds nothing
   * else.
   */
  readonly within?: readonly { readonly from: number; readonly to: number }[];
}

/**
 * Stands in a receipt in place of a retrieval's id, where an event quotes the memory and is no result that an agent was
 * given: nothing is counted as received or used by it.
 */
export const NO_RETRIEVAL = 'none';

/** Returns true when an event holds nothing but a result of recall. Any other text in an event is indexed as usual. */
export function isRecalled({ recall }: Pick<EventBody, 'recall'>): boolean {
  return recall !== undefined && recall.within === undefined;
}

/** Facts that identify a retry. Source: architecture §3. */
export interface EventOrigin {
  readonly source?: string;
  readonly sequence?: number;
  /** Hash of the Idempotency-Key; `fingerprint` is a hash of the content sent under it. */
  readonly idempotencyKey?: string;
  readonly fingerprint?: string;
  /**
   * The same of a call however its arguments are written. Only where they were masked: else they are there to be compared.
   */
  readonly callFingerprint?: string;
}

/** The sealed part of a record. */
export interface EventBody {
  /** Inline text; empty where the content is an artifact. */
  readonly text: string;
  readonly artifacts?: readonly ArtifactRef[];
  readonly call?: ToolCall;
  readonly isError?: boolean;
  /** Shared by the thinking, text and calls of one model response. */
  readonly messageId?: string;
  /** Seal of thinking. A vendor refuses thinking without its seal; such text is kept but never sent. */
  readonly thinking?: ThinkingSeal;
  readonly meta: EventMetadata;
  readonly origin?: EventOrigin;
  readonly recall?: RecallReceipt;
  readonly taskState?: TaskState;
  /** The packet of a delegation, and what was reported about it. Only the service writes them. */
  readonly delegation?: DelegationPacket;
  readonly report?: DelegationReport;
  /** Pins or unpins existing events. On a system note. */
  readonly pin?: { readonly eventIds: readonly string[]; readonly pinned: boolean };
  readonly compaction?: CompactionRecord;
  /**
   * True where windows name the agent of each message above it, as the policy said at the append; the tokens of its forms
   * count that line.
   */
  readonly namesAgents?: true;
  /** Matches of redaction, by rule name. */
  readonly redactions?: readonly { readonly rule: string; readonly count: number; readonly action: 'mark' | 'mask' }[];
}
