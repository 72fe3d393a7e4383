import type { TokenCounter } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { RULE_READER } from '../consolidator-deps.ts';

let tokens: TokenCounter;
beforeAll(() => {
  tokens = createTokenCounter();
});
afterAll(() => tokens.close());

/** Returns what holds after statements that come in this order, each with the day on which it was said. */
async function currentAfter(statements: readonly (readonly [session: string, day: number, text: string])[]): Promise<string[]> {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  for (const [session, day, text] of statements) {
    await service.say(session, { kind: 'user_message', text, occurredAt: Date.UTC(2024, 4, day) });
    await service.consolidator().consolidate(PLACE);
  }
  const current = await service.current();
  await service.stop();
  return current.toSorted();
}

describe('what comes late', () => {
  it('is not ended by a "now" that was said before it, where the same is said again since', async () => {
    const current = await currentAfter([
      ['a', 1, 'The retry limit is now 3.'],
      ['a', 3, 'The retry limit is 3.'],
      ['b', 2, 'The retry limit is 5.'],
    ]);
    expect(current).toEqual(['The retry limit is 5.', 'The retry limit is now 3.']);
  });

  it('ends no newer value by its own "now", and is ended where there is one value at a time', async () => {
    const current = await currentAfter([
      ['a', 1, 'The staging port is now 4100.'],
      ['a', 3, 'The staging port is 4100.'],
      ['b', 2, 'The staging port is now 4200.'],
    ]);
    expect(current.filter((text) => text.includes('4200'))).toEqual([]);
  });
});
