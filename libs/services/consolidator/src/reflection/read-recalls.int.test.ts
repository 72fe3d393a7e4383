import { createMemoryAnatomyStore } from '@total-recall/adapter-memory';
import { demandFigures, type RecallReceived, type RetrievalRecord } from '@total-recall/domain';
import type { Retriever } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';
import { readRecalls } from './read-recalls.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Reads a record of recall as the service does. */
function recallsIn(anatomy: ReturnType<typeof createMemoryAnatomyStore>): Pick<Retriever, 'demand' | 'retrievals'> {
  return {
    async retrievals(query) {
      const records = await anatomy.retrievals(query);
      const outcomes = await anatomy.demand.outcomes({ ...query, retrievalIds: records.map(({ retrievalId }) => retrievalId) });
      return records.map((record, at) => ({ ...record, ...outcomes[at]! }));
    },
    demand: async ({ cursor: _cursor, from = 0, ...query }) => ({
      from,
      groups: (await anatomy.demand.counts({ ...query, from })).map(demandFigures),
    }),
  };
}

it('kinds of evidence are counted since the same time as the figures beside them', async () => {
  const service = await serveConsolidating(tokens);
  const [asked, noted] = await service.say('run', 'Where is the crane?', { kind: 'decision', text: 'The crane stands at the quay.' });
  const anatomy = createMemoryAnatomyStore();
  const record = (retrievalId: string, at: number, eventId: string): RetrievalRecord => ({
    ...PLACE,
    retrievalId,
    session: 'run',
    at,
    queryCount: 1,
    queryTerms: 1,
    hitEventIds: [eventId],
    packedEventIds: [eventId],
    topScore: 1,
    tokens: 9,
    budgetTokens: 90,
    completeness: 1,
    tookMs: 1,
  });
  await anatomy.appendRetrievals([record('old', 1_000, asked!), record('new', 2_000, noted!)]);
  const received = (retrievalId: string, at: number): RecallReceived => ({
    ...PLACE,
    session: 'run',
    retrievalId,
    eventId: `of ${retrievalId}`,
    ordinal: at / 1_000,
    turn: at / 1_000,
    at,
    evidence: 1,
  });
  await anatomy.demand.append({
    follower: 'f',
    offset: 1,
    turns: [],
    received: [received('old', 1_000), received('new', 2_000)],
    uses: [],
  });
  const read = async (from: number) => (await readRecalls({ recalls: recallsIn(anatomy), index: service.deps.index }, PLACE, from))!;
  const since = await read(1_500);
  expect(since.figures.retrievals).toBe(1);
  expect(since.kinds).toEqual([{ kind: 'decision', shown: 1, used: 0 }]);
  expect((await read(0)).kinds.map(({ kind }) => kind).toSorted()).toEqual(['decision', 'user_message']);
  await service.stop();
});
