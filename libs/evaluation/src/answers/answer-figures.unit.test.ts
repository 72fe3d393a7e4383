import { expect, it } from 'vitest';
import type { AnswerKind, AnswerLabels } from './answer-set.ts';
import { scoreAnswers } from './answer-figures.ts';
import type { AskedAnswer, GivenAnswer } from './ask-answers.ts';

function heldIn(rendered: string, kind: AnswerKind): boolean | null {
  const given: GivenAnswer = { rendered, tokens: 9, outcome: 'answered', confidence: 1, units: [], latencyMs: 1 };
  const asked: AskedAnswer = {
    question: { id: 'a', store: 's', text: 'Where was I?' },
    given: { default: given, 4000: given, 1000: given },
    signals: [],
  };
  const labels: AnswerLabels = { kind, answers: ['Skarne', 'Hartsea'], units: [], half: 'look' };
  return scoreAnswers([asked], new Map([['a', labels]]))[0]!.held.default;
}

it('an answer from several sessions is there with all its pieces, any other with one of its forms', () => {
  expect(heldIn('In Skarne, then Hartsea.', 'several')).toBe(true);
  expect(heldIn('In Skarne.', 'several')).toBe(false);
  expect(heldIn('In Skarne.', 'where')).toBe(true);
});
