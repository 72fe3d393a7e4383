import { describe, expect, test } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

const ends = (earlier: string, later: string): boolean =>
  factsIn(earlier).some((before) => factsIn(later).some((after) => compareFacts(before, after) === 'supersedes'));

describe('news of a job with its firm behind it', () => {
  test.each([
    "I changed jobs: I'm now at Odoo.",
    "New job: I'm now at Odoo.",
    "I've switched jobs - I'm at Odoo now.",
    'I got a new job, I am now with Odoo.',
  ])('replaces the employer: %s', (text) => {
    expect(valuesIn(text)).toEqual(['employer: Odoo']);
    expect(ends('I work at Equinor.', text)).toBe(true);
  });

  test.each([
    "I'm now at Starbucks, be there in ten.",
    "I changed trains: I'm now at Leuven.",
    "I got a new job: I'm at home a lot.",
    "My brother changed jobs: he's now at Odoo.",
    "If I changed jobs: I'm now at Odoo.",
    "I changed jobs: I'm now at Easter service.",
  ])('is not: %s', (text) => {
    expect(valuesIn(text).filter((each) => each.startsWith('employer'))).toEqual([]);
  });
});

test('a job that starts "on Monday", said on a Monday, begins with the next one', () => {
  const monday = Date.UTC(2026, 4, 4, 9);
  const begin = (text: string): number | undefined => factsIn(text, monday).find(({ attribute }) => attribute === 'employer')?.validFrom;
  expect(begin('I start at Imec on Monday.')).toBe(Date.UTC(2026, 4, 11));
  expect(begin('I start at Imec on Thursday.')).toBe(Date.UTC(2026, 4, 7));
});

describe('who left a firm for somebody', () => {
  test.each(['I left Equinor for Tom.', 'I quit Equinor for Anna.', 'I left Equinor for Anna, she needed me.'])(
    'ends no job: %s',
    (later) => {
      expect(ends('I work at Equinor.', later)).toBe(false);
    },
  );

  test.each(['I left Equinor for Statkraft.', 'I quit Equinor for Morgan Stanley.', 'I left Equinor for Thomas Cook.'])(
    'and not for another firm: %s',
    (later) => {
      expect(ends('I work at Equinor.', later)).toBe(true);
    },
  );
});

describe('a firm that somebody joined with a title', () => {
  test.each([
    ['I started at Odoo on Wednesday as a tech lead.', ['employer: Odoo', 'occupation: tech lead']],
    ["I've just joined Odoo in May as a designer, and I love it.", ['employer: Odoo', 'occupation: designer']],
  ])('is the employer, and the title the occupation: %s', (text, facts) => {
    expect(valuesIn(text)).toEqual(facts);
    expect(ends('I work at Equinor.', text)).toBe(true);
  });

  test.each(['I joined the choir as a tenor.', 'I joined Equinor as a contractor in 2019.', 'I started at Odoo on Monday.'])(
    'is none without a title that lasts: %s',
    (text) => expect(valuesIn(text)).toEqual([]),
  );
});
