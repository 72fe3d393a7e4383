import { bootstrapInterval, mean } from '../ranking-measures.ts';

/** A figure that the gate watches. */
export interface GateFigure {
  readonly n: number;
  /** A fraction of 1, rounded to what means something. */
  readonly value: number;
  /** How far it may get worse: of the bootstrap interval a part, and one question at least. */
  readonly tolerance: number;
  readonly better: 'higher' | 'lower';
  /** The service under test chooses what it is over, as the questions that it says are answered: their number may differ, the share is compared. */
  readonly isOfChosen?: true;
}

/** Figures by name. */
export type GateFigures = Readonly<Record<string, GateFigure>>;

/**
 * Share of the interval's half width that may be lost. The same questions are asked at every run, so most of what the interval allows for,
 * the choice of the questions, cannot differ: what remains is a small change of many ranks, or a large one of a few.
 */
const TOLERATED = 0.5;
const DECIMALS = 4;

const round = (value: number): number => Number(value.toFixed(DECIMALS));

/** The mean of what each question gave, with its tolerance. Without a question there is no figure: that is an error of the caller. */
export function gateFigure(values: readonly number[], seed: number, better: GateFigure['better'] = 'higher'): GateFigure {
  const value = mean(values);
  const interval = bootstrapInterval(values, { seed });
  if (value === null || interval === null) throw new RangeError('A figure of the gate needs at least one question.');
  const halfWidth = (interval.high - interval.low) / 2;
  return { n: values.length, value: round(value), tolerance: round(Math.max(TOLERATED * halfWidth, 1 / values.length)), better };
}
