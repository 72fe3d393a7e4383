export interface LabelFigures {
  readonly drawn: number;
  readonly labelled: number;
  readonly right: number;
  readonly precision: number;
  /** 95 % interval of the precision (Wilson). */
  readonly low: number;
  readonly high: number;
}

const Z = 1.959964;

/** Scores drawn items by their labels. */
export function scoreLabels(ids: readonly string[], labels: ReadonlyMap<string, boolean>): LabelFigures {
  const known = ids.flatMap((id) => labels.get(id) ?? []);
  const labelled = known.length;
  const right = known.filter((isRight) => isRight).length;
  if (labelled === 0) return { drawn: ids.length, labelled, right, precision: 0, low: 0, high: 1 };
  const precision = right / labelled;
  const middle = precision + (Z * Z) / (2 * labelled);
  const spread = Z * Math.sqrt((precision * (1 - precision)) / labelled + (Z * Z) / (4 * labelled * labelled));
  const whole = 1 + (Z * Z) / labelled;
  return { drawn: ids.length, labelled, right, precision, low: (middle - spread) / whole, high: (middle + spread) / whole };
}
