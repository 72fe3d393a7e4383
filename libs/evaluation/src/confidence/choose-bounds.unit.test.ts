import { describe, expect, it } from 'vitest';
import { chooseBounds } from './choose-bounds.ts';
import type { AnswerExample } from './collect-examples.ts';

/** Gives a probability from about 0.12 to 0.88 as `best` goes from 0 to 1. */
const MODEL = { intercept: -2, weights: { best: 4 } };

function examples(count: number, kind: string, of: (at: number) => { best: number; answerable: boolean }, tools = 0): AnswerExample[] {
  return Array.from({ length: count }, (_, at): AnswerExample => {
    const { best, answerable } = of(at);
    return { kind, answerable, right: answerable, confidence: 0, features: { best, tools }, hits: [], signals: ['text'] };
  });
}

describe('chooseBounds', () => {
  const known = examples(100, 'talk: told', (at) => ({ best: 0.3 + 0.007 * at, answerable: true }));
  const unknown = examples(100, 'talk: never told', (at) => ({ best: 0.008 * at, answerable: false }));

  it('answers few of the questions without an answer, and withholds hardly any with one', () => {
    const { talk } = chooseBounds([...known, ...unknown], MODEL);
    const chanceOf = ({ features: { best = 0 } }: AnswerExample) => 1 / (1 + Math.exp(2 - 4 * best));
    expect(unknown.filter((one) => chanceOf(one) >= talk.answeredFrom).length).toBeLessThanOrEqual(20);
    expect(known.filter((one) => chanceOf(one) < talk.nothingBelow).length).toBeLessThanOrEqual(3);
    expect(talk.nothingBelow).toBeLessThan(talk.answeredFrom);
  });

  it('looks at talk and at work with tools apart, and not at questions of another store', () => {
    const surely = examples(50, 'run: none', () => ({ best: 0.9, answerable: false }), 1);
    const strangers = examples(50, 'talk: told, of another store', () => ({ best: 0.9, answerable: false }));
    const { talk, work } = chooseBounds([...known, ...unknown, ...surely, ...strangers], MODEL);
    expect(talk).toEqual(chooseBounds([...known, ...unknown], MODEL).talk);
    expect(work.answeredFrom).toBeGreaterThan(talk.answeredFrom);
  });
});
