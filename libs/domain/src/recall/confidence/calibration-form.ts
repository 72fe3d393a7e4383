import type { LogisticModel } from './logistic-model.ts';

/** Main content of a space: people and assistants talking, or tools at work as well. */
export const STORE_KINDS = ['talk', 'work'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** Probability bounds between the outcomes. */
export interface OutcomeBounds {
  /** From this on the outcome is `answered`. */
  readonly answeredFrom: number;
  /** Below this the outcome is `nothing_found`, though the nearest hits are shown in a few words. */
  readonly nothingBelow: number;
}

/** Models of confidence: for the answer, that the packed text holds it; for a hit, that it is right. */
export interface Calibration {
  readonly answer: LogisticModel;
  readonly hit: LogisticModel;
  readonly outcomes: Readonly<Record<StoreKind, OutcomeBounds>>;
}
