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

type Said = readonly [of: number, subject: string | undefined, text: string];

/** Returns what is current where persons said this of their common work, each on its day of May, swept after each in order. */
async function currentAfter(...statements: readonly Said[]): Promise<string[]> {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  for (const [of, subject, text] of statements) {
    const meta = subject === undefined ? {} : { meta: { subject } };
    await service.say(`on-${of}`, { kind: 'user_message', text, occurredAt: Date.UTC(2026, 4, of, 9), ...meta });
    await service.consolidator().consolidate(PLACE);
  }
  const current = await service.current();
  await service.stop();
  return current.toSorted();
}

const WAS: Said = [4, 'ilse', 'The API listens on port 8090.'];

describe('what several persons say of their work', () => {
  it.each(['tobias', undefined])('is replaced by who names the value before, in whatever order it is read (%s)', async (subject) => {
    const change: Said = [5, subject, 'We changed the API port from 8090 to 8443.'];
    expect(await currentAfter(WAS, change)).toEqual([change[2]]);
    expect(await currentAfter(change, WAS)).toEqual([change[2]]);
  });

  it('ends where another names it', async () => {
    expect(await currentAfter([4, 'ilse', 'Piet owns billing.'], [5, 'tobias', 'Piet no longer owns billing.'])).not.toContain(
      'Piet owns billing.',
    );
  });

  it('stands beside what another says without naming it', async () => {
    const other: Said = [5, 'tobias', 'The API now listens on port 8443.'];
    expect(await currentAfter(WAS, other)).toEqual([WAS[2], other[2]].toSorted());
    expect(await currentAfter(WAS, [5, 'ilse', other[2]])).toEqual([other[2]]);
  });
});
