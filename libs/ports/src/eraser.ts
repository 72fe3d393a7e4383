import type { ErasureCertificate, ErasureCounts, ErasureScope, EventKind, RecordedScope, Withheld } from '@total-recall/domain';

export interface EraseRequest {
  readonly tenant: string;
  readonly scope: ErasureScope;
  /** Who asks: the API key. */
  readonly actor: string;
  readonly reason?: string;
  /** Finds what would go, and changes nothing. */
  readonly dryRun?: boolean;
  /** Takes what no hold keeps, where a hold keeps a part: otherwise nothing goes. */
  readonly exceptHeld?: boolean;
}

/** How many events of each kind. */
export type CountsByKind = Readonly<Partial<Record<EventKind, number>>>;

export interface Erasure {
  readonly id: string;
  readonly status: 'planned' | 'running' | 'done';
  /** Epoch milliseconds. */
  readonly at: number;
  readonly completedAt?: number;
  readonly actor: string;
  readonly reason?: string;
  readonly scope: RecordedScope;
  readonly counts: ErasureCounts;
  /** Of sessions that stay, at most 1,000. */
  readonly eventIds: readonly string[];
  /** What goes, by kind; of a dry run. */
  readonly kinds?: CountsByKind;
  /** What holds keep; absent where they keep nothing. By kind and by id, at most 1,000 of these, of a dry run. */
  readonly held?: Withheld & { readonly kinds?: CountsByKind; readonly eventIds?: readonly string[] };
  /** Where it is done, and asked for alone; absent of what an earlier version did. */
  readonly certificate?: ErasureCertificate;
}

/**
 * Takes what is asked to go out of every store of ours, for good (I-12). `erase` answers when it is done; what was requested is durable before
 * anything is destroyed, and is finished by the next process where this one ends. Errors: `not_found`, `invalid_request`, `not_caught_up`,
 * `held` where a legal hold keeps any of it.
 */
export interface Eraser {
  erase(request: EraseRequest): Promise<Erasure>;
  erasure(tenant: string, id: string): Promise<Erasure | undefined>;
  /** The newest first, at most `limit`. */
  erasures(tenant: string, limit: number): Promise<Erasure[]>;
  /** Whether this is a restored copy in which later erasures are not done again yet: until then nothing of it may be read. */
  owes(): boolean;
  /** The public half of the key that signs certificates, 32 bytes as base64url. */
  certificateKey(): Promise<string>;
}
