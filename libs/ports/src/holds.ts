import type { ErasureScope, Hold } from '@total-recall/domain';

export interface HoldRequest {
  readonly tenant: string;
  /** What it keeps; a space, a session or a data subject may be one of which nothing has come yet. */
  readonly scope: ErasureScope;
  readonly name: string;
  readonly reason?: string;
  /** Who asks: the API key. */
  readonly actor: string;
}

export interface PlacedHold extends Hold {
  /** Erasures that were asked for before it and are not done: what these name goes all the same. Mostly none. */
  readonly underWay: readonly string[];
}

/**
 * Legal holds: they win over erasures and retention that come behind them in the ledger, until they are released. A hold is durable when it is
 * answered. Errors: `not_found` for an event that is not there, `erased` for one that is gone, `quota_exceeded` for too many that stand.
 */
export interface Holds {
  placeHold(request: HoldRequest): Promise<PlacedHold>;
  /** Released once; a repeat answers with what stands. Undefined where the tenant has no such hold. */
  releaseHold(release: {
    readonly tenant: string;
    readonly id: string;
    readonly actor: string;
    readonly reason?: string;
  }): Promise<Hold | undefined>;
  hold(tenant: string, id: string): Promise<Hold | undefined>;
  /** The newest first, at most `limit`; those that stand, or all; of these spaces alone where some are named. */
  holds(
    tenant: string,
    options: { readonly limit: number; readonly released: boolean; readonly spaces?: readonly string[] },
  ): Promise<Hold[]>;
}
