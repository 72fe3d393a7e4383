import type {
  ErasureCertificate,
  ErasureCounts,
  ErasureScope,
  ErasureTargets,
  Hold,
  RecordedScope,
  UnreadEvents,
  Withheld,
} from '@total-recall/domain';
import type { CountsByKind, ExpiredInSpace } from './retention.ts';
import type { HoldQuery, HoldRelease, HoldRequest, PlacedHold } from './holds.ts';

/** Problem in the details of a refusal: the turn of the request has not come, and it may be asked again. */
export const ERASURES_UNDER_WAY = 'erasures_under_way';

export interface EraseRequest {
  readonly tenant: string;
  readonly scope: ErasureScope;
  /** Id of the API key that asks. */
  readonly actor: string;
  readonly reason?: string;
  /** Finds what would be erased and changes nothing. */
  readonly dryRun?: boolean;
  /** Erases the part that no hold protects. Without it, a hold on any part refuses the whole request. */
  readonly exceptHeld?: boolean;
  /**
   * Time after which the eraser of another process answers, if it is less than that one's own: `running` for a request
   * that is durable, and `unavailable` with the problem `erasures_under_way` for one whose turn has not come, which leaves
   * nothing. An earlier version takes no notice of it.
   */
  readonly answerWithinMs?: number;
}

export interface Erasure {
  readonly id: string;
  /** `incomplete`: over, but the events of `undone` are still there, or those of `unread` may be of it. */
  readonly status: 'planned' | 'running' | 'done' | 'incomplete';
  /** Epoch milliseconds. */
  readonly at: number;
  readonly completedAt?: number;
  readonly actor: string;
  readonly reason?: string;
  readonly scope: RecordedScope;
  readonly counts: ErasureCounts;
  /** Ids of erased events in sessions that remain, at most 1,000. */
  readonly eventIds: readonly string[];
  /** Events that would be erased, by kind. Dry run only. */
  readonly kinds?: CountsByKind;
  /**
   * Events that holds protect; absent where there are none. Kinds and ids (at most 1,000) are given for a dry run only.
   */
  readonly held?: Withheld & { readonly kinds?: CountsByKind; readonly eventIds?: readonly string[] };
  /** Sessions that have lost too many events to lose these too, or whose key is missing; erase them whole. */
  readonly undone?: ErasureTargets['sessions'];
  /**
   * Events that do not open, so that nobody knows whether they are of this erasure, or what repeats them. It is done again
   * once they open.
   */
  readonly unread?: UnreadEvents;
  /** Present once the erasure is done and is read by its id; absent for erasures of an earlier version. */
  readonly certificate?: ErasureCertificate;
}

/**
 * The part of an erasure in one partition of the log: events of a session, a session, or everything that a space has
 * there.
 */
export interface PartitionErasure {
  readonly tenant: string;
  readonly space: string;
  readonly partition: number;
  /** Absent where everything of the space is erased. */
  readonly session?: string;
  /** Absent where the whole session is erased. */
  readonly eventIds?: readonly string[];
  /** Holds of the tenant. An event that one of them protects stays word for word, even if it quotes an erased event. */
  readonly holds: readonly Hold[];
}

/** Result of the part of an erasure in one partition. */
export interface PartitionErased {
  /** The session has lost too many events to lose these too, or its key is missing, and nothing was changed. */
  readonly isFull?: true;
}

/**
 * The part of an erasure that only the projector of a partition may do, because nobody else writes its read model. It
 * revises bodies, destroys keys of events and sessions, and purges index, session states and analytics. A repeat
 * succeeds. Errors: `unavailable` where another process projects the partition; `servedBy` in the details names its
 * address.
 */
export interface PartitionEraser {
  eraseFrom(request: PartitionErasure): Promise<PartitionErased>;
}

/**
 * The eraser of another process, with its holds. Errors: those of an eraser, and `unavailable` where another process
 * owns the tenant's part of the ledger; `servedBy` names its address.
 */
export interface ErasureService {
  erase(request: EraseRequest): Promise<Erasure>;
  erasure(request: { readonly tenant: string; readonly id: string }): Promise<{ readonly erasure?: Erasure }>;
  erasures(request: { readonly tenant: string; readonly limit: number; readonly spaces?: readonly string[] }): Promise<Erasure[]>;
  certificateKey(request: { readonly tenant: string }): Promise<string>;
  placeHold(request: HoldRequest): Promise<PlacedHold>;
  releaseHold(request: HoldRelease): Promise<{ readonly hold?: Hold }>;
  hold(request: { readonly tenant: string; readonly id: string }): Promise<{ readonly hold?: Hold }>;
  holds(request: HoldQuery & { readonly tenant: string }): Promise<Hold[]>;
  expired(request: { readonly tenant: string; readonly space?: string }): Promise<ExpiredInSpace[]>;
}

/**
 * Erases data from every store of the service, for good (I-12). `erase` returns when the work is done; with the status
 * `running` it also returns where the log is not folded in time to finish, and on a cluster after a time limit. The
 * request is durable before anything is destroyed, and the next process finishes it if this one stops. Errors: `not_found`,
 * `not_caught_up` before it is durable, `held` where a legal hold protects any part of it, `invalid_request` also where a
 * session has lost too many events to lose these too.
 */
export interface Eraser {
  erase(request: EraseRequest): Promise<Erasure>;
  erasure(tenant: string, id: string): Promise<Erasure | undefined>;
  /** Returns the newest first, at most `limit`; with `spaces` those in one of them alone. */
  erasures(tenant: string, limit: number, spaces?: readonly string[]): Promise<Erasure[]>;
  /**
   * Returns true while this is a restored copy whose later erasures have not been repeated yet. Nothing may be read
   * from it until then.
   */
  owes(): boolean;
  /** Returns the public half of the key that signs certificates: 32 bytes as base64url. */
  certificateKey(): Promise<string>;
}
