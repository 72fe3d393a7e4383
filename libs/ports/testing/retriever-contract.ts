import { describe, expect, it } from 'vitest';
import { codeOf } from './contract-harness.ts';
import {
  append,
  longTalk,
  message,
  PLACE,
  SPACE,
  withServices,
  type ServicesHarness,
  type ServicesUnderTest,
  type WithServices,
} from './services-harness.ts';

/** Tests the claims of the `Retriever` port. Its data is written through the `Ingest` beside it. */
export function retrieverContract(name: string, makeHarness: () => ServicesHarness): void {
  const services = withServices(makeHarness);
  describe(`${name}: Retriever`, () => {
    windowClaims(services);
    prefetchClaims(services);
    recallClaims(services);
    readClaims(services);
    markerClaims(services);
    listClaims(services);
  });
}

function windowClaims(withService: WithServices): void {
  it('assembles windows in every format under the budget', () =>
    withService(async (services) => {
      const { position } = await append(services, longTalk(3));
      for (const format of ['blocks', 'openai', 'anthropic'] as const) {
        const window = await services.retriever.assembleWindow({
          ...PLACE,
          format,
          after: position!,
          blocks: { system: 'You audit depots.', userMessage: 'Go on.', tools: [{ name: 'read_report', parameters: { type: 'object' } }] },
        });
        expect(window.tokens.total).toBeLessThanOrEqual(window.budgets.window - window.budgets.headroom);
        expect(window.blocks.map(({ text }) => text).join('\n')).toContain('Report 2 speaks of depot 2.');
        expect([window.openai !== undefined, window.anthropic !== undefined]).toEqual([format === 'openai', format === 'anthropic']);
      }
      const early = await services.retriever.assembleWindow({ ...PLACE, atTurn: 1 });
      expect(early.turn).toBe(1);
    }));

  it('names the part that does not fit', () =>
    withService(async (services) => {
      await append(services, [message('begin')]);
      const window = services.retriever.assembleWindow({ ...PLACE, blocks: { system: 'word '.repeat(9_000) } });
      await expect(window).rejects.toMatchObject({
        code: 'window_over_budget',
        details: { part: expect.any(String), tokens: expect.any(Number), budgetTokens: expect.any(Number) },
      });
    }));

  it('refuses positions that are none, or of another session', () =>
    withService(async (services) => {
      const { position } = await append(services, [message('here')]);
      await append(services, [message('there')], { session: 's2' });
      for (const after of ['nonsense', position!.replace(/\d+$/, '999999')]) {
        expect(await codeOf(services.retriever.assembleWindow({ ...PLACE, after }))).toBe('invalid_position');
        expect(await codeOf(services.retriever.recall({ ...PLACE, queries: ['x'], after }))).toBe('invalid_position');
      }
    }));
}

function prefetchClaims(withService: WithServices): void {
  it('starts nothing for a draft where windows push nothing', () =>
    withService(async (services) => {
      await append(services, longTalk(3));
      expect(await services.retriever.prefetch({ ...PLACE, draft: 'Which depot does report 1 speak of?' })).toEqual({ result: 'off' });
      expect(await services.retriever.retrievals({ ...SPACE, limit: 5 })).toEqual([]);
    }));
}

function recallClaims(withService: WithServices): void {
  it('finds what was said, verbatim, with its numbers where asked to explain', () =>
    withService(async (services) => {
      await append(services, [...longTalk(4), message('The seal number of the ninth crate is QX-7741.'), ...longTalk(2)]);
      const request = { ...SPACE, session: 's1', queries: ['seal number of the ninth crate', 'QX-7741'] };
      const answer = await services.retriever.recall({ ...request, explain: true, limit: 3 });
      expect(answer.rendered).toContain('The seal number of the ninth crate is QX-7741.');
      expect(answer.tokens).toBeLessThanOrEqual(answer.budgetTokens);
      expect(answer.hits.length).toBeLessThanOrEqual(3);
      expect(answer.hits[0]).toMatchObject({ session: 's1', packed: true, factors: expect.any(Object) });
      expect((await services.retriever.recall(request)).hits[0]!.factors).toBeUndefined();
    }));

  it('finds the own write of a caller at once, and leaves out what he names', () =>
    withService(async (services) => {
      const { events } = await services.ingest.append({ ...PLACE, events: [message('The lighthouse keeper is called Maren.')] });
      const request = { ...SPACE, queries: ['lighthouse keeper'] };
      const found = await services.retriever.recall(request);
      expect(found.hits.map(({ eventId }) => eventId)).toEqual([events[0]!.id]);
      const without = await services.retriever.recall({ ...request, without: new Set([events[0]!.id]) });
      expect(without.hits).toEqual([]);
    }));

  it('keeps to its scope', () =>
    withService(async (services) => {
      for (const session of ['s1', 's2']) await append(services, [message(`The anchor of ${session} is heavy.`)], { session });
      const answer = await services.retriever.recall({ ...SPACE, queries: ['anchor heavy'], scope: { sessions: ['s2'] } });
      expect(answer.hits.map(({ session }) => session)).toEqual(['s2']);
      expect((await services.retriever.recall({ tenant: 'rival', space: 'main', queries: ['anchor heavy'] })).hits).toEqual([]);
    }));
}

function readClaims(withService: WithServices): void {
  it('pages through the events of a session, each once, in order', () =>
    withService(async (services) => {
      const { events } = await append(services, longTalk(5));
      for (const limit of [1, 7, 20, 500]) {
        const seen: string[] = [];
        for (let from: number | undefined = 1; from !== undefined;) {
          const page = await services.retriever.events({ ...PLACE, fromOrdinal: from, limit });
          seen.push(...page.events.map(({ id }) => id));
          from = page.nextOrdinal;
        }
        expect(seen).toEqual(events.map(({ id }) => id));
      }
    }));

  it('does not know what is not there, or is of another space', () =>
    withService(async (services) => {
      const { events } = await append(services, [message('mine')]);
      const { retriever } = services;
      const nowhere = { ...PLACE, session: 'nowhere' };
      const elsewhere = { tenant: 'acme', space: 'side', eventId: events[0]!.id };
      expect(await codeOf(retriever.event(elsewhere))).toBe('not_found');
      expect(await codeOf(retriever.event({ ...SPACE, eventId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }))).toBe('not_found');
      expect(await codeOf(retriever.artifact({ ...SPACE, artifactId: `art_${'a'.repeat(32)}` }))).toBe('not_found');
      expect(await codeOf(retriever.session(nowhere))).toBe('not_found');
      expect(await codeOf(retriever.manifest({ ...PLACE, markerId: 'm9' }))).toBe('not_found');
    }));

  it('reads ranges of an artifact', () =>
    withService(async (services) => {
      const text = '0123456789'.repeat(1_000);
      await append(services, [
        { kind: 'tool_call', call: { id: 'c', name: 'dump', arguments: '{}' } },
        { kind: 'tool_result', call: { id: 'c', name: 'dump' }, text },
      ]);
      const { events } = await services.retriever.events({ ...PLACE, limit: 10 });
      const artifactId = events.flatMap(({ body }) => body?.artifacts ?? [])[0]!.id;
      const whole = await services.retriever.artifact({ ...SPACE, artifactId });
      expect(Buffer.from(whole.bytes).toString()).toBe(text);
      const part = await services.retriever.artifact({ ...SPACE, artifactId, range: { from: 9_998 } });
      expect([Buffer.from(part.bytes).toString(), part.sizeBytes, part.range]).toEqual(['89', 10_000, { from: 9_998, to: 10_000 }]);
      expect(await codeOf(services.retriever.artifact({ ...SPACE, artifactId, range: { from: 10_001 } }))).toBe('range_not_satisfiable');
    }));

  it('has no task state where none was written', () =>
    withService(async (services) => {
      await append(services, [message('begin')]);
      expect(await services.retriever.taskState(PLACE)).toMatchObject({ state: null, stale: false });
    }));
}

async function compacted(services: ServicesUnderTest): Promise<void> {
  await append(services, longTalk(10));
  const { kind } = await services.ingest.compact({ ...PLACE, trigger: 'demand', targetTokens: 0 });
  expect(kind).toBe('compacted');
}

function markerClaims(withService: WithServices): void {
  it('expands a marker to exactly the events of its manifests', () =>
    withService(async (services) => {
      await compacted(services);
      const { markers } = await services.retriever.markers({ ...SPACE, limit: 10 });
      expect(markers).toMatchObject([{ id: 'm1', session: 's1', importance: expect.any(Number) }]);
      const { manifests } = await services.retriever.manifest({ ...PLACE, markerId: 'm1' });
      const expanded: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await services.retriever.expand({ ...PLACE, markerId: 'm1', limit: 5, ...(cursor !== undefined && { cursor }) });
        expanded.push(...page.events.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(new Set(expanded)).toEqual(new Set(manifests.flatMap(({ eventIds }) => eventIds)));
      expect(expanded).toHaveLength(markers[0]!.eventCount);
      expect(await codeOf(services.retriever.expand({ ...PLACE, markerId: 'm1', limit: 5, cursor: 'x' }))).toBe('invalid_cursor');
    }));
}

function listClaims(withService: WithServices): void {
  it('lists sessions and spaces page by page, and of spaces only those that are named', () =>
    withService(async (services) => {
      for (const space of ['a', 'b', 'hidden'])
        for (const session of ['s1', 's2']) await append(services, [message('hello')], { space, session });
      const { retriever } = services;
      const first = await retriever.sessions({ tenant: 'acme', space: 'a', limit: 1 });
      const second = await retriever.sessions({ tenant: 'acme', space: 'a', limit: 1, cursor: first.cursor! });
      expect([...first.sessions, ...second.sessions].map(({ session }) => session).toSorted()).toEqual(['s1', 's2']);
      const { spaces } = await retriever.spaces({ tenant: 'acme', limit: 10, only: ['a', 'b'] });
      expect(spaces.map(({ space, sessions, events }) => [space, sessions, events]).toSorted()).toEqual([
        ['a', 2, 2],
        ['b', 2, 2],
      ]);
      expect((await retriever.spaces({ tenant: 'acme', limit: 10 })).spaces).toHaveLength(3);
      expect(await codeOf(retriever.sessions({ tenant: 'acme', space: 'a', limit: 1, cursor: 'x' }))).toBe('invalid_cursor');
    }));

  it('keeps what its windows were made of, and what was recalled and used', () =>
    withService(async (services) => {
      await append(services, longTalk(2));
      const { windowId } = await services.retriever.assembleWindow(PLACE);
      const { retrievalId } = await services.retriever.recall({ ...SPACE, session: 's1', queries: ['depot 1'] });
      await expect
        .poll(async () => (await services.retriever.anatomy({ ...PLACE, limit: 5 })).map(({ turnId }) => turnId))
        .toEqual([windowId]);
      await expect
        .poll(async () => (await services.retriever.retrievals({ ...SPACE, limit: 5 })).map((record) => record.retrievalId))
        .toEqual([retrievalId]);
      const { groups } = await services.retriever.demand({ ...SPACE, by: 'session', limit: 5 });
      expect(groups.length).toBeLessThanOrEqual(5);
    }));
}
