import type { NewEvent, PrefetchEnd, RecallAnswer, SessionAddress, WindowRequest } from '@total-recall/domain';
import { createTextAnalyser } from '@total-recall/language';
import { createPolicyResolver } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';
import { createPackPrefetcher } from './prefetch-pack.ts';
import { DEFAULT_WINDOW_CONFIG, type WindowConfig } from './window-deps.ts';

const PLACE: SessionAddress = { tenant: 'acme', space: 'main', session: 'work' };
const DRAFT = 'Where is the spare fuse of the harbour cra';
const MESSAGE = 'Where is the spare fuse of the harbour crane?';
const factOf = (drawer: number): NewEvent => ({
  kind: 'agent_message',
  text: `The spare fuse of the harbour crane lies in drawer ${drawer} of the depot.`,
});
const asking: Pick<WindowRequest, 'blocks'> = { blocks: { userMessage: MESSAGE } };

/** Builds a space with a fact from another session, and a session that is still empty. */
async function knowing(drawers: Readonly<Record<string, number>> = { acme: 48_151 }) {
  const service = createMemoryService(createServiceStores(), { policy: { windowTokens: 8_192, pushTokens: 400 } });
  await service.ingest.start();
  for (const [tenant, drawer] of Object.entries(drawers)) {
    await service.ingest.append({ ...PLACE, tenant, session: 'past', events: [factOf(drawer)] });
    await service.ingest.append({ ...PLACE, tenant, events: [{ kind: 'user_message', text: 'Good morning.' }] });
  }
  await service.ingest.settle(30_000);
  const packOf = async (request: WindowRequest) =>
    (await service.retriever.assembleWindow(request)).blocks.find(({ kind }) => kind === 'pack')?.text;
  const recallsOf = async (tenant = 'acme') => (await service.retriever.retrievals({ tenant, space: 'main', limit: 50 })).length;
  const said = (event: NewEvent, place = PLACE) => service.ingest.append({ ...place, events: [event], wait: 'searchable' });
  /** Sends the draft and waits until its recall is done. */
  const typed = async (): Promise<void> => {
    const before = await recallsOf();
    expect(await service.retriever.prefetch({ ...PLACE, draft: DRAFT })).toEqual({ result: 'started' });
    await expect.poll(() => recallsOf(), { timeout: 30_000 }).toBe(before + 1);
  };
  return { ...service, packOf, recallsOf, said, typed };
}

describe('recall for what a user is typing', () => {
  it('is begun before the window, which pushes what it found and asks nothing itself', async () => {
    const { retriever, ingest, packOf, recallsOf, prefetches, typed } = await knowing();
    await typed();
    const pack = await packOf({ ...PLACE, ...asking });
    expect(pack).toContain('drawer 48151');
    expect([await recallsOf(), prefetches]).toEqual([1, ['used']]);
    const [logged] = await retriever.retrievals({ tenant: 'acme', space: 'main', limit: 5 });
    expect(logged).toMatchObject({ pushed: true, session: 'work' });
    expect(pack).toContain(logged!.retrievalId);
    // It is used once: the next window runs its own recall.
    expect(await packOf({ ...PLACE, ...asking })).toContain('drawer 48151');
    expect(await recallsOf()).toBe(2);
    await ingest.stop();
  });

  it('stands where the message itself was appended meanwhile, and whatever happened in other spaces and tenants', async () => {
    const { ingest, packOf, recallsOf, prefetches, said, typed } = await knowing();
    await typed();
    await said({ kind: 'user_message', text: MESSAGE });
    await said(factOf(1), { ...PLACE, space: 'side' });
    await said(factOf(2), { ...PLACE, tenant: 'rival' });
    expect(await packOf(PLACE)).toContain('drawer 48151');
    expect([await recallsOf(), prefetches]).toEqual([1, ['used']]);
    await ingest.stop();
  });

  it.each<[string, SessionAddress, NewEvent]>([
    ['in the session', PLACE, { kind: 'agent_message', text: 'One moment.' }],
    ['in another session of the space', { ...PLACE, session: 'past' }, factOf(62_342)],
  ])('is dropped where something else was appended %s', async (_name, place, event) => {
    const { ingest, packOf, recallsOf, prefetches, said, typed } = await knowing();
    await typed();
    await said(event, place);
    const pack = await packOf({ ...PLACE, ...asking });
    expect(pack).toContain('drawer 48151');
    if (place.session === 'past') expect(pack).toContain('drawer 62342');
    expect([await recallsOf(), prefetches]).toEqual([2, ['appended']]);
    await ingest.stop();
  });

  it('is dropped where the task changed', async () => {
    const { ingest, packOf, recallsOf, prefetches, typed } = await knowing();
    await typed();
    await ingest.updateTaskState({ ...PLACE, update: { expectedVersion: 0, fields: { goals: ['Mend the harbour crane'] } } });
    await packOf({ ...PLACE, ...asking });
    expect([await recallsOf(), prefetches]).toEqual([2, ['appended']]);
    await ingest.stop();
  });

  it('takes the task into account as a window does', async () => {
    const { ingest, packOf, recallsOf, prefetches, typed } = await knowing();
    await ingest.updateTaskState({ ...PLACE, update: { expectedVersion: 0, fields: { goals: ['Mend the harbour crane'] } } });
    await typed();
    expect(await packOf({ ...PLACE, ...asking })).toContain('drawer 48151');
    expect([await recallsOf(), prefetches]).toEqual([1, ['used']]);
    await ingest.stop();
  });

  it('waits for its own message, and is not for another one', async () => {
    const { ingest, packOf, recallsOf, prefetches, typed } = await knowing();
    await typed();
    await packOf({ ...PLACE, blocks: { userMessage: 'Which boats left the northern quay early today?' } });
    expect([await recallsOf(), prefetches]).toEqual([2, []]);
    expect(await packOf({ ...PLACE, ...asking })).toContain('drawer 48151');
    expect([await recallsOf(), prefetches]).toEqual([2, ['used']]);
    await ingest.stop();
  });

  it('I-08 never answers another tenant, space or session of the same name', async () => {
    const { ingest, packOf, recallsOf, prefetches, typed } = await knowing({ acme: 48_151, rival: 62_342 });
    await typed();
    const foreign = await packOf({ ...PLACE, ...asking, tenant: 'rival' });
    expect(foreign).toContain('drawer 62342');
    expect(foreign).not.toContain('48151');
    expect(await packOf({ ...PLACE, ...asking, space: 'side' })).toBeUndefined();
    await packOf({ ...PLACE, ...asking, session: 'other' });
    expect([prefetches, await recallsOf('rival')]).toEqual([[], 1]);
    expect(await packOf({ ...PLACE, ...asking })).toContain('drawer 48151');
    expect(prefetches).toEqual(['used']);
    await ingest.stop();
  });
});

/** Builds a prefetcher whose recalls the test answers, on a clock that the test sets. */
function byHand(settings: Partial<WindowConfig> = {}) {
  const { log, sessions, control } = createServiceStores();
  const ends: PrefetchEnd[] = [];
  const failures: unknown[] = [];
  const waiting: ((answer: RecallAnswer | Error) => void)[] = [];
  const clock = { nowMs: 0, now: () => 0, monotonicMs: () => clock.nowMs };
  const prefetcher = createPackPrefetcher(
    {
      log,
      sessions,
      clock,
      analyser: createTextAnalyser(),
      policies: createPolicyResolver({ control, defaults: { windowTokens: 8_192, pushTokens: 400 } }),
      observer: {
        assembled: () => undefined,
        overBudget: () => undefined,
        violated: () => undefined,
        prefetchEnded: (end) => void ends.push(end),
        prefetchFailed: (error) => void failures.push(error),
      },
      contents: { forget: () => undefined, load: async () => new Map(), open: async () => new Map() },
      recall: () =>
        new Promise((resolve, reject) => waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))),
    },
    { ...DEFAULT_WINDOW_CONFIG, ...settings },
  );
  const answer = async (given: RecallAnswer | Error = answerOf('01A')): Promise<void> => {
    await expect.poll(() => waiting.length, { timeout: 30_000 }).toBeGreaterThan(0);
    waiting.shift()!(given);
    await prefetcher.stop();
  };
  const draft = async (place: Partial<SessionAddress> = {}, text = DRAFT) =>
    (await prefetcher.prefetch({ ...PLACE, ...place, draft: text })).result;
  const wanted = { ...PLACE, queries: [MESSAGE], budgetTokens: 400, shown: new Set<string>() };
  return { prefetcher, draft, answer, wanted, clock, ends, failures };
}

const answerOf = (eventId: string): RecallAnswer =>
  ({ passages: [{ eventId }], rendered: 'The fuse lies there.', tokens: 96, outcome: 'answered' }) as unknown as RecallAnswer;

describe('what recall for drafts may cost', () => {
  it('is one recall a session, two a tenant and four in all at one time', async () => {
    const { draft, answer } = byHand();
    expect(await draft()).toBe('started');
    expect(await draft({}, `${DRAFT}ne?`)).toBe('held');
    expect(await draft({}, 'Which boats left the northern quay early today?')).toBe('busy');
    expect(await draft({ session: 'b' })).toBe('started');
    expect(await draft({ session: 'c' })).toBe('busy');
    expect(await draft({ tenant: 'rival' })).toBe('started');
    expect(await draft({ tenant: 'third' })).toBe('started');
    expect(await draft({ tenant: 'fourth' })).toBe('busy');
    await expect.poll(async () => (await Promise.all([answer(), answer(), answer(), answer()])).length, { timeout: 30_000 }).toBe(4);
    expect(await draft({ session: 'c' })).toBe('started');
  });

  it('is a few sessions, the oldest goes first', async () => {
    const { prefetcher, draft, answer, wanted, ends } = byHand({ heldPrefetches: 2 });
    for (const session of ['a', 'b', 'c']) {
      await draft({ session });
      await answer();
    }
    expect(ends).toEqual(['pushed_out']);
    expect(await prefetcher.take({ ...wanted, session: 'a' })).toBeUndefined();
    expect(await prefetcher.take({ ...wanted, session: 'c' })).toMatchObject({ eventIds: ['01A'], pack: { tokens: 100 } });
    expect(ends).toEqual(['pushed_out', 'used']);
  });

  it('is half a minute, and one draft', async () => {
    const { prefetcher, draft, answer, wanted, clock, ends } = byHand();
    await draft();
    await answer();
    expect(await draft({}, 'Which boats left the northern quay early today?')).toBe('started');
    await answer();
    expect(ends).toEqual(['replaced']);
    clock.nowMs += 30_001;
    expect(await prefetcher.take({ ...wanted, queries: ['Which boats left the northern quay early today?'] })).toBeUndefined();
    expect(ends).toEqual(['replaced', 'expired']);
  });

  it('is no window: a recall that is on its way is waited for, one that fails is forgotten', async () => {
    const { prefetcher, draft, answer, wanted, ends, failures } = byHand();
    await draft();
    const taking = prefetcher.take(wanted);
    await answer();
    expect(await taking).toMatchObject({ pack: { text: 'The fuse lies there.' } });
    await draft();
    const failing = prefetcher.take(wanted);
    await answer(new Error('the index is away'));
    expect(await failing).toBeUndefined();
    expect([ends, failures.length]).toEqual([['used', 'failed'], 1]);
    expect(await draft()).toBe('started');
    await answer();
  });

  it.each<[PrefetchEnd, object]>([
    ['no_room', { budgetTokens: 99 }],
    ['shown', { shown: new Set(['01A']) }],
    ['used', { budgetTokens: 100 }],
  ])('ends as %s with a window of %j', async (end, more) => {
    const { prefetcher, draft, answer, wanted, ends } = byHand();
    await draft();
    await answer();
    expect((await prefetcher.take({ ...wanted, ...more })) === undefined).toBe(end !== 'used');
    expect(ends).toEqual([end]);
  });

  it('is nothing for a word or two', async () => {
    const { draft } = byHand();
    expect(await draft({}, 'Where')).toBe('too_short');
    expect(await draft({}, 'the and of')).toBe('too_short');
  });
});
