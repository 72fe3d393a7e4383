import { probabilityOf, type Calibration } from '@total-recall/domain';
import { chooseBounds } from './choose-bounds.ts';
import { HITS_LEARNT, type AnswerExample } from './collect-examples.ts';
import { fitLogistic, type Example } from './fit-logistic.ts';

/** Direction in which each feature may move the probability. Features left out gave nothing on generated data. */
const ANSWER_TEXT = {
  best: 1,
  first: 1,
  together: 1,
  substance: 1,
  unseen: -1,
  missing: -1,
  terms: -1,
  apart: 1,
  lead: 1,
  timed: 1,
  tools: 0,
  size: 0,
} as const;
const HIT_TEXT = { coverage: 1, substance: 1, missing: -1, place: 1, below: -1, answer: 1, timed: 1 } as const;
const ANSWER_VECTORS = { ...ANSWER_TEXT, late: 1, cosine: 1, ahead: 1 } as const;
const HIT_VECTORS = { ...HIT_TEXT, late: 1, cosine: 1 } as const;

/**
 * Fits the constants of confidence to examples. Answerable and unanswerable questions have the same total weight: the
 * mix that callers will ask is unknown, so the prior is one half. If vectors took part in any answer, only such answers
 * count. Deterministic.
 */
export function calibrate(all: readonly AnswerExample[]): Calibration {
  const hasVectors = all.some(({ signals }) => signals.includes('vector'));
  const examples = all.filter(({ signals }) => signals.includes('vector') === hasVectors);
  const answerable = examples.filter((example) => example.answerable).length;
  const weightOf = (example: AnswerExample): number => (example.answerable ? 1 / answerable : 1 / (examples.length - answerable));
  const answers = examples.map((example): Example => ({ features: example.features, right: example.right, weight: weightOf(example) }));
  const answer = fitLogistic(answers, { signs: hasVectors ? ANSWER_VECTORS : ANSWER_TEXT });
  const hits = examples.flatMap((example) => {
    const chance = probabilityOf(answer, example.features);
    return example.hits
      .slice(0, HITS_LEARNT)
      .map(({ features, right }): Example => ({ features: { ...features, answer: chance }, right, weight: weightOf(example) }));
  });
  const hit = fitLogistic(hits, { signs: hasVectors ? HIT_VECTORS : HIT_TEXT });
  return { answer, hit, outcomes: chooseBounds(examples, answer) };
}
