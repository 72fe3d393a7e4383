import { probabilityOf, type Features, type LogisticModel } from '@total-recall/domain';

export interface Example {
  readonly features: Features;
  readonly right: boolean;
  /** Weight of the example in the fit. */
  readonly weight: number;
}

export interface FitOptions {
  /** Direction in which each feature may move the probability, 0 for either. Features not named are left out. */
  readonly signs: Readonly<Record<string, 1 | -1 | 0>>;
  /** Strength of the L2 penalty. */
  readonly penalty?: number;
  readonly steps?: number;
}

/** Decimals that the constants are rounded to. */
const DECIMALS = 4;

/**
 * Fits a logistic model in which each feature moves the probability only in its given direction, by projected gradient
 * steps with momentum. Deterministic. O(steps x examples x features).
 */
export function fitLogistic(examples: readonly Example[], { signs, penalty = 1e-3, steps = 4_000 }: FitOptions): LogisticModel {
  const names = Object.keys(signs);
  const rows = examples.map(({ features }) => Float64Array.from([1, ...names.map((name) => features[name] ?? 0)]));
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Float64Array(names.length + 1);
  const speed = new Float64Array(names.length + 1);
  for (let step = 0; step < steps; step += 1) {
    const slope = weights.map((weight, i) => (i === 0 ? 0 : penalty * weight));
    rows.forEach((row, at) => {
      const { right, weight } = examples[at]!;
      let sum = 0;
      for (let i = 0; i < row.length; i += 1) sum += weights[i]! * row[i]!;
      const off = ((1 / (1 + Math.exp(-sum)) - Number(right)) * weight) / total;
      for (let i = 0; i < row.length; i += 1) slope[i]! += off * row[i]!;
    });
    for (let i = 0; i < weights.length; i += 1) {
      speed[i] = 0.95 * speed[i]! - 0.5 * slope[i]!;
      weights[i]! += speed[i]!;
      if (i > 0 && weights[i]! * signs[names[i - 1]!]! < 0) weights[i] = speed[i] = 0;
    }
  }
  const round = (value: number): number => Number(value.toFixed(DECIMALS));
  return {
    intercept: round(weights[0]!),
    weights: Object.fromEntries(names.map((name, i) => [name, round(weights[i + 1]!)] as const).filter(([, weight]) => weight !== 0)),
  };
}

/** Computes the weighted mean log loss. */
export function logLoss(model: LogisticModel, examples: readonly Example[]): number {
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  return (
    examples.reduce((sum, { features, right, weight }) => {
      const chance = Math.min(1 - 1e-9, Math.max(1e-9, probabilityOf(model, features)));
      return sum - weight * Math.log(right ? chance : 1 - chance);
    }, 0) / total
  );
}
