import type { ErasureScope, Hold } from '@total-recall/domain';

export interface HoldRequest {
  readonly tenant: string;
  /** Data that the hold protects. A space, session or data subject may be named before any event of it exists. */
  readonly scope: ErasureScope;
  readonly name: string;
  readonly reason?: string;
  /** Id of the API key that asks. */
  readonly actor: string;
}

export interface PlacedHold extends Hold {
  /** Erasures requested before the hold and not done yet. The hold does not stop them. Usually empty. */
  readonly underWay: readonly string[];
}

export interface HoldRelease {
  readonly tenant: string;
  readonly id: string;
  readonly actor: string;
  readonly reason?: string;
  /** The only data subjects whose holds may be released; those of any, and of places, where absent. */
  readonly subjects?: readonly string[];
}

export interface HoldQuery {
  readonly limit: number;
  readonly released: boolean;
  readonly spaces?: readonly string[];
}

/**
 * Legal holds. A hold wins over every erasure and every retention that follows it in the ledger, until it is released.
 * It is durable when the call resolves. Errors: `not_found` for an event that does not exist, `erased` for one that is
 * gone, `limit_reached` when too many holds stand.
 */
export interface Holds {
  placeHold(request: HoldRequest): Promise<PlacedHold>;
  /**
   * Releases a hold once; a repeat returns its current state. Returns undefined where the tenant has no such hold. Errors:
   * `forbidden` for one that is of none of the `subjects`.
   */
  releaseHold(release: HoldRelease): Promise<Hold | undefined>;
  hold(tenant: string, id: string): Promise<Hold | undefined>;
  /** Returns the newest first, at most `limit`: standing holds only, or all; limited to the named spaces if any. */
  holds(tenant: string, options: HoldQuery): Promise<Hold[]>;
}
