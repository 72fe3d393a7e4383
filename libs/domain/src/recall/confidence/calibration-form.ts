import type { LogisticModel } from './logistic-model.ts';

/** What a space mostly holds: people and assistants talking, or tools at work too. */
export const STORE_KINDS = ['talk', 'work'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** Chances that part the outcomes. */
export interface OutcomeBounds {
  /** At least this: the answer is given as one. */
  readonly answeredFrom: number;
  /** Below this nothing is said to be found, though what came nearest is shown in a few words. */
  readonly nothingBelow: number;
}

/** What a chance is made of: for the answer that what is packed holds it, for a hit that it is right. */
export interface Calibration {
  readonly answer: LogisticModel;
  readonly hit: LogisticModel;
  readonly outcomes: Readonly<Record<StoreKind, OutcomeBounds>>;
}
