import { describe, expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

describe('an order of the moment', () => {
  it.each([
    "Don't publish anything yet.",
    "please don't merge now",
    'Do not rewrite the chart, just show me the rows.',
    "don't restart the crane this time",
    "Don't open that drawer today, Ida is at it.",
    "don't rename it",
    'Never do that again!',
    "don't raise the limit in this branch",
    'Make sure to lint the module now.',
    'be sure to close the bracket on line 12',
    'Only use the first 20 rows.',
    'Remember to order rope today.',
    'Always the same warning.',
    'never on time',
    "That's wrong, the gauge still shows zero.",
    'You forgot to rename the gauge.',
    'No, open the other chart instead.',
    'No, use the other chart instead.',
  ])('is kept as no rule: %s', (text) => expect(factsIn(text)).toEqual([]));

  it.each([
    "Don't publish on Fridays.",
    'Never push to the release branch.',
    "Don't use default exports in this repo.",
    "Don't use tabs, only spaces.",
    'From now on do not use emojis.',
    "Don't use emojis from now on.",
    'Always lint before you commit.',
    'Make sure to lint before each commit.',
    'Only use the standard library.',
    'Always use it in tests.',
    'No, use pnpm instead.',
  ])('is told from a rule: %s', (text) => expect(factsIn(text)).toHaveLength(1));
});
