import { bootstrapInterval, mean } from '../ranking-measures.ts';

/** A figure that the gate watches. */
export interface GateFigure {
  readonly n: number;
  /** A share between 0 and 1, rounded to significant digits. */
  readonly value: number;
  /** Largest accepted loss: part of the bootstrap interval, at least one question. */
  readonly tolerance: number;
  readonly better: 'higher' | 'lower';
  /**
   * True when the service under test selects the questions, such as those it calls answered. Their number may then
   * differ; only the share is compared.
   */
  readonly isOfChosen?: true;
}

/** Figures, by name. */
export type GateFigures = Readonly<Record<string, GateFigure>>;

/**
 * Share of the interval's half width that may be lost. Every run asks the same questions, so their choice, which makes
 * up most of the interval, cannot vary. What remains is a small change of many ranks, or a large one of a few.
 */
const TOLERATED = 0.5;
const DECIMALS = 4;

const round = (value: number): number => Number(value.toFixed(DECIMALS));

/** Computes the mean over questions with its tolerance. Throws without a question: that is the caller's error. */
export function gateFigure(values: readonly number[], seed: number, better: GateFigure['better'] = 'higher'): GateFigure {
  const value = mean(values);
  const interval = bootstrapInterval(values, { seed });
  if (value === null || interval === null) throw new RangeError('A figure of the gate needs at least one question.');
  const halfWidth = (interval.high - interval.low) / 2;
  return { n: values.length, value: round(value), tolerance: round(Math.max(TOLERATED * halfWidth, 1 / values.length)), better };
}
