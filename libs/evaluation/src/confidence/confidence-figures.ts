import { mean } from '../ranking-measures.ts';

/** A question with the confidence of its answer and the truth about it. */
export interface JudgedQuestion {
  readonly confidence: number;
  /** True when right evidence was among the first five. */
  readonly right: boolean;
  /** True when the store holds its answer. */
  readonly answerable: boolean;
}

export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  readonly meanConfidence: number | null;
  readonly shareRight: number | null;
}

export interface Reliability {
  readonly n: number;
  /** Expected calibration error: mean distance of confidence and share right over the bins, weighted by size. */
  readonly ece: number | null;
  readonly brier: number | null;
  readonly bins: readonly ReliabilityBin[];
}

export interface ConfidenceFigures extends Reliability {
  /**
   * Probability that an answerable question gets a higher confidence than an unanswerable one; ties count half. Null
   * where one of the two is missing.
   */
  readonly auc: number | null;
  readonly answerable: number;
  readonly unanswerable: number;
  /** Reliability over the answerable questions alone. */
  readonly ofAnswerable: Omit<Reliability, 'bins'>;
}

const BINS = 10;

export function confidenceFigures(questions: readonly JudgedQuestion[]): ConfidenceFigures {
  const answerable = questions.filter((question) => question.answerable);
  const unanswerable = questions.filter((question) => !question.answerable);
  const confidences = (list: readonly JudgedQuestion[]): number[] => list.map(({ confidence }) => confidence);
  const { bins: _bins, ...ofAnswerable } = reliabilityOf(answerable);
  return {
    auc: areaUnderCurve(confidences(answerable), confidences(unanswerable)),
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    ...reliabilityOf(questions),
    ofAnswerable,
  };
}

/** Measures calibration over ten bins of equal width; a confidence of 1 is in the last bin. */
export function reliabilityOf(judged: readonly Pick<JudgedQuestion, 'confidence' | 'right'>[]): Reliability {
  const bins = Array.from({ length: BINS }, (_, at): ReliabilityBin => {
    const inside = judged.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === at);
    return {
      from: at / BINS,
      to: (at + 1) / BINS,
      n: inside.length,
      meanConfidence: mean(inside.map(({ confidence }) => confidence)),
      shareRight: mean(inside.map(({ right }) => Number(right))),
    };
  });
  const apart = bins.reduce((sum, bin) => sum + bin.n * Math.abs((bin.meanConfidence ?? 0) - (bin.shareRight ?? 0)), 0);
  return {
    n: judged.length,
    ece: judged.length === 0 ? null : apart / judged.length,
    brier: mean(judged.map(({ confidence, right }) => (confidence - Number(right)) ** 2)),
    bins,
  };
}

/** Computes the area under the curve from ranks, in O(n log n). */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number | null {
  if (positives.length === 0 || negatives.length === 0) return null;
  const all = [...positives.map((value) => ({ value, positive: true })), ...negatives.map((value) => ({ value, positive: false }))];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to]!.value === all[from]!.value) to += 1;
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at += 1) if (all[at]!.positive) rankSum += rank;
    from = to;
  }
  return (rankSum - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length);
}
