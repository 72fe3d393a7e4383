import type { ErasureScope } from '../erasure/erasure-scope.ts';

/** What a hold keeps, as the ledger has it: a data subject is known by a keyed mark and never by its name. */
export type HoldScope =
  Exclude<ErasureScope, { kind: 'subject' }> | { readonly kind: 'subject'; readonly mark: string; readonly space?: string };

/** A legal hold. While it stands nothing that it keeps is destroyed, by nobody. */
export interface Hold {
  /** ULID, of the entry of the ledger that placed it. */
  readonly id: string;
  readonly tenant: string;
  /** The caller's own: the number of a case. */
  readonly name: string;
  readonly scope: HoldScope;
  readonly reason?: string;
  /** The API key that placed it. */
  readonly actor: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly released?: { readonly at: number; readonly actor: string; readonly reason?: string };
}

/** A hold that has not been released. */
export const isStanding = ({ released }: Hold): boolean => released === undefined;
