import { probabilityOf } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../seeded-random.ts';
import { calibrate } from './calibrate.ts';
import type { AnswerExample } from './collect-examples.ts';
import { fitLogistic, logLoss, type Example } from './fit-logistic.ts';

const random = createSeededRandom('fit');
/** Right with a probability that grows with `best`; `noise` has no influence. */
const examples = Array.from({ length: 600 }, (): Example => {
  const best = random.next();
  return { features: { best, noise: random.next() }, right: random.next() < 1 / (1 + Math.exp(3 - 6 * best)), weight: 1 };
});

describe('fitLogistic', () => {
  it('finds the chance behind the examples', () => {
    const model = fitLogistic(examples, { signs: { best: 1 } });
    expect(Math.abs(probabilityOf(model, { best: 0.5 }) - 0.5)).toBeLessThan(0.08);
    expect(probabilityOf(model, { best: 0.95 })).toBeGreaterThan(0.85);
    expect(logLoss(model, examples)).toBeLessThan(logLoss({ intercept: 0, weights: {} }, examples) - 0.1);
    expect(fitLogistic(examples, { signs: { best: 1 } })).toEqual(model);
  });

  it('leaves out a feature that would have to move the wrong way', () => {
    expect(fitLogistic(examples, { signs: { best: -1 } }).weights).toEqual({});
  });
});

describe('calibrate', () => {
  const answer = (best: number, right: boolean, signals: readonly string[]): AnswerExample => ({
    kind: 'k',
    answerable: right,
    right,
    confidence: 0,
    features: { best },
    signals,
    hits: [{ features: { coverage: best, place: 1 }, right, confidence: 0 }],
  });
  const text = Array.from({ length: 40 }, (_, at) => answer(at / 40, at >= 20, ['text']));

  it('makes chances of answers and of hits', () => {
    const fitted = calibrate(text);
    expect(probabilityOf(fitted.answer, { best: 1 })).toBeGreaterThan(0.8);
    expect(probabilityOf(fitted.answer, { best: 0 })).toBeLessThan(0.2);
    expect(fitted.hit.weights['coverage']).toBeGreaterThan(0);
  });

  it('looks only at answers with vectors where there are any', () => {
    const mixed = [
      ...text.map((example) => ({ ...example, right: !example.right })),
      ...text.map((example) => ({ ...example, signals: ['text', 'vector'] })),
    ];
    expect(calibrate(mixed).answer.weights['best']).toBe(calibrate(text).answer.weights['best']);
  });
});
