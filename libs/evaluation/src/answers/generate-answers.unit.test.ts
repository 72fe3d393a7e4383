import { describe, expect, it } from 'vitest';
import { textOfEvent } from '../session-events.ts';
import { ANSWER_KINDS } from './answer-set.ts';
import { generateAnswers } from './generate-answers.ts';
import { holdsAnswer } from './holds-answer.ts';

describe('generated answers', () => {
  it.each([1, 2, 3])('stand in the events that are named, and never in their question (seed %i)', (seed) => {
    const { stores, questions, labels } = generateAnswers({ seed, stores: 2, spaces: 2 });
    const textOf = new Map(
      stores.flatMap(({ name, sessions }) =>
        sessions.flatMap(({ events, units }) => events.map((event, at) => [`${name} ${units[at]}`, textOfEvent(event)] as const)),
      ),
    );
    const wrong = questions.filter(({ id, store, text }) => {
      const { kind, answers, units } = labels.get(id)!;
      if (kind === 'none') return units.length > 0 || answers.length > 0;
      const held = units.some((unit) => answers.some((answer) => holdsAnswer(textOf.get(`${store} ${unit}`)!, answer)));
      return !held || answers.some((answer) => holdsAnswer(text, answer));
    });
    expect(wrong).toEqual([]);
  });

  it('of several sessions stand in as many sessions as they have pieces', () => {
    const { questions, labels } = generateAnswers({ stores: 1, spaces: 2 });
    const several = questions.map(({ id }) => labels.get(id)!).filter(({ kind }) => kind === 'several');
    expect(several.length).toBeGreaterThan(10);
    for (const { answers, units } of several) {
      expect(new Set(units.map((unit) => unit.split('/')[0])).size).toBe(answers.length);
      expect(answers.length).toBeGreaterThan(1);
    }
  });

  it('are of every kind, some without an answer, needles in long results', () => {
    const { questions, labels, stores } = generateAnswers({ stores: 1, spaces: 1 });
    expect(new Set([...labels.values()].map(({ kind }) => kind))).toEqual(new Set([...ANSWER_KINDS, 'none']));
    const events = stores[0]!.sessions[0]!.events;
    const sizes = questions
      .filter(({ id }) => labels.get(id)!.kind === 'needle')
      .map(({ id }) => textOfEvent(events[Number(labels.get(id)!.units[0]) - 1]!).length);
    expect(Math.min(...sizes)).toBeGreaterThan(3_000);
  });

  it('follow from the seed', () => {
    const [first, same, other] = [
      generateAnswers({ seed: 4, stores: 1 }),
      generateAnswers({ seed: 4, stores: 1 }),
      generateAnswers({ seed: 5, stores: 1 }),
    ];
    expect(same).toEqual(first);
    expect(other.questions).not.toEqual(first.questions);
  });
});
