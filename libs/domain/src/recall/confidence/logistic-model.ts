/** A logistic model: an intercept and a weight for each named feature. */
export interface LogisticModel {
  readonly intercept: number;
  readonly weights: Readonly<Record<string, number>>;
}

export type Features = Readonly<Record<string, number>>;

/** Computes the model's probability, 0..1. A feature that is missing or no number counts as 0. */
export function probabilityOf({ intercept, weights }: LogisticModel, features: Features): number {
  let sum = intercept;
  for (const [name, weight] of Object.entries(weights)) {
    const value = features[name] ?? 0;
    if (Number.isFinite(value)) sum += weight * value;
  }
  return sum >= 0 ? 1 / (1 + Math.exp(-sum)) : Math.exp(sum) / (1 + Math.exp(sum));
}
