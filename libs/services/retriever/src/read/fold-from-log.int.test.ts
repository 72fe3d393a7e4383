import type { NewEvent } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import type { RetrieverConfig } from '../index.ts';
import { createMemoryService, createReadModel, createServiceStores } from '../../testing/memory-service.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 's1' };
const OTHER = { ...PLACE, space: 'other' };
const POLICY = { windowTokens: 8_000 };
const turns = (count: number, from = 0): NewEvent[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: at % 2 === 0 ? ('user_message' as const) : ('agent_message' as const),
    text: `Turn ${from + at}: ${'the boats left the harbour early and came back late '.repeat(12)}`,
  }));
const textsOf = ({ blocks }: { readonly blocks: readonly { readonly kind: string; readonly text: string }[] }) =>
  blocks.map(({ kind, text }) => `${kind} ${text}`);

/**
 * Two services over one log, as during a release of a version with another fold: the later one appends and folds into
 * its own read model, and the former one reads another, into which nobody folds any more.
 */
async function release(retriever: Partial<RetrieverConfig> = {}) {
  const stores = createServiceStores();
  const former = createMemoryService(stores, { policy: POLICY, retriever: { foldTimeoutMs: 50, ...retriever } });
  await former.ingest.start();
  await former.ingest.append({ ...PLACE, events: turns(60), wait: 'searchable' });
  await former.ingest.append({ ...OTHER, events: turns(4), wait: 'searchable' });
  const before = await former.retriever.assembleWindow(PLACE);
  await former.ingest.stop();
  const later = createMemoryService({ ...stores, ...createReadModel() }, { policy: POLICY });
  await later.ingest.start();
  return { former, later, before, stores };
}

describe('a window of a session whose partition is folded into another read model', () => {
  it('shows the session up to the end of the log, as the other read model does', async () => {
    const { former, later, before } = await release();
    await later.ingest.append({ ...PLACE, events: turns(4, 60), wait: 'searchable' });
    await later.ingest.append({ ...OTHER, events: turns(30, 4), wait: 'searchable' });
    const [own, wanted] = [await former.retriever.assembleWindow(PLACE), await later.retriever.assembleWindow(PLACE)];
    expect(textsOf(own)).toEqual(textsOf(wanted));
    expect([own.turn, own.position, own.cycle]).toEqual([wanted.turn, wanted.position, wanted.cycle]);
    expect(own.turn).toBeGreaterThan(before.turn);
    expect(textsOf(own).at(-1)).toContain('Turn 63: ');
    expect([former.violations, later.violations]).toEqual([[], []]);
    await later.ingest.stop();
  });

  it('takes what was compacted there, and shows what a task state became', async () => {
    const { former, later, before } = await release();
    for (let at = 60; at < 240; at += 60) await later.ingest.append({ ...PLACE, events: turns(60, at), wait: 'searchable' });
    await later.ingest.updateTaskState({ ...PLACE, update: { fields: { goals: ['Tow the barge'] } } });
    const [own, wanted] = [await former.retriever.assembleWindow(PLACE), await later.retriever.assembleWindow(PLACE)];
    expect(own.cycle).toBeGreaterThan(before.cycle);
    expect(textsOf(own)).toEqual(textsOf(wanted));
    expect(textsOf(own).some((text) => text.includes('Tow the barge'))).toBe(true);
    await later.ingest.stop();
  });

  it('fits where a burst has come that nobody has compacted yet', async () => {
    const { former, later } = await release();
    const { stores } = former;
    await later.ingest.stop();
    // A service that appends without folding.
    const appending = createMemoryService({ ...stores, ...createReadModel() }, { policy: POLICY, ingest: { roles: [] } });
    await appending.ingest.start();
    await appending.ingest.append({ ...PLACE, events: turns(200, 60) });
    const { tokens, budgets, blocks } = await former.retriever.assembleWindow(PLACE);
    expect(tokens.total + budgets.headroom).toBeLessThanOrEqual(POLICY.windowTokens);
    expect(blocks.at(-1)!.text).toContain('Turn 259: ');
    expect(former.violations).toEqual([]);
    await appending.ingest.stop();
  });

  it('is as of a turn that came meanwhile, and refuses a position that is none', async () => {
    const { former, later } = await release();
    await later.ingest.append({ ...PLACE, events: turns(6, 60), wait: 'searchable' });
    const { turn } = await later.retriever.assembleWindow(PLACE);
    for (const atTurn of [turn, turn - 2]) {
      const [own, wanted] = [
        await former.retriever.assembleWindow({ ...PLACE, atTurn }),
        await later.retriever.assembleWindow({ ...PLACE, atTurn }),
      ];
      expect([own.turn, textsOf(own)]).toEqual([atTurn, textsOf(wanted)]);
    }
    expect(textsOf(await former.retriever.assembleWindow({ ...PLACE, atTurn: turn })).at(-1)).toContain('Turn 65: ');
    await expect(former.retriever.assembleWindow({ ...PLACE, atTurn: turn, after: 'none' })).rejects.toMatchObject({
      code: 'invalid_position',
    });
    expect(former.violations).toEqual([]);
    await later.ingest.stop();
  });

  it('is there for a session that began meanwhile', async () => {
    const { former, later } = await release();
    const fresh = { ...PLACE, session: 'fresh' };
    await later.ingest.append({ ...fresh, events: turns(3), wait: 'searchable' });
    expect(textsOf(await former.retriever.assembleWindow(fresh))).toEqual(textsOf(await later.retriever.assembleWindow(fresh)));
    await later.ingest.stop();
  });

  it.each([
    ['records of the partition', { passedRecords: 20 }],
    ['records of the space', { pendingRecords: 20 }],
    ['bytes of the session', { pendingBytes: 2_000 }],
  ])('is refused where the log has more %s above what is folded than one window may read', async (_, limits) => {
    const { former, later } = await release(limits);
    await later.ingest.append({ ...PLACE, events: turns(30, 60), wait: 'searchable' });
    await expect(former.retriever.assembleWindow(PLACE)).rejects.toMatchObject({ code: 'not_caught_up', retryAfterMs: 500 });
    await later.ingest.stop();
  });
});

describe('a read of a session whose partition is folded into another read model', () => {
  it('lists, reads and opens its newest events, and says what its task state became', async () => {
    const { former, later } = await release();
    await later.ingest.append({ ...PLACE, events: turns(4, 60), wait: 'searchable' });
    await later.ingest.updateTaskState({ ...PLACE, update: { fields: { goals: ['Tow the barge'] } } });
    const ids = async ({ retriever }: typeof former) =>
      (await retriever.events({ ...PLACE, fromOrdinal: 55, limit: 100 })).events.map(({ id, ordinal, turn }) => [id, ordinal, turn]);
    expect(await ids(former)).toEqual(await ids(later));
    const summary = async ({ retriever }: typeof former) => {
      const { events, turn, position, windowTokens } = await retriever.session(PLACE);
      return { events, turn, position, windowTokens };
    };
    expect(await summary(former)).toEqual(await summary(later));
    const last = (await later.retriever.events({ ...PLACE, limit: 100, kinds: ['agent_message'] })).events.at(-1)!;
    expect(last.body!.text).toContain('Turn 63: ');
    for (const ref of [`e${last.ordinal}`, `T${last.turn}`, `e55,e${last.ordinal}`])
      expect((await former.retriever.open({ ...PLACE, ref })).text, ref).toContain('Turn 63: ');
    expect((await former.retriever.event({ ...PLACE, eventId: `e${last.ordinal}` })).id).toBe(last.id);
    expect((await former.retriever.taskState(PLACE)).state).toMatchObject({ goals: ['Tow the barge'] });
    await later.ingest.stop();
  });

  it('reads pages across what is folded and what is not, each event once', async () => {
    const { former, later } = await release();
    await later.ingest.append({ ...PLACE, events: turns(20, 60), wait: 'searchable' });
    const seen: number[] = [];
    for (let from: number | undefined = 1; from !== undefined;) {
      const page = await former.retriever.events({ ...PLACE, fromOrdinal: from, limit: 7 });
      seen.push(...page.events.map(({ ordinal }) => ordinal));
      from = page.nextOrdinal;
    }
    const { events } = await later.retriever.session(PLACE);
    expect(seen).toEqual(Array.from({ length: events }, (_, at) => at + 1));
    await later.ingest.stop();
  });

  it("expands a range of a call's own window over what came meanwhile", async () => {
    const { former, later } = await release();
    await later.ingest.append({ ...PLACE, events: turns(20, 60), wait: 'searchable' });
    const { blocks } = await former.retriever.assembleWindow({ ...PLACE, windowTokens: 2_000 });
    const ranges = blocks.flatMap(({ markerId }) => (markerId?.startsWith('r') ? [markerId] : []));
    const texts: string[] = [];
    for (const markerId of ranges) {
      const { events, marker } = await former.retriever.expand({ ...PLACE, markerId, limit: 100 });
      const { manifests } = await former.retriever.manifest({ ...PLACE, markerId });
      expect([marker.eventCount, manifests[0]!.eventIds.length]).toEqual([events.length, events.length]);
      texts.push(...events.map(({ body }) => body!.text));
    }
    expect(texts.some((text) => text.startsWith('Turn 70: '))).toBe(true);
    await later.ingest.stop();
  });

  it('expands a marker that was made there', async () => {
    const { former, later } = await release();
    for (let at = 60; at < 240; at += 60) await later.ingest.append({ ...PLACE, events: turns(60, at), wait: 'searchable' });
    const { markers } = await former.retriever.markers({ ...PLACE, limit: 10 });
    expect(markers.map(({ id, eventId }) => [id, eventId])).toEqual(
      (await later.retriever.markers({ ...PLACE, limit: 10 })).markers.map(({ id, eventId }) => [id, eventId]),
    );
    const newest = markers.toSorted((a, b) => b.toOrdinal - a.toOrdinal)[0]!;
    const idsOf = async ({ retriever }: typeof former) =>
      (await retriever.expand({ ...PLACE, markerId: newest.id, limit: 100 })).events.map(({ id }) => id);
    expect((await idsOf(former)).length).toBeGreaterThan(0);
    expect(await idsOf(former)).toEqual(await idsOf(later));
    await later.ingest.stop();
  });

  it('is refused above the limits, and of a session that is not there', async () => {
    const { former, later } = await release({ pendingRecords: 20 });
    await later.ingest.append({ ...PLACE, events: turns(30, 60), wait: 'searchable' });
    await expect(former.retriever.events({ ...PLACE, limit: 10 })).rejects.toMatchObject({ code: 'not_caught_up', retryAfterMs: 500 });
    await expect(former.retriever.session({ ...PLACE, session: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    await later.ingest.stop();
  });
});
