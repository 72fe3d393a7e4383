import { describe, expect, it } from 'vitest';
import { ablationFigures, ablationIntervals, lossOf, suppressionOf, type AblationAnswer } from './ablation-measures.ts';

/** Builds an answer whose right events are g1 and g2. */
function answer(full: readonly string[], none: readonly string[], gold: readonly string[] = ['g1', 'g2']): AblationAnswer {
  const about = { trace: 't', tasks: 1, id: 'q', topic: 'finding', contests: [], usualPhase: true, namesKeyEvent: false } as const;
  return { ...about, gold, ranked: { full, none }, latencyMs: { full: 1, none: 1 } };
}
const wrong = (count: number): string[] => Array.from({ length: count }, (_, at) => `w${at}`);

describe('figures of a condition', () => {
  it('are recall and precision at their cuts', () => {
    const figures = ablationFigures([answer(['g1', 'w', 'x', 'y', 'z', 'g2'], [])], 'full');
    expect(figures).toMatchObject({ n: 1, 'recall@1': 0.5, 'recall@5': 0.5, 'recall@10': 1, 'precision@5': 0.2, mrr: 1 });
    expect(figures['precision@10']).toBeCloseTo(2 / 6);
  });

  it('are none where nothing was asked, and zero where nothing came', () => {
    expect(ablationFigures([], 'full')).toMatchObject({ n: 0, 'recall@5': null });
    expect(ablationFigures([answer([], ['g1'])], 'full')).toMatchObject({ 'recall@5': 0, 'precision@5': 0, 'ndcg@5': 0 });
  });

  it('have intervals that hold the mean', () => {
    const answers = [answer(['g1', 'g2'], []), answer(['w'], []), answer(['g1'], [])];
    const { low, high } = ablationIntervals(answers, 'full', 1)['recall@5']!;
    const mean = ablationFigures(answers, 'full')['recall@5']!;
    expect(low).toBeLessThanOrEqual(mean);
    expect(high).toBeGreaterThanOrEqual(mean);
    expect(high).toBeGreaterThan(low);
  });
});

describe('what is lost without a factor', () => {
  it('is counted question by question, and is negative where the factor hurts', () => {
    const loss = (full: readonly string[], none: readonly string[]) => lossOf([answer(full, none)], 'none', 'recall@5', 1);
    expect(loss(['g1', 'g2'], ['g1'])).toEqual({ mean: 0.5, interval: { low: 0.5, high: 0.5 } });
    expect(loss(['g1'], ['g1', 'g2']).mean).toBe(-0.5);
    expect(lossOf([], 'none', 'recall@5', 1)).toEqual({ mean: null, interval: null });
  });
});

describe('false suppression', () => {
  it('is the share of right events that the factor pushes out of the first ten', () => {
    const pushed = answer(['g1', ...wrong(9), 'g2'], ['g1', 'g2']);
    const pulled = answer(['g1', 'g2'], [...wrong(10), 'g1']);
    expect(suppressionOf([pushed], 'none')).toEqual({ gold: 2, pushedOut: 1, pulledIn: 0, falseSuppression: 0.5 });
    expect(suppressionOf([pushed, pulled], 'none')).toEqual({ gold: 4, pushedOut: 1, pulledIn: 2, falseSuppression: 0.25 });
    expect(suppressionOf([pushed], 'full')).toMatchObject({ pushedOut: 0, pulledIn: 0 });
    expect(suppressionOf([], 'none').falseSuppression).toBeNull();
  });
});
