import type { ContextCompacted, Marker, MarkerRecord } from '@total-recall/domain';
import { LIMITS, SET_ASIDE_BODY } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { createMemoryRetriever } from '../../testing/memory-retriever.ts';
import { createRetriever } from '../create-retriever.ts';

const address = { tenant: 'acme', space: 'main', session: 's1' };
const talk = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    kind: i % 2 === 0 ? ('user_message' as const) : ('agent_message' as const),
    text: `line ${from + i}`,
    at: 1_000 + from + i,
  }));

function marker(id: string, eventId: string, range: [number, number], level = 0): Marker {
  const [fromOrdinal, toOrdinal] = range;
  return {
    id,
    eventId,
    fromTurn: fromOrdinal,
    toTurn: toOrdinal,
    fromOrdinal,
    toOrdinal,
    topics: [`harbour ${id}`],
    level,
    eventCount: toOrdinal - fromOrdinal + 1,
    evictedTokens: 40,
    tokens: 20,
    fromTime: 1_000,
    toTime: 2_000,
  };
}

function made(of: Marker, eventIds: readonly string[], parts: MarkerRecord['parts'] = []): MarkerRecord {
  return {
    marker: of,
    manifest: { eventIds, anchors: [], artifactIds: [], taskStateVersion: 0, hints: { entities: [], paths: [], tools: [], keywords: [] } },
    parts,
  };
}

function compaction(
  cycle: number,
  evicted: readonly string[],
  records: readonly MarkerRecord[],
  markers: readonly Marker[],
): ContextCompacted {
  return {
    type: 'ContextCompacted',
    cycle,
    trigger: 'demand',
    evicted,
    shrunk: [],
    made: records,
    markers,
    tokensBefore: 100,
    tokensAfter: 60,
    targetTokens: 60,
    policyVersion: 'p1',
  };
}

describe('markers', () => {
  /** Compacts twice. The second merges both markers into a parent, which is then the only one. */
  async function compacted() {
    const world = createMemoryRetriever();
    const ids = await world.append(talk(12));
    const one = marker('m1', 'compaction-1', [1, 4]);
    await world.append([
      { id: 'compaction-1', kind: 'compaction', body: { compaction: compaction(1, ids.slice(0, 4), [made(one, ids.slice(0, 4))], [one]) } },
    ]);
    const two = marker('m2', 'compaction-2', [5, 8]);
    const parent = marker('m2.p', 'compaction-2', [1, 8], 1);
    const records = [
      made(two, ids.slice(4, 8)),
      made(
        parent,
        [],
        [
          { markerId: 'm1', eventId: 'compaction-1' },
          { markerId: 'm2', eventId: 'compaction-2' },
        ],
      ),
    ];
    await world.append([
      { id: 'compaction-2', kind: 'compaction', body: { compaction: compaction(2, ids.slice(4, 8), records, [parent]) } },
    ]);
    await world.project();
    return { ...world, ids };
  }

  it('give their span back exactly, through their parts, page by page', async () => {
    const { retriever, ids } = await compacted();
    const texts: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await retriever.expand({ ...address, markerId: 'm2.p', limit: 3, ...(cursor === undefined ? {} : { cursor }) });
      texts.push(...page.events.map((event) => event.body!.text));
      ({ cursor } = page);
    } while (cursor !== undefined);
    expect(texts).toEqual(talk(8).map((event) => event.text));
    const part = await retriever.expand({ ...address, markerId: 'm1', limit: 100 });
    expect(part.events.map((event) => event.id)).toEqual(ids.slice(0, 4));
    await expect(retriever.expand({ ...address, markerId: 'm2.p', limit: 3, cursor: 'm1.2' })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });

  it('say what went, and are browsed by topic', async () => {
    const { retriever, ids } = await compacted();
    const { manifests } = await retriever.manifest({ ...address, markerId: 'm2.p' });
    expect(manifests.flatMap((manifest) => manifest.eventIds)).toEqual(ids.slice(0, 8));
    const browse = async (topic?: string) =>
      (await retriever.markers({ tenant: 'acme', space: 'main', limit: 10, ...(topic === undefined ? {} : { topic }) })).markers;
    expect((await browse()).map(({ id, session }) => [id, session])).toEqual([['m2.p', 's1']]);
    expect(await browse('Harbour')).toHaveLength(1);
    expect(await browse('mountains')).toHaveLength(0);
  });

  it('that a later span joined are still found, though the new one stands at their level', async () => {
    const { retriever, append, project } = createMemoryRetriever();
    const ids = await append(talk(8));
    const [one, two] = [marker('m1', 'compaction-1', [1, 5]), marker('m2', 'compaction-2', [1, 5])];
    const [outer, inner] = [[ids[0]!, ids[4]!], [ids[2]!]];
    await append([{ id: 'compaction-1', kind: 'compaction', body: { compaction: compaction(1, outer, [made(one, outer)], [one]) } }]);
    await append([
      {
        id: 'compaction-2',
        kind: 'compaction',
        body: { compaction: compaction(2, inner, [made(two, inner, [{ markerId: 'm1', eventId: 'compaction-1' }])], [two]) },
      },
    ]);
    await project();
    const expand = async (markerId: string) =>
      (await retriever.expand({ ...address, markerId, limit: 100 })).events.map((event) => event.id);
    expect(await expand('m2')).toEqual([ids[0], ids[2], ids[4]]);
    expect(await expand('m1')).toEqual(outer);
  });

  it('are refused where there are none', async () => {
    const { retriever } = await compacted();
    await expect(retriever.manifest({ ...address, markerId: 'm9' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(retriever.manifest({ ...address, session: 'none', markerId: 'm1' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leave the evicted events findable', async () => {
    const { retriever, ids } = await compacted();
    const answer = await retriever.recall({ ...address, queries: ['line 2'] });
    expect(answer.hits.map((hit) => hit.eventId)).toContain(ids[2]);
    expect(answer.hits.map((hit) => hit.kind)).not.toContain('compaction');
  });
});

describe('events and sessions', () => {
  it('are read in order, by page and by id, and not from elsewhere', async () => {
    const { retriever, append, project } = createMemoryRetriever();
    const ids = await append(talk(5));
    await project();
    const first = await retriever.events({ ...address, limit: 3 });
    expect(first.events.map((event) => event.ordinal)).toEqual([1, 2, 3]);
    const rest = await retriever.events({ ...address, fromOrdinal: first.nextOrdinal, limit: 3 });
    expect(rest.events.map((event) => event.id)).toEqual(ids.slice(3));
    expect(rest.nextOrdinal).toBeUndefined();
    expect(await retriever.event({ ...address, eventId: ids[1]! })).toMatchObject({ id: ids[1], ordinal: 2, body: { text: 'line 1' } });
    await expect(retriever.event({ tenant: 'rival', space: 'main', eventId: ids[1]! })).rejects.toMatchObject({ code: 'not_found' });
    const session = await retriever.session(address);
    expect(session).toMatchObject({ events: 5, turn: 5, cycle: 0, markers: 0 });
    expect(session.windowTokens).toBe(session.tokensIn);
    expect((await retriever.sessions({ ...address, limit: 10 })).sessions).toHaveLength(1);
    expect((await retriever.spaces({ ...address, limit: 10 })).spaces).toMatchObject([{ space: 'main', sessions: 1, events: 5 }]);
  });

  it('are read in pages that end where their bodies are large, none left out, through `next` and through a cursor', async () => {
    const { retriever, append, project } = createMemoryRetriever();
    const large = 'x'.repeat(LIMITS.toolArgumentsBytes - 1_000);
    const calls = Array.from({ length: 20 }, (_, at) => ({
      kind: 'tool_call' as const,
      body: { call: { id: `c${at}`, name: 'run', arguments: JSON.stringify(large) } },
    }));
    const ids = await append(calls);
    const whole = marker('m1', 'compaction-1', [1, 20]);
    await append([{ id: 'compaction-1', kind: 'compaction', body: { compaction: compaction(1, ids, [made(whole, ids)], [whole]) } }]);
    await project();
    const sizes: number[] = [];
    const read: string[] = [];
    let next: number | undefined = 1;
    while (next !== undefined) {
      const page = await retriever.events({ ...address, fromOrdinal: next, limit: 500 });
      sizes.push(JSON.stringify(page.events).length);
      read.push(...page.events.map(({ id }) => id));
      next = page.nextOrdinal;
    }
    expect(read).toEqual([...ids, 'compaction-1']);
    expect(sizes.length).toBe(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(LIMITS.pageBytes);
    const behind: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await retriever.expand({ ...address, markerId: 'm1', limit: 500, ...(cursor !== undefined && { cursor }) });
      expect(JSON.stringify(page.events).length).toBeLessThanOrEqual(LIMITS.pageBytes);
      behind.push(...page.events.map(({ id }) => id));
      ({ cursor } = page);
    } while (cursor !== undefined);
    expect(behind).toEqual(ids);
  });

  it('count to a page by its limit where only some kinds are wanted', async () => {
    const { retriever, append, project } = createMemoryRetriever();
    await append(talk(6));
    await project();
    const page = await retriever.events({ ...address, limit: 3, kinds: ['agent_message'] });
    expect([page.events.map(({ ordinal }) => ordinal), page.nextOrdinal]).toEqual([[2], 4]);
  });

  it('wait for the fold, bounded', async () => {
    const { retriever, append } = createMemoryRetriever({ config: { foldTimeoutMs: 20, passedRecords: 0 } });
    const [id] = await append(talk(1));
    const late = { code: 'not_caught_up' };
    await expect(retriever.events({ ...address, limit: 1 })).rejects.toMatchObject(late);
    await expect(retriever.event({ ...address, eventId: id! })).rejects.toMatchObject(late);
    await expect(retriever.sessions({ ...address, limit: 1 })).rejects.toMatchObject(late);
    await expect(retriever.spaces({ ...address, limit: 1 })).rejects.toMatchObject(late);
    await expect(retriever.markers({ ...address, session: undefined, limit: 1 })).rejects.toMatchObject(late);
  });

  it('find what was acknowledged while it is folded, in every partition', async () => {
    const { retriever, append, project } = createMemoryRetriever({ partitions: 3 });
    const names = ['s1', 's2', 's3', 's4', 's5'];
    const asked = await Promise.all(
      names.map(async (session) => {
        const [eventId] = await append(talk(1), { ...address, session });
        return { session, found: retriever.event({ ...address, eventId: eventId! }) };
      }),
    );
    const listed = retriever.sessions({ ...address, limit: 10 });
    await project();
    for (const { session, found } of asked) expect(await found).toMatchObject({ session, ordinal: 1 });
    expect((await listed).sessions.map(({ session }) => session).toSorted()).toEqual(names);
  });

  it('answer at once about an event that is folded, however far the log has gone on', async () => {
    const { retriever, append, project } = createMemoryRetriever({ config: { foldTimeoutMs: 0 } });
    const [id] = await append(talk(1));
    await project();
    await append(talk(3, 1));
    expect(await retriever.event({ ...address, eventId: id! })).toMatchObject({ id });
    await expect(retriever.event({ ...address, eventId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).rejects.toMatchObject({ code: 'not_caught_up' });
    await project();
    await expect(retriever.event({ ...address, eventId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('give artifacts by range', async () => {
    const { retriever, writeArtifact } = createMemoryRetriever();
    const { id } = await writeArtifact('0123456789');
    const part = await retriever.artifact({ ...address, artifactId: id, range: { from: 2, to: 5 } });
    expect(Buffer.from(part.bytes).toString()).toBe('234');
    expect(part).toMatchObject({ sizeBytes: 10, range: { from: 2, to: 5 }, tier: 'hot' });
    await expect(retriever.artifact({ ...address, artifactId: '../../etc/passwd' })).rejects.toMatchObject({ code: 'invalid_artifact_id' });
    await expect(retriever.artifact({ ...address, artifactId: `art_${'0'.repeat(32)}` })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('reads of an artifact whose file is gone', () => {
  const large = `the quay was dredged ${'and the spoil was towed out past the bar '.repeat(60)}`;
  const codeOf = async (read: Promise<unknown>): Promise<unknown> =>
    read.then(
      () => 'read',
      (error: { code?: string }) => error.code,
    );

  it('answer `damaged` where an event refers to it, by its id and by lines, and the event is read by its preview', async () => {
    const { retriever, append, project, writeArtifact, deps, stores } = createMemoryRetriever();
    const ref = await writeArtifact(large);
    const [eventId] = await append([{ kind: 'tool_result', body: { artifacts: [ref] } }]);
    await project();
    const place = { ...address, artifactId: ref.id };
    expect(await codeOf(retriever.artifact(place))).toBe('read');
    deps.content.forget();
    await stores.artifactStore.delete(place);
    await expect(retriever.artifact(place)).rejects.toMatchObject({
      code: 'damaged',
      details: { artifactId: ref.id, eventId },
    });
    expect(await codeOf(retriever.open({ ...address, ref: ref.id }))).toBe('damaged');
    expect(await codeOf(retriever.artifact({ ...place, space: 'other' }))).toBe('not_found');
    expect((await retriever.event({ ...address, eventId: eventId! })).id).toBe(eventId);
    const { hits } = await retriever.recall({ ...address, queries: ['which quay was dredged?'] });
    expect(hits.map((hit) => hit.eventId)).toEqual([eventId]);
  });

  it('answer `erased` where an erasure took it, and `not_found` where it never was', async () => {
    const { deps, append, project } = createMemoryRetriever();
    await append(talk(1));
    await project();
    const [taken, other] = [`art_${'1'.repeat(32)}`, `art_${'2'.repeat(32)}`];
    const retriever = createRetriever({ ...deps, wasErased: ({ artifactId, space }) => artifactId === taken && space === address.space });
    expect(await codeOf(retriever.artifact({ ...address, artifactId: taken }))).toBe('erased');
    expect(await codeOf(retriever.open({ ...address, ref: taken }))).toBe('erased');
    expect(await codeOf(retriever.artifact({ ...address, artifactId: other }))).toBe('not_found');
    expect(await codeOf(retriever.artifact({ ...address, space: 'other', artifactId: taken }))).toBe('not_found');
  });
});

describe('task state', () => {
  it('is none at first, then fresh, then stale with a proposal', async () => {
    const { retriever, append, project } = createMemoryRetriever({ policy: { taskStateStaleTurns: 3 } });
    await append(talk(1));
    await project();
    expect(await retriever.taskState(address)).toEqual({ state: null, stale: false });
    await append([
      { kind: 'task_state', body: { taskState: { version: 1, premiseVersion: 0, goals: ['Paint the boat'], keyEvents: [] } } },
    ]);
    await project();
    expect(await retriever.taskState(address)).toMatchObject({ state: { goals: ['Paint the boat'] }, ageTurns: 0, stale: false });
    const [decision] = await append([{ kind: 'decision', text: 'Use red paint' }]);
    await append([...talk(8), { kind: 'tool_result', text: 'brush not found', body: { isError: true, call: { id: 'c1', name: 'sh' } } }]);
    await project();
    const stale = await retriever.taskState(address);
    expect(stale.stale).toBe(true);
    expect(stale.proposal?.version).toBe(2);
    expect(stale.proposal?.openLoops?.map((loop) => loop.text)).toEqual(['brush not found']);
    expect(stale.proposal?.keyEvents).toEqual([decision]);
  });
});

describe('an event that was set aside', () => {
  it('is listed in its place without a body, and a read of it alone says that it is damaged', async () => {
    const world = createMemoryRetriever();
    const [first, second] = await world.append(talk(2));
    await world.project();
    const { index } = world.stores;
    const event = (await index.events('acme', 'main', [first!]))[0]!;
    const { record } = event;
    const later = { ...record, sealed: SET_ASIDE_BODY, position: { ...record.position, offset: 9 } };
    await index.write(0, [{ event: { ...event, record: later }, documents: [] }]);

    const { events } = await world.retriever.events({ ...address, limit: 10 });
    expect(events.map(({ id, missing, body }) => [id, missing ?? body!.text])).toEqual([
      [first, 'damaged'],
      [second, 'line 1'],
    ]);
    const { session: _, ...space } = address;
    await expect(world.retriever.event({ ...space, eventId: first! })).rejects.toMatchObject({
      code: 'damaged',
      details: { eventId: first },
    });
    await expect(world.retriever.open({ ...space, ref: first! })).rejects.toMatchObject({ code: 'damaged', httpStatus: 500 });
  });
});
