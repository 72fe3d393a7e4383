import { describe, expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';
import { rulesIn } from '../task-state/derived/said-rules.ts';

const RULES_OF_ANOTHER_TIME = [
  'Never use the figures of last week.',
  'Always compare with what we shipped last month.',
  'Do not answer as you did yesterday.',
  "Always read yesterday's log first.",
  'Never merge a branch that was opened a year ago.',
  "Don't import data from last year.",
  'Never deploy the ferry on the last Friday.',
  'Always sort by date.',
  'Verwende nie die Zahlen von gestern.',
];

describe('an order whose time is over', () => {
  it.each([
    'Always use the blue chart for the ferry service yesterday.',
    'Never restart the crane last night.',
    "Don't touch the tide module last week",
    'Please keep answers short yesterday.',
    'Ask me before deploying to the pier two days ago.',
    'Every PR needs a test yesterday!',
    'You must lint the harbour package last Friday.',
    'Verwende immer pnpm gestern.',
  ])('is no rule for later: %s', (text) => {
    expect(factsIn(text)).toEqual([]);
    expect(rulesIn(text)).toEqual([]);
  });

  it.each(RULES_OF_ANOTHER_TIME)('is told from one about what is of that time: %s', (text) => {
    expect(factsIn(text)).toHaveLength(1);
    expect(rulesIn(text)).toHaveLength(1);
  });
});
