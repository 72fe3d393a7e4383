import type { NewEvent } from '@total-recall/domain';
import { createTextAnalyser } from '@total-recall/language';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores } from '../../testing/memory-ingest.ts';
import { readRarity } from './read-rarity.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const tokens = createTokenCounter();
afterAll(() => tokens.close());

async function storesWith(events: readonly NewEvent[]) {
  const stores = createMemoryStores();
  const { ingest } = createMemoryIngest(stores, tokens, { policy: { windowTokens: 8_000 } });
  await ingest.start();
  await ingest.append({ ...ADDRESS, events });
  await ingest.settle(30_000);
  await ingest.stop();
  return { index: stores.index, analyser: await createTextAnalyser() };
}

describe('how rare terms are in a space', () => {
  it('is told by the rarest part of a term that the space holds', async () => {
    const said = ['the crane turns', 'the crane stands', 'crane/gauge.ts fails', 'all quiet'];
    const deps = await storesWith(said.map((text): NewEvent => ({ kind: 'agent_message', text })));
    const rarity = await readRarity(deps, ADDRESS, ['crane', 'gauge.ts', 'winch']);
    expect(rarity).toEqual({
      documents: 4,
      frequencies: new Map([
        ['crane', 3],
        ['gauge.ts', 1],
        ['winch', 0],
      ]),
    });
    expect((await readRarity(deps, { ...ADDRESS, space: 'other' }, ['crane']))?.documents).toBe(0);
  });

  it('takes any number of terms, and leaves those beyond what it asks for untold', async () => {
    const deps = await storesWith([{ kind: 'agent_message', text: 'berth7x is free' }]);
    const asked = Array.from({ length: 400 }, (_, at) => `berth${at}x`);
    const rarity = await readRarity(deps, ADDRESS, asked);
    expect(rarity?.frequencies.get('berth7x')).toBe(1);
    expect(rarity!.frequencies.size).toBeLessThan(asked.length);
    expect(await readRarity(deps, ADDRESS, [])).toBeUndefined();
  });
});
