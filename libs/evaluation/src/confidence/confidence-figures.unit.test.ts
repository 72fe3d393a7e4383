import { describe, expect, it } from 'vitest';
import { areaUnderCurve, confidenceFigures, reliabilityOf } from './confidence-figures.ts';

describe('confidence figures', () => {
  it('count pairs for the area under the curve, ties half', () => {
    expect(areaUnderCurve([0.9, 0.8], [0.1, 0.2])).toBe(1);
    expect(areaUnderCurve([0.1], [0.9])).toBe(0);
    expect(areaUnderCurve([0.5, 0.9], [0.5, 0.1])).toBe(0.875);
    expect(areaUnderCurve([], [0.1])).toBeNull();
  });

  it('put each answer into one of ten bins, a sure one into the last', () => {
    const { bins, ece, brier, n } = reliabilityOf([
      { confidence: 1, right: true },
      { confidence: 0.95, right: false },
      { confidence: 0.05, right: false },
    ]);
    expect(bins.map((bin) => bin.n)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect(bins[9]).toMatchObject({ from: 0.9, to: 1, meanConfidence: 0.975, shareRight: 0.5 });
    expect(bins[4]).toMatchObject({ meanConfidence: null, shareRight: null });
    expect(n).toBe(3);
    expect(ece).toBeCloseTo((2 * 0.475 + 0.05) / 3);
    expect(brier).toBeCloseTo((0.95 ** 2 + 0.05 ** 2) / 3);
  });

  it('say apart what is true of answerable questions', () => {
    const figures = confidenceFigures([
      { confidence: 0.7, right: true, answerable: true },
      { confidence: 0.6, right: false, answerable: true },
      { confidence: 0.2, right: false, answerable: false },
    ]);
    expect(figures).toMatchObject({ auc: 1, n: 3, answerable: 2, unanswerable: 1, ofAnswerable: { n: 2 } });
    expect(confidenceFigures([])).toMatchObject({ auc: null, ece: null, brier: null, n: 0 });
  });
});
