import { describe, expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';
import { shownValue } from './shown-value.ts';

const NOVEMBER = Date.UTC(2026, 10, 19);

describe('a month in which something is due', () => {
  it.each([
    ['The launch is in March.', 'launch', 'March (2027-03)'],
    ['The launch is planned for late March.', 'launch', 'March (2027-03)'],
    ['My wedding is in June.', 'wedding', 'June (2027-06)'],
    ['The launch is in March 2028.', 'launch', 'March 2028'],
    ['Unsere Hochzeit ist im Juni.', 'hochzeit', 'Juni (2027-06)'],
    ['La fecha de entrega es en marzo.', 'fecha de entrega', 'marzo (2027-03)'],
  ])('is that of the next one: %s', (text, attribute, shown) => {
    const [fact, ...others] = factsIn(text, NOVEMBER);
    expect(others).toEqual([]);
    expect(fact).toMatchObject({ attribute });
    expect(shownValue(fact!)).toBe(shown);
  });

  it('is replaced where it moves, and stands beside a day of it', () => {
    const [march] = factsIn('The launch is in March.', NOVEMBER);
    expect(compareFacts(march!, factsIn('The launch was moved from March to May.', NOVEMBER)[0]!)).toBe('supersedes');
    expect(compareFacts(march!, factsIn('The launch was moved from April to May.', NOVEMBER)[0]!)).toBe('beside');
    expect(compareFacts(march!, factsIn('The launch is on March 12.', NOVEMBER)[0]!)).toBe('beside');
  });

  it.each(['The gift is for April.', "The answer is in June's report.", 'The launch is in March, I think.', 'The data is in May.'])(
    'is none here: %s',
    (text) => {
      expect(factsIn(text, NOVEMBER)).toEqual([]);
    },
  );
});

describe('a program that a team decided to use', () => {
  it('is replaced by a change from it, for the same part of the work', () => {
    const [chosen] = factsIn('We decided to use NATS for the event queue.');
    expect(compareFacts(chosen!, factsIn('We switched from NATS to Kafka for the event queue.')[0]!)).toBe('supersedes');
    expect(compareFacts(chosen!, factsIn('We switched from NATS to Kafka for the job runner.')[0]!)).toBe('beside');
  });

  it('is the rest of its sentence where that names another one, or none that is known', () => {
    expect(factsIn('We decided to use Postgres instead of MySQL.')).toMatchObject([{ value: 'use Postgres instead of MySQL' }]);
    expect(factsIn('We decided to use a queue.')).toMatchObject([{ value: 'use a queue' }]);
  });
});
