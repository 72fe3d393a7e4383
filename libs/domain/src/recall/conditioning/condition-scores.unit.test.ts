import { describe, expect, it } from 'vitest';
import { askingFor, askingTask, eventFacts } from '../../../testing/conditioning-facts.ts';
import { conditionEvent } from './condition-event.ts';
import { CONDITIONING_TEMPERATURE, conditionScores, type ConditionedScore } from './condition-scores.ts';
import { DEFAULT_CONDITIONING, type ConditionedEvent } from './conditioning-input.ts';

function scored(
  eventId: string,
  score: number,
  fields: Partial<ConditionedEvent> = {},
  more: Partial<ConditionedScore> = {},
): ConditionedScore {
  const conditioning = conditionEvent(eventFacts(fields), askingFor(askingTask()), DEFAULT_CONDITIONING);
  return { eventId, score, isExact: false, conditioning, ...more };
}

const superseded = { superseded: true };
const orderOf = (events: readonly ConditionedScore[]): string[] =>
  conditionScores(events)
    .sort((a, b) => b.score - a.score)
    .map(({ eventId }) => eventId);

describe('conditionScores', () => {
  it('moves a score by the temperature times the logarithm of its product', () => {
    const [old] = conditionScores([scored('a', 2, superseded)]);
    expect(old!.score).toBeCloseTo(2 + CONDITIONING_TEMPERATURE * Math.log(0.1), 12);
    const [gentle] = conditionScores([scored('a', 2, superseded)], 3);
    expect(gentle!.score).toBeCloseTo(2 + 3 * Math.log(0.1), 12);
  });

  it('puts the newest of a chain where the first stood, and the others below', () => {
    const chain = [
      scored('first', 6, superseded, { replacedBy: 'second' }),
      scored('second', 1, superseded, { replacedBy: 'third' }),
      scored('third', 0),
    ];
    const results = conditionScores([...chain, scored('neighbour', 5.2)]);
    expect(orderOf([...chain, scored('neighbour', 5.2)])).toEqual(['third', 'neighbour', 'second', 'first']);
    expect(results[2]!.score).toBeCloseTo(6, 2);
    expect(results[2]!.score).toBeCloseTo(CONDITIONING_TEMPERATURE * Math.log(results[2]!.factors.product), 9);
  });

  it('ends with links that go round', () => {
    const round = [scored('a', 1, superseded, { replacedBy: 'b' }), scored('b', 1, superseded, { replacedBy: 'a' })];
    for (const { score } of conditionScores(round)) expect(score).toBeLessThan(1);
  });

  it('keeps a hit by identifier ahead of a constraint it was ahead of, not of one that was ahead of it', () => {
    const exact = scored('exact', 5, { kind: 'thinking', sensitive: true }, { isExact: true });
    expect(orderOf([exact, scored('constraint', 4.9, { kind: 'constraint' })])).toEqual(['exact', 'constraint']);
    expect(orderOf([exact, scored('constraint', 5.1, { kind: 'constraint' })])).toEqual(['constraint', 'exact']);
    expect(orderOf([{ ...exact, replacedBy: 'gone' }, scored('constraint', 4.9, { kind: 'constraint' })])).toEqual(['constraint', 'exact']);
  });

  it('leaves out what counts nothing', () => {
    expect(conditionScores([scored('other', 9, { taskId: 'other' }), scored('own', 0)]).map(({ eventId }) => eventId)).toEqual(['own']);
  });
});
