import { NO_RETRIEVAL, renderEvidence, type NewEvent } from '@total-recall/domain';
import type { DemandStore } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryEraser } from '../../testing/memory-eraser.ts';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const SPACE = { tenant: 't', space: 's' };

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const FACTS = [
  'The crane of berth 7 carries 412.5 kg, says docs/crane-limits.md.',
  'Ledger keys rotate under ticket OPS-20417 on the first Sunday.',
  'The night ferry leaves its second anchor behind whenever the western buoy is gone.',
];

/** A recall as an agent appends it: the call, then the result, with or without its receipt. */
function recalled(id: string, query: string, evidence: readonly { eventId: string; text: string }[], withText = true): NewEvent[] {
  const pieces = evidence.map(({ eventId, text }) => ({
    eventId,
    text,
    session: 'x',
    ordinal: Math.max(0, FACTS.indexOf(text)) + 1,
    about: 'user',
    turn: 1,
    kind: 'user_message' as const,
    occurredAt: 0,
    fromByte: 0,
    toByte: text.length,
    complete: true,
  }));
  return [
    { kind: 'tool_call', call: { id, name: 'recall', arguments: JSON.stringify({ query }) } },
    {
      kind: 'tool_result',
      call: { id, name: 'recall' },
      text: withText ? renderEvidence(pieces, { retrievalId: id, session: 'x' }) : 'see the receipt',
      recall: { retrievalId: id, evidence: evidence.map(({ eventId }) => ({ eventId })), renderingHash: '0'.repeat(64) },
    },
  ];
}

const said = (text: string): NewEvent => ({ kind: 'user_message', text });
const answered = (text: string): NewEvent => ({ kind: 'agent_message', text });

/** Appends facts, enough turns after them, and then the given events. */
async function tell(stores: MemoryStores, follow: (facts: readonly { eventId: string; text: string }[]) => NewEvent[]) {
  const { ingest, failures } = createMemoryIngest(stores, tokens, { demand: { store: stores.anatomy.demand } });
  await ingest.start();
  const first = await ingest.append({ ...ADDRESS, events: FACTS.map(said) });
  const between = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? said(`go on ${at}`) : answered(`done ${at}`)));
  await ingest.append({ ...ADDRESS, events: between });
  const facts = first.events.map(({ id }, at) => ({ eventId: id, text: FACTS[at]! }));
  for (const event of follow(facts)) await ingest.append({ ...ADDRESS, events: [event] });
  await ingest.settle(30_000);
  await ingest.stop();
  expect(failures).toEqual([]);
  return facts.map(({ eventId }) => eventId);
}

const usesOf = async (stores: MemoryStores, retrievalId: string) =>
  (await stores.anatomy.demand.outcomes({ ...SPACE, retrievalIds: [retrievalId] }))[0]!.uses;

describe('the demand role', () => {
  it('keeps nothing of what was recalled once it is erased', async () => {
    const stores = createMemoryStores();
    const uses: string[] = [];
    const demand = {
      store: stores.anatomy.demand,
      observer: { counted: (batch: { uses: readonly string[] }) => uses.push(...batch.uses) },
    };
    const service = createMemoryIngest(stores, tokens, { demand });
    const { eraser } = createMemoryEraser(stores, service);
    await service.ingest.start();
    await eraser.start();
    const add = async (events: NewEvent[]) => {
      const appended = await service.ingest.append({ ...ADDRESS, events });
      await service.ingest.settle(30_000);
      return appended.events.map(({ id }) => id);
    };
    const [crane, , ferry] = await add(FACTS.map(said));
    await add(Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? said(`go on ${at}`) : answered(`done ${at}`))));
    const evidence = [crane, ferry].map((eventId) => ({ eventId: eventId!, text: FACTS[eventId === crane ? 0 : 2]! }));
    await add(recalled('R1', 'what does the harbour need', evidence));
    await add([answered('So the limit of the crane of berth 7 is 412.5 kg.')]);
    expect(uses).toHaveLength(1);
    await eraser.erase({ tenant: 't', scope: { kind: 'events', space: 's', eventIds: [ferry!] }, actor: 'key' });
    await add([answered('At night the ferry leaves its second anchor behind: whenever the western buoy is gone.')]);
    expect(uses).toHaveLength(1);
    await eraser.stop();
    await service.ingest.stop();
  });

  it('tells which evidence was used afterwards, how and when, from the rendering and from the receipt alone', async () => {
    for (const withText of [true, false]) {
      const stores = createMemoryStores();
      const ids = await tell(stores, (facts) => [
        ...recalled('R1', 'what does the harbour need', facts, withText),
        { kind: 'thinking', text: 'So the limit is 412.5 kg.' },
        { kind: 'tool_call', call: { id: 'c2', name: 'note', arguments: JSON.stringify({ because: facts[1]!.eventId }) } },
        said('And the ferry?'),
        answered('At night the ferry leaves its second anchor behind: whenever the western buoy is gone.'),
      ]);
      const uses = await usesOf(stores, 'R1');
      expect(new Map(uses.map(({ eventId, kind, afterTurns }) => [eventId, [kind, afterTurns]]))).toEqual(
        new Map([
          [ids[0]!, ['exact', 1]],
          [ids[1]!, ['cited', 1]],
          [ids[2]!, ['exact', 3]],
        ]),
      );
    }
  });

  it('counts no use of what the query said, what others said meanwhile, and what comes too late', async () => {
    const stores = createMemoryStores();
    const ids = await tell(stores, (facts) => [
      ...recalled('R1', 'what of ticket OPS-20417', facts),
      answered('OPS-20417 it is.'),
      said('By the way, docs/crane-limits.md says 412.5 kg.'),
      answered('Yes, docs/crane-limits.md says 412.5 kg.'),
      ...Array.from({ length: 4 }, () => said('go on')),
      answered('The night ferry leaves its second anchor behind whenever the western buoy is gone.'),
    ]);
    expect(ids).toHaveLength(3);
    expect(await usesOf(stores, 'R1')).toEqual([]);
  });

  it('counts turns and recalls of a session', async () => {
    const stores = createMemoryStores();
    await tell(stores, (facts) => [...recalled('R1', 'crane', facts.slice(0, 1)), answered('It is 412.5 kg.'), said('thanks')]);
    const [counts] = await stores.anatomy.demand.counts({ ...SPACE, by: 'session', limit: 5 });
    // Three facts, twelve turns between (the last one contains the recall), the answer, thanks.
    expect(counts).toMatchObject({
      key: 'x',
      turns: 17,
      modelTurns: 7,
      recallTurns: 1,
      received: 1,
      receivedUsed: 1,
      evidence: 1,
      exact: 1,
    });
  });

  it('counts nothing of what quotes the memory and is no result that an agent was given', async () => {
    const stores = createMemoryStores();
    const quoting = (facts: readonly { eventId: string }[]): NewEvent => ({
      kind: 'system_note',
      text: 'It carries 412.5 kg.',
      recall: { retrievalId: NO_RETRIEVAL, evidence: [{ eventId: facts[0]!.eventId }], renderingHash: '0'.repeat(64) },
    });
    await tell(stores, (facts) => [quoting(facts), answered('It is 412.5 kg.'), said('thanks')]);
    const [counts] = await stores.anatomy.demand.counts({ ...SPACE, by: 'session', limit: 5 });
    expect(counts).toMatchObject({ received: 0, evidence: 0 });
    expect(await usesOf(stores, NO_RETRIEVAL)).toEqual([]);
  });

  it('reads from the index what it was not told: nothing beside its projector, all of it behind one that has ended', async () => {
    const stores = createMemoryStores();
    let read = 0;
    const index = {
      ...stores.index,
      events: async (...args: Parameters<typeof stores.index.events>) => {
        read += args[2].length;
        return stores.index.events(...args);
      },
    };
    const counts = async () => (await stores.anatomy.demand.counts({ ...SPACE, by: 'session', limit: 5 }))[0];
    for (const at of [0, 1]) {
      const { ingest } = createMemoryIngest(stores, tokens, { index, ...(at === 1 && { demand: { store: stores.anatomy.demand } }) });
      await ingest.start();
      await ingest.append({ ...ADDRESS, events: FACTS.map((fact) => said(`${fact} Told for the ${at}th time.`)) });
      await ingest.settle(30_000);
      await ingest.stop();
      expect(read).toBe(at * FACTS.length);
    }
    expect(await counts()).toMatchObject({ key: 'x' });
  });

  it('comes to the same, whichever write it dies at and however small its steps', async () => {
    const story = (facts: readonly { eventId: string; text: string }[]): NewEvent[] => [
      ...recalled('R1', 'limits', facts.slice(0, 2)),
      answered('The limit is 412.5 kg.'),
      said('and the keys?'),
      answered('See OPS-20417.'),
      ...recalled('R2', 'ferry', facts.slice(1)),
      said('so?'),
      answered('It leaves its second anchor behind whenever the western buoy is gone.'),
    ];
    const stores = createMemoryStores();
    await tell(stores, story);
    const outcomes = (store: DemandStore) => store.outcomes({ ...SPACE, retrievalIds: ['R1', 'R2'] });
    const expected = await outcomes(stores.anatomy.demand);
    expect(expected.map(({ uses }) => uses.length)).toEqual([2, 1]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 }), fc.boolean(), async (step, diesAt, after) => {
        const { demand } = createMemoryStores().anatomy;
        let appends = 0;
        const mortal: DemandStore = {
          ...demand,
          async append(batch) {
            appends += 1;
            if (appends > diesAt || (appends === diesAt && !after)) throw new Error('dead');
            await demand.append(batch);
            if (appends === diesAt) throw new Error('died after the write');
          },
        };
        const before = createMemoryIngest(stores, tokens, { demand: { store: mortal }, config: { demandRecords: step } });
        await before.ingest.start();
        await expect.poll(() => before.failures.length).toBeGreaterThan(0);
        await before.ingest.stop();
        const again = createMemoryIngest(stores, tokens, { demand: { store: demand }, config: { demandRecords: step } });
        await again.ingest.start();
        await again.ingest.settle(30_000);
        await again.ingest.stop();
        expect(await outcomes(demand)).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });
});

it('a record that cannot be counted is tried some times, passed over and told of; those around it are counted', async () => {
  const stores = createMemoryStores();
  const { demand } = stores.anatomy;
  const skipped: unknown[] = [];
  let refused = 0;
  const picky: DemandStore = {
    ...demand,
    append: async (batch) => {
      if (batch.turns.some(({ turn }) => turn === 5) && (refused += 1)) throw new TypeError('a turn that no table takes');
      await demand.append(batch);
    },
  };
  const { ingest } = createMemoryIngest(stores, tokens, {
    demand: { store: picky, observer: { skipped: (record) => void skipped.push(record) } },
  });
  await ingest.append({ ...ADDRESS, events: Array.from({ length: 9 }, (_, at) => said(`message ${at}`)) });
  await ingest.start();
  await ingest.settle(30_000);
  expect(skipped).toEqual([{ partition: 0, offset: 4, reason: 'TypeError in Object.append' }]);
  expect(refused).toBe(6);
  const [counts] = await demand.counts({ ...SPACE, by: 'all', limit: 1 });
  expect(counts?.turns).toBe(8);
  await ingest.stop();
});
