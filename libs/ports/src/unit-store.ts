import type { SpaceUnits } from '@total-recall/domain';

/** A space of a tenant. */
export interface SpacePlace {
  readonly tenant: string;
  readonly space: string;
}

/**
 * Bytes that the state of one space takes as JSON, and four times what it takes packed. A larger one is not kept: a
 * space of 20,000 units takes an eighth of it.
 */
export const UNIT_STATE_BYTES = 256 * 1024 * 1024;

/** An entry of the ledger by its number and its id, as another ledger may have another entry of that number. */
export interface LedgerPoint {
  readonly sequence: number;
  readonly entryId: string;
}

/** Reach of the states of a partition in its ledger. */
export interface UnitMarks {
  /** The last entry that all states hold. */
  readonly saved: LedgerPoint;
  /** The last entry that a state may hold; above `saved` where a save did not end. */
  readonly begun: LedgerPoint;
}

/**
 * The units of each space as the ledger's fold left them. It holds ids, ranges, times and keyed hashes, no content, and
 * can be dropped: it is filled again from the ledger (I-07).
 *
 * - A partition of the ledger has one writer: its owner. `save` keeps the state with the highest `sequence` of a space;
 *   an older one is ignored without an error.
 * - When `save` resolves, its states and its mark outlive the process. After a failure, or where a machine lost what was
 *   written last, the mark never stands above the states: it may be too low, and the fold of the entries after it gives
 *   the same states again. No state stands above `begun`.
 * - `upTo` never moves back but by `clear`.
 * - Reads see the last completed save of any process; no refresh is needed.
 * - After `close` every call is refused with `closed`.
 */
export interface UnitStore {
  /** Errors: `damaged` for a state that is not what was written; `payload_too_large` for one that was too large to keep. */
  load(place: SpacePlace): Promise<SpaceUnits | undefined>;
  /** Returns the `sequence` of the saved state without reading it all; undefined where there is none. */
  sequenceOf(place: SpacePlace): Promise<number | undefined>;
  /**
   * Saves states, and the last entry of the partition that they and all earlier states hold. Of a state above the bound
   * it keeps only that there is one, so that a space never holds up the others of its partition.
   */
  save(partition: number, states: readonly SpaceUnits[], upTo: LedgerPoint): Promise<void>;
  /** Returns how far the states of a partition reach; undefined before the first save and after `clear`. */
  marks(partition: number): Promise<UnitMarks | undefined>;
  /** Removes the states and the marks of a partition, for a ledger that they are not of. Later saves may be lower. */
  clear(partition: number): Promise<void>;
  close(): Promise<void>;
}
