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

/** Nobody knows when it was said in this session, which was imported on this day of May. */
interface Untimed {
  readonly session: string;
  readonly imported: number;
  readonly texts: readonly string[];
}

type Session = Untimed | readonly [day: number, text: string];

async function told(...sessions: readonly Session[]) {
  const service = await serveConsolidating(tokens, {}, RULE_READER);
  const at = (day: number): number => Date.UTC(2026, 4, day, 9);
  for (const one of sessions) {
    if ('session' in one)
      await service.say(
        one.session,
        ...one.texts.map((text) => ({ kind: 'user_message' as const, text, occurredAt: at(one.imported), meta: { tags: ['untimed'] } })),
      );
    else await service.say(`on-${one[0]}`, { kind: 'user_message', text: one[1], occurredAt: at(one[0]) });
    await service.consolidator().consolidate(PLACE);
  }
  return service;
}

const currentOf = async (...sessions: readonly Session[]): Promise<string[]> => {
  const service = await told(...sessions);
  const current = await service.current();
  await service.stop();
  return current.toSorted();
};

const old = (...texts: readonly string[]): Untimed => ({ session: 'old', imported: 20, texts });

describe('events that came without a time', () => {
  it('replace nothing that was said before their import, and are replaced by what was said since', async () => {
    expect(await currentOf([4, 'I live in Ghent.'], old('I live in Bonn.'))).toEqual(['I live in Bonn.', 'I live in Ghent.']);
    expect(await currentOf(old('I live in Bonn.'), [24, 'I live in Ghent.'])).toEqual(['I live in Ghent.']);
  });

  it('replace each other within their session, where the order is known', async () => {
    expect(await currentOf(old('I live in Bonn.', 'I live in Kiel.'))).toEqual(['I live in Kiel.']);
    expect(await currentOf(old('I live in Bonn.'), { ...old('I live in Kiel.'), session: 'other' })).toHaveLength(2);
  });

  it('say of their facts that nobody knows since when, and date none of their days', async () => {
    const service = await told(old('I moved to Ghent last week.', 'I joined Acme on May 3, 2019.', 'The launch is in March.'));
    const { facts } = await service.consolidator().facts({ ...PLACE, limit: 9, history: true });
    expect(facts.map(({ text, value, isUntimed }) => [text, value, isUntimed])).toEqual(
      expect.arrayContaining([
        ['I moved to Ghent last week.', 'Ghent', true],
        ['I joined Acme on May 3, 2019.', expect.anything(), undefined],
        ['The launch is in March.', 'March', true],
      ]),
    );
    expect((await service.consolidator().digest(PLACE)).text).toContain('(before 2026-05-20)');
    await service.stop();
  });
});
