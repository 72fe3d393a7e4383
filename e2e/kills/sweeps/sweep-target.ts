import type { LedgerEntry, SpaceUnits } from '@total-recall/domain';

/** A service whose consolidator can be killed, with what it keeps. */
export interface SweepTarget {
  readonly apiKey: string;
  url(): string;
  /** Kills the process that decides about the space. */
  kill(): Promise<void>;
  /** Starts what was killed; with a time, kills that start after it and starts once more. */
  start(killedAfterMs?: number): Promise<void>;
  /** Ends the consolidators in order, so that nothing is unsaved. */
  rest(): Promise<void>;
  /** The ledger of the tenant's partition, while the consolidators are at rest. */
  ledger(): Promise<LedgerEntry[]>;
  /** The units as the store has them, while the consolidators are at rest. */
  units(space: string): Promise<SpaceUnits | undefined>;
  /** Removes the stored units of every space, while the consolidators are at rest. */
  dropUnits(): Promise<void>;
  stop(): Promise<void>;
}

export const TENANT = 'default';
