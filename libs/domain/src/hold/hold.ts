import type { ErasureScope } from '../erasure/erasure-scope.ts';

/** Scope of a hold as the ledger stores it. A data subject appears as a keyed hash, never by name. */
export type HoldScope =
  | Exclude<ErasureScope, { kind: 'subject' }>
  | { readonly kind: 'subject'; readonly mark: string; readonly space?: string };

/** A legal hold. While it stands, nobody can destroy what it protects. */
export interface Hold {
  /** ULID of the ledger entry that placed it. */
  readonly id: string;
  readonly tenant: string;
  /** Name chosen by the caller, such as a case number. */
  readonly name: string;
  readonly scope: HoldScope;
  readonly reason?: string;
  /** Id of the API key that placed it. */
  readonly actor: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly released?: { readonly at: number; readonly actor: string; readonly reason?: string };
}

/** Returns true when a hold has not been released. */
export const isStanding = ({ released }: Hold): boolean => released === undefined;
