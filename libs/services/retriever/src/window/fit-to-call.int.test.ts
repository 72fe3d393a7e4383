import type { NewEvent } from '@total-recall/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

type MemoryService = ReturnType<typeof createMemoryService>;
const PLACE = { tenant: 'acme', space: 'main', session: 'work' };
const TASK = 'Move the billing tables to the new cluster, and leave the invoices of 2019 alone.';

/** Steps of an agent: a call and its result, with the given number of lines. */
const steps = (from: number, to: number, lines: number): NewEvent[] =>
  Array.from({ length: to - from }, (_, at) => from + at).flatMap((step): NewEvent[] => {
    const call = { id: `call-${step}`, name: 'inspect' };
    const text = Array.from({ length: lines }, (_, line) => `table_${step}.row_${line} holds ${step * line} entries`).join('\n');
    return [
      { kind: 'tool_call', call: { ...call, arguments: `{"table":"table_${step}"}` } },
      { kind: 'tool_result', call, text },
    ];
  });

let service: MemoryService;
afterEach(() => service.ingest.stop());

async function started(windowTokens: number): Promise<MemoryService> {
  service = createMemoryService(createServiceStores(), { policy: { windowTokens } });
  await service.ingest.start();
  return service;
}

describe('the live request (I-16)', () => {
  it('stands in every window of a long task, "continue" half way or not', async () => {
    const { ingest, retriever, violations } = await started(8_192);
    const { events } = await ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: TASK }] });
    let compacted = 0;
    for (let step = 0; step < 120; step++) {
      if (step === 60) await ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: 'continue' }] });
      await ingest.append({ ...PLACE, events: steps(step, step + 1, 10 + 10 * (step % 7)) });
      const { blocks, cycle } = await retriever.assembleWindow(PLACE);
      if (cycle > 0) compacted += 1;
      expect(blocks.find(({ eventId }) => eventId === events[0]!.id)?.text).toBe(TASK);
      if (step >= 60) expect(blocks.some(({ text }) => text === 'continue')).toBe(true);
    }
    expect(compacted).toBeGreaterThan(60);
    expect(violations).toEqual([]);
  });
});

describe('a call that names a smaller window', () => {
  it('is refused where the tools alone take more than it has, though the session has no events (I-04)', async () => {
    const { retriever, violations } = await started(128_000);
    await expect(retriever.assembleWindow({ ...PLACE, windowTokens: 256 })).rejects.toMatchObject({
      code: 'window_over_budget',
      details: { part: 'system', budgetTokens: 218 },
    });
    expect((await retriever.assembleWindow({ ...PLACE, windowTokens: 1_000 })).tokens.total).toBeLessThanOrEqual(850);
    expect(violations).toEqual([]);
  });

  it('gets one, the same bytes every time, recorded nowhere, its markers expandable by a signed range', async () => {
    const { ingest, retriever, violations } = await started(128_000);
    await ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: TASK }, ...steps(0, 40, 60)] });
    await ingest.settle(30_000);
    const whole = await retriever.assembleWindow(PLACE);
    expect([whole.cycle, whole.blocks.some(({ kind }) => kind === 'marker')]).toEqual([0, false]);
    for (const windowTokens of [32_000, 8_000, 4_000]) {
      const first = await retriever.assembleWindow({ ...PLACE, windowTokens });
      const again = await retriever.assembleWindow({ ...PLACE, windowTokens });
      expect(again.blocks).toEqual(first.blocks);
      expect(first.tokens.total).toBeLessThanOrEqual(windowTokens - first.budgets.headroom);
      expect(first.tokens.total).toBeGreaterThan(0.7 * (windowTokens - first.budgets.headroom));
      expect(first.blocks.some(({ text }) => text === TASK)).toBe(true);
    }
    const { blocks } = await retriever.assembleWindow({ ...PLACE, windowTokens: 4_000 });
    const marker = blocks.find(({ kind }) => kind === 'marker')!;
    const shown = new Set(blocks.flatMap(({ eventId }) => eventId ?? []));
    const expanded = await retriever.expand({ ...PLACE, markerId: marker.markerId!, limit: 100 });
    expect(expanded.events.length).toBe(expanded.marker.eventCount);
    expect(expanded.events.filter(({ id }) => !shown.has(id)).length).toBeGreaterThan(10);
    const forged = marker.markerId!.replace(/^r\d+/, 'r1');
    await expect(retriever.expand({ ...PLACE, markerId: forged, limit: 10 })).rejects.toMatchObject({ code: 'not_found' });
    // The call left nothing behind.
    expect((await retriever.assembleWindow(PLACE)).blocks).toEqual(whole.blocks);
    expect((await retriever.session(PLACE)).cycle).toBe(0);
    expect(violations).toEqual([]);
  });

  it('says what each part of a long session was about, with as many markers as its window has places', async () => {
    const { ingest, retriever, violations } = await started(128_000);
    const requests = Array.from({ length: 40 }, (_, at): NewEvent[] => [
      { kind: 'user_message', text: `Count the crates on pier ${at}.` },
      ...steps(at, at + 1, 60),
      { kind: 'agent_message', text: `Pier ${at} is counted.` },
    ]).flat();
    await ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: TASK }, ...requests] });
    await ingest.settle(30_000);
    for (const windowTokens of [8_000, 4_000]) {
      const { blocks, budgets } = await retriever.assembleWindow({ ...PLACE, windowTokens });
      const markers = blocks.filter(({ kind }) => kind === 'marker');
      expect(markers).toHaveLength(budgets.markerCap);
      const sizes = await Promise.all(
        markers.map(async ({ markerId }) => (await retriever.expand({ ...PLACE, markerId: markerId!, limit: 1 })).marker.eventCount),
      );
      expect(Math.max(...sizes)).toBeLessThan(0.5 * sizes.reduce((sum, size) => sum + size, 0));
    }
    expect(violations).toEqual([]);
  });

  it('is told what its window leaves out, and the session keeps its own task state', async () => {
    const { ingest, retriever, violations } = await started(128_000);
    const rule = 'Never delete the rows of the auditors.';
    const talk = Array.from({ length: 40 }, (_, at): NewEvent[] => [
      { kind: 'user_message', text: at === 10 ? rule : `How full is shelf ${at}?` },
      { kind: 'agent_message', text: `Shelf ${at} holds ${'crates of tinned peas, '.repeat(60)}as far as I can see.` },
    ]).flat();
    await ingest.append({ ...PLACE, events: [...talk, { kind: 'user_message', text: TASK }] });
    await ingest.settle(30_000);
    const cardIn = async (windowTokens?: number) => {
      const { blocks, tokens, budgets } = await retriever.assembleWindow({ ...PLACE, ...(windowTokens && { windowTokens }) });
      const card = blocks.find(({ kind }) => kind === 'task_state');
      return { card: card?.text, says: blocks.filter(({ text }) => text.includes(rule)).length, tokens, budgets };
    };
    const whole = await cardIn();
    expect([whole.card, whole.says]).toEqual([undefined, 1]);
    for (const windowTokens of [8_000, 4_000]) {
      const { card, says, tokens, budgets } = await cardIn(windowTokens);
      expect(card).toContain(`The user said:\n- e21: "${rule}"`);
      expect([says, tokens.task > 0, tokens.task <= budgets.task]).toEqual([1, true, true]);
      expect((await cardIn(windowTokens)).card).toBe(card);
    }
    expect(await cardIn()).toEqual(whole);
    expect(violations).toEqual([]);
  });

  it('makes room for what the call itself brings', async () => {
    const { ingest, retriever } = await started(8_192);
    await ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: TASK }, ...steps(0, 20, 12)] });
    await ingest.settle(30_000);
    const blocks = { system: 'be exact and brief '.repeat(12), userMessage: 'and now '.repeat(200) };
    const window = await retriever.assembleWindow({ ...PLACE, blocks });
    expect(window.tokens.total).toBeLessThanOrEqual(8_192 - window.budgets.headroom);
    expect(window.blocks.some(({ text }) => text === TASK)).toBe(true);
  });
});
