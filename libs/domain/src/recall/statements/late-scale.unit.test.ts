import { expect, it } from 'vitest';
import { lateScaleOf } from './late-scale.ts';

const at = (late: number) => ({ late, signals: { text: 9, late: (late - 0.2) / 0.05 } });

it('reads the mean and the deviation off the events', () => {
  const { mean, deviation } = lateScaleOf([at(0.3), {}, at(0.1), { late: 0.5 }, at(0.4)])!;
  expect(mean).toBeCloseTo(0.2);
  expect(deviation).toBeCloseTo(0.05);
});

it('has none where nothing was compared or all are alike', () => {
  expect(lateScaleOf([])).toBeUndefined();
  expect(lateScaleOf([{ late: 0.3 }, { signals: { late: 1 } }])).toBeUndefined();
  expect(lateScaleOf([at(0.3), at(0.3)])).toBeUndefined();
});
