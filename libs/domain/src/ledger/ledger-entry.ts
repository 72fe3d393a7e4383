import type { SeenErasure } from '../erasure/erasure-certificate.ts';
import type { ErasureCounts, ErasureTargets, RecordedScope, Withheld } from '../erasure/erasure-scope.ts';
import type { HoldScope } from '../hold/hold.ts';

/** What is decided about a tenant's memory, by whom and why. Consolidation adds kinds of its own; what a reader does not know it passes over. */
export type LedgerAct =
  | {
      readonly type: 'ErasureRequested';
      readonly scope: RecordedScope;
      readonly targets: ErasureTargets;
      readonly counts: ErasureCounts;
      /** What a hold kept out of it. */
      readonly withheld?: Withheld;
    }
  | {
      readonly type: 'ErasureCompleted';
      readonly erasureId: string;
      /** For the certificate; absent of what was done before there were any. */
      readonly seen?: SeenErasure;
    }
  /** The folder is a restored copy of before it: it is to be done once more, whatever stands before this. */
  | { readonly type: 'ErasureReopened'; readonly erasureId: string }
  /** A legal hold stands from here on, whatever erasures are asked for behind it. */
  | { readonly type: 'HoldPlaced'; readonly name: string; readonly scope: HoldScope }
  | { readonly type: 'HoldReleased'; readonly holdId: string };

export interface NewLedgerEntry {
  /** ULID. An entry whose id stands in the ledger already is not taken again. */
  readonly id: string;
  readonly tenant: string;
  /** Absent of what concerns several spaces. */
  readonly space?: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The API key, or the role of the service that acts. */
  readonly actor: string;
  readonly reason?: string;
  readonly act: LedgerAct;
}

/** An entry where it stands: numbered 1, 2, 3 ... in its partition, by the owner of that time. */
export interface LedgerEntry extends NewLedgerEntry {
  readonly sequence: number;
  readonly epoch: number;
}
