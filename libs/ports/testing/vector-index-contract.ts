import {
  createTokenMatching,
  inverseDocumentFrequency,
  quantiseRows,
  quantiseVector,
  segmentsOfRows,
  type KeptTokens,
  type TokenRows,
} from '@total-recall/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentVector, VectorHit, VectorIndex } from '../src/vector-index.ts';
import type { MemoryIndexCapabilities, MemoryIndexHarness } from './memory-index-contract.ts';
import { documentOf, writeOf, writesOf } from './memory-index-fixtures.ts';
import { owedVectorClaims } from './owed-vector-claims.ts';
import { fill, HOME, keptOf, MODEL, tokensOf, vectorAt, vectorOf, type Open } from './vector-fixtures.ts';

/** Largest error of a cosine that stored token vectors may cause. */
const COSINE_ERROR = 1e-4;

/** Decodes the token rows that `keptOf` encoded. */
function rowsOf({ codes, lines }: KeptTokens): TokenRows {
  const vectors = new Int8Array(codes);
  const scales = Float32Array.from(lines, (_, row) => 1 / Math.hypot(...vectors.subarray(row * 3, row * 3 + 3)));
  return { vectors, scales, lines };
}

/** The claims of the `VectorIndex` port as tests, for an index that has vectors. */
export function vectorIndexContract(name: string, make: () => Promise<MemoryIndexHarness>, capabilities: MemoryIndexCapabilities): void {
  describe(`VectorIndex: ${name}`, () => {
    let harness: MemoryIndexHarness;
    beforeEach(async () => {
      harness = await make();
    });
    afterEach(async () => {
      await harness.dispose();
    });
    const open: Open = () => ({ index: harness.index, vectors: harness.index.vectors! });
    describe('search', () => searchClaims(open));
    describe('writes', () => writeClaims(open));
    describe('vectors to make again', () => owedVectorClaims(open));
    describe('point reads', () => pointClaims(open));
    describe('token matches', () => tokenMatchClaims(open));
    describe('refusals', () => refusalClaims(open));

    it.runIf(capabilities.durable)('holds everything after it was closed and opened again', async () => {
      const { index, vectors } = open();
      await fill(index, 3);
      await vectors.writeVectors(0, MODEL, [vectorOf('s1-e0', 0, { tokens: keptOf([5, 6]) }), vectorOf('s1-e1', 40)]);
      await vectors.setProgress(0, MODEL, 1);
      const before = await vectors.vectorSets('acme', 'home');
      const again = (await harness.reopen!()).vectors!;
      expect(await ids(again, 30)).toEqual(['s1-e1', 's1-e0']);
      expect(await again.vectorSets('acme', 'home')).toEqual(before);
      expect(await hasTokens(again, 's1-e0')).toBe(true);
      expect(await again.progress(0, MODEL)).toBe(1);
      await again.writeVectors(0, MODEL, [vectorOf('s1-e1', 90), vectorOf('s1-e2', 20)]);
      expect(await ids(again, 35)).toEqual(['s1-e1', 's1-e2', 's1-e0']);
    });

    it('refuses everything with `closed` once the index is closed', async () => {
      const { index, vectors } = open();
      await index.close();
      await expect(vectors.writeVectors(0, MODEL, [vectorOf('e', 0)])).rejects.toMatchObject({ code: 'closed' });
      await expect(search(vectors, 0)).rejects.toMatchObject({ code: 'closed' });
      await expect(vectors.progress(0, MODEL)).rejects.toMatchObject({ code: 'closed' });
    });
  });
}

async function search(
  vectors: VectorIndex,
  degrees: number,
  rest: Partial<Parameters<VectorIndex['searchVectors']>[0]> = {},
): Promise<VectorHit[]> {
  return vectors.searchVectors({ ...HOME, model: MODEL, vector: vectorAt(degrees), limit: 100, ...rest });
}

async function ids(
  vectors: VectorIndex,
  degrees: number,
  rest: Partial<Parameters<VectorIndex['searchVectors']>[0]> = {},
): Promise<string[]> {
  return (await search(vectors, degrees, rest)).map((hit) => hit.eventId);
}

async function hasTokens(vectors: VectorIndex, eventId: string): Promise<boolean> {
  const asked = { ...HOME, model: MODEL, tokens: tokensOf([5]), documents: [{ eventId, part: 0 }] };
  return (await vectors.tokenMatches(asked)).matches[0] !== undefined;
}

function searchClaims(open: Open): void {
  it('gives the most similar documents, best first, each with its place', async () => {
    const { index, vectors } = open();
    const passage = { artifactId: 'art-1', fromByte: 900, toByte: 1_750 };
    const documents = [documentOf('e7', 'a'), { eventId: 'e7', part: 3, passage, terms: ['b'] }];
    await index.write(0, [
      writeOf({ id: 'e7', documents, offset: 12, ordinal: 4, session: 's9', kind: 'tool_result', at: 5_000 }),
      writeOf({ id: 'e8', text: 'c', offset: 13 }),
    ]);
    await index.refresh(0);
    await vectors.writeVectors(0, MODEL, [vectorOf('e7', 90), vectorOf('e7', 10, { part: 3 }), vectorOf('e8', 30)]);
    const hits = await search(vectors, 0);
    expect(hits.map((hit) => [hit.eventId, hit.part])).toEqual([
      ['e7', 3],
      ['e8', 0],
      ['e7', 0],
    ]);
    const { handle: _handle, ...best } = hits[0]!;
    expect(best).toEqual({
      eventId: 'e7',
      part: 3,
      passage,
      session: 's9',
      ordinal: 4,
      turn: 5,
      kind: 'tool_result',
      occurredAt: 5_000,
      similarity: expect.any(Number),
    });
    hits.forEach((hit, at) => expect(hit.similarity).toBeCloseTo(Math.cos(([10, 30, 90][at]! * Math.PI) / 180), 2));
    expect(await ids(vectors, 0, { limit: 1 })).toEqual(['e7']);
  });

  it('never crosses a space, a tenant or a model', async () => {
    const { index, vectors } = open();
    const work = { tenant: 'acme', space: 'work' };
    const other = { tenant: 'other', space: 'home' };
    await index.write(0, [
      writeOf({ id: 'a', text: 'x' }),
      writeOf({ id: 'b', text: 'x', ...work }),
      writeOf({ id: 'c', text: 'x', ...other }),
    ]);
    await index.refresh(0);
    await vectors.writeVectors(0, MODEL, [vectorOf('a', 10), vectorOf('b', 0, work), vectorOf('c', 0, other)]);
    await vectors.writeVectors(0, 'm2', [vectorOf('a', 90), vectorOf('b', 0)]);
    expect(await ids(vectors, 0)).toEqual(['a']);
    expect(await ids(vectors, 0, work)).toEqual(['b']);
    expect(await ids(vectors, 0, other)).toEqual(['c']);
    expect((await search(vectors, 90, { model: 'm2' }))[0]?.similarity).toBeCloseTo(1, 2);
    expect((await search(vectors, 90))[0]?.similarity).toBeCloseTo(0.17, 1);
    expect(await ids(vectors, 0, { model: 'm3' })).toEqual([]);
    expect(await ids(vectors, 0, { space: 'nowhere' })).toEqual([]);
  });

  it('checks filters before the cut, as text search does', async () => {
    const { index, vectors } = open();
    const loud = Array.from({ length: 60 }, (_, at) =>
      writeOf({ id: `loud${at}`, text: 'x', offset: at, session: 'loud', kind: 'tool_result', at: 1_000 + at }),
    );
    await index.write(0, [
      ...loud,
      writeOf({ id: 'quiet', text: 'x', offset: 100, session: 'quiet', kind: 'decision', agent: 'ann', taskId: 't1', at: 9_000 }),
    ]);
    await index.refresh(0);
    await vectors.writeVectors(0, MODEL, [...loud.map((_, at) => vectorOf(`loud${at}`, 1)), vectorOf('quiet', 80)]);
    for (const filter of [
      { sessions: ['quiet', 'x'] },
      { kinds: ['decision' as const] },
      { agents: ['ann'] },
      { taskIds: ['t1'] },
      { fromTime: 9_000 },
      { fromTime: 1_060, toTime: 9_000 },
    ]) {
      expect(await ids(vectors, 0, { filter, limit: 3 })).toEqual(['quiet']);
    }
    expect(await ids(vectors, 0, { filter: { sessions: [] } })).toEqual([]);
    expect(await ids(vectors, 0, { filter: { withoutEvents: new Set(['quiet']) } })).not.toContain('quiet');
    expect(await ids(vectors, 0, { filter: { sessions: ['loud'], toTime: 1_004 } })).toHaveLength(5);
    expect(await ids(vectors, 0, { filter: {} })).toHaveLength(61);
  });

  it('finds what many small writes in any order have brought', async () => {
    const { index, vectors } = open();
    await fill(index, 90);
    for (let step = 0; step < 90; step += 1) {
      const at = (step * 37) % 90;
      await vectors.writeVectors(0, MODEL, [vectorOf(`s1-e${at}`, 4 * at)]);
    }
    for (const at of [0, 41, 89]) expect(await ids(vectors, 4 * at, { limit: 1 })).toEqual([`s1-e${at}`]);
    expect(new Set(await ids(vectors, 0)).size).toBe(90);
  });
}

function writeClaims(open: Open): void {
  it('takes a repeat as success and ignores what the space does not hold', async () => {
    const { index, vectors } = open();
    await fill(index, 2);
    await index.write(0, [writeOf({ id: 'hidden', text: 'x', offset: 9, indexed: false })]);
    const batch = [
      vectorOf('s1-e0', 10, { tokens: keptOf([1, 2, 2]) }),
      vectorOf('s1-e0', 10),
      vectorOf('nope', 0),
      vectorOf('s1-e1', 0, { part: 7 }),
      vectorOf('hidden', 0),
      vectorOf('s1-e1', 0, { space: 'nowhere' }),
    ];
    for (let round = 0; round < 3; round += 1) await vectors.writeVectors(0, MODEL, batch);
    await vectors.writeVectors(0, MODEL, []);
    expect(await ids(vectors, 0)).toEqual(['s1-e0']);
    expect(await vectors.vectorSets('acme', 'home')).toEqual([
      { model: MODEL, dimensions: 4, documents: 1, tokenDimensions: 3, tokenDocuments: 1 },
    ]);
    expect(await vectors.vectorSets('acme', 'nowhere')).toEqual([]);
    expect(await vectors.tokenStatistics({ ...HOME, model: MODEL, ids: [2, 1, 9] })).toEqual({
      documents: 1,
      documentFrequencies: [1, 1, 0],
    });
  });

  it('loses vectors, token vectors and their counts with the version of the event they were made of', async () => {
    const { index, vectors } = open();
    await fill(index, 3);
    await vectors.writeVectors(
      0,
      MODEL,
      [0, 1, 2].map((at) => vectorOf(`s1-e${at}`, 10 * at, { tokens: keptOf([7, 100 + at]) })),
    );
    await index.write(0, [writeOf({ id: 's1-e1', text: 'other words', offset: 50 })]);
    await index.refresh(0);
    expect(await ids(vectors, 10)).toEqual(expect.not.arrayContaining(['s1-e1']));
    expect(await hasTokens(vectors, 's1-e1')).toBe(false);
    expect(await vectors.tokenStatistics({ ...HOME, model: MODEL, ids: [7, 101, 102] })).toEqual({
      documents: 2,
      documentFrequencies: [2, 0, 1],
    });
    expect((await vectors.vectorSets('acme', 'home'))[0]).toMatchObject({ documents: 2, tokenDocuments: 2 });
    await vectors.writeVectors(0, MODEL, [vectorOf('s1-e1', 80)]);
    expect((await ids(vectors, 80))[0]).toBe('s1-e1');
    expect((await ids(vectors, 80)).toSorted()).toEqual(['s1-e0', 's1-e1', 's1-e2']);
  });

  it('keeps sets of two models beside each other until one is dropped', async () => {
    const { index, vectors } = open();
    await fill(index, 2);
    await vectors.writeVectors(0, MODEL, [vectorOf('s1-e0', 0, { tokens: keptOf([4]) })]);
    const wide = { values: Int8Array.from([127, 0, 0, 0, 0, 0, 0, 0, 0]), scale: 1 / 127 };
    await vectors.writeVectors(0, 'wide', [vectorOf('s1-e0', 0, { vector: wide }), vectorOf('s1-e1', 0, { vector: wide })]);
    expect((await vectors.vectorSets('acme', 'home')).map((set) => [set.model, set.dimensions, set.documents])).toEqual([
      [MODEL, 4, 1],
      ['wide', 9, 2],
    ]);
    await vectors.dropVectors('acme', 'home', MODEL);
    await vectors.dropVectors('acme', 'home', 'never');
    expect(await ids(vectors, 0)).toEqual([]);
    expect(await hasTokens(vectors, 's1-e0')).toBe(false);
    expect(await ids(vectors, 0, { model: 'wide', vector: Float32Array.from([1, 0, 0, 0, 0, 0, 0, 0, 0]) })).toHaveLength(2);
    await vectors.writeVectors(0, MODEL, [vectorOf('s1-e1', 5)]);
    expect(await ids(vectors, 0)).toEqual(['s1-e1']);
  });

  it('erases what other models left, part by part, and nothing of the one that is kept', async () => {
    const { index, vectors } = open();
    await fill(index, 3);
    const one = [vectorOf('s1-e0', 0, { tokens: keptOf([4, 7]) }), vectorOf('s1-e1', 20, { tokens: keptOf([4]) })];
    for (const model of ['old', MODEL, 'older']) {
      await vectors.writeVectors(0, model, one);
      await vectors.setProgress(0, model, 5);
    }
    let calls = 1;
    while (await vectors.dropOtherModels(MODEL)) calls += 1;
    expect(calls).toBeLessThan(10);
    expect((await vectors.vectorSets('acme', 'home')).map(({ model, documents }) => [model, documents])).toEqual([[MODEL, 2]]);
    expect([await vectors.progress(0, 'old'), await vectors.progress(0, 'older'), await vectors.progress(0, MODEL)]).toEqual([-1, -1, 5]);
    expect((await ids(vectors, 0)).toSorted()).toEqual(['s1-e0', 's1-e1']);
    await vectors.writeVectors(0, 'old', one);
    expect((await vectors.vectorSets('acme', 'home')).map(({ model }) => model).toSorted()).toEqual([MODEL, 'old'].toSorted());
    expect((await vectors.tokenStatistics({ ...HOME, model: 'old', ids: [4, 7] })).documentFrequencies).toEqual([2, 1]);
  });

  it('forgets the progress of a model in a partition when asked to, and its vectors stay', async () => {
    const { index, vectors } = open();
    await fill(index, 1);
    await vectors.writeVectors(0, MODEL, [vectorOf('s1-e0', 0)]);
    for (const model of [MODEL, 'm2']) for (const partition of [0, 1]) await vectors.setProgress(partition, model, 7);
    await vectors.restartProgress(0, MODEL);
    await vectors.restartProgress(5, MODEL);
    const progress = [await vectors.progress(0, MODEL), await vectors.progress(1, MODEL), await vectors.progress(0, 'm2')];
    expect(progress).toEqual([-1, 7, 7]);
    await vectors.setProgress(0, MODEL, 3);
    expect(await vectors.progress(0, MODEL)).toBe(3);
    expect((await vectors.vectorSets('acme', 'home')).map(({ documents }) => documents)).toEqual([1]);
  });

  it('keeps progress by partition and model and never lets it go back', async () => {
    const { vectors } = open();
    expect(await vectors.progress(0, MODEL)).toBe(-1);
    await vectors.setProgress(0, MODEL, -1);
    expect(await vectors.progress(0, MODEL)).toBe(-1);
    await vectors.setProgress(0, MODEL, 10);
    await vectors.setProgress(0, MODEL, 4);
    await vectors.setProgress(0, MODEL, -1);
    await vectors.setProgress(1, MODEL, 3);
    expect([await vectors.progress(0, MODEL), await vectors.progress(1, MODEL), await vectors.progress(0, 'm2')]).toEqual([10, 3, -1]);
  });
}

function pointClaims(open: Open): void {
  it('gives the similarity of documents in the order asked, by id or as they were found, and none where there is no vector', async () => {
    const { index, vectors } = open();
    await fill(index, 4);
    await index.write(0, writesOf(['x'], { session: 's2' }, 10));
    await index.refresh(0);
    await vectors.writeVectors(0, MODEL, [vectorOf('s1-e0', 0), vectorOf('s1-e2', 60), vectorOf('s2-e10', 90)]);
    const named = ['s2-e10', 's1-e1', 's1-e2', 's1-e2', 'nope'].map((eventId) => ({ eventId, part: 0 }));
    const found = await index.documentsAt({ ...HOME, terms: [], places: [{ session: 's1', ordinal: 2 }] });
    const documents = [...named, ...found, { eventId: 's1-e2', part: 7 }];
    const similarities = await vectors.similarities({ ...HOME, model: MODEL, vector: vectorAt(0), documents });
    const none = undefined;
    expect(similarities.map((similarity) => similarity && Number(similarity.toFixed(1)))).toEqual([0, none, 0.5, 0.5, none, 0.5, none]);
    expect(await vectors.similarities({ ...HOME, model: 'm2', vector: vectorAt(0), documents: named.slice(0, 1) })).toEqual([none]);
    expect(await vectors.similarities({ ...HOME, space: 'other', model: MODEL, vector: vectorAt(0), documents: found })).toEqual([none]);
  });

  it('takes a document by what another index called it for what it is', async () => {
    const { index, vectors } = open();
    await fill(index, 3);
    await vectors.writeVectors(0, MODEL, [vectorOf('s1-e0', 0), vectorOf('s1-e1', 90)]);
    const documents = [1, 2 ** 33 + 1, 2 ** 52].map((handle) => ({ eventId: 's1-e0', part: 0, handle }));
    const similarities = await vectors.similarities({ ...HOME, model: MODEL, vector: vectorAt(0), documents });
    for (const similarity of similarities) expect(similarity).toBeCloseTo(1, 1);
  });

  it('counts the documents that hold a wordpiece, whatever its number', async () => {
    const { index, vectors } = open();
    await fill(index, 4);
    const held = [keptOf([1]), keptOf([3, 70_000, 3]), undefined, keptOf([])];
    await vectors.writeVectors(
      0,
      MODEL,
      held.map((tokens, at) => vectorOf(`s1-e${at}`, 0, tokens && { tokens })),
    );
    expect(await vectors.tokenStatistics({ ...HOME, model: MODEL, ids: [3, 70_000, 1, 2] })).toEqual({
      documents: 3,
      documentFrequencies: [1, 1, 1, 0],
    });
  });
}

function tokenMatchClaims(open: Open): void {
  it('answers what each word of the query finds in each passage, and what each line says by itself', async () => {
    const { index, vectors } = open();
    await fill(index, 5);
    const held = [keptOf([1, 30_000, 2, 60_000, 1], [255, 0, 0, 2, 1]), keptOf([30_000, 90_000]), keptOf([]), undefined, keptOf([1])];
    await vectors.writeVectors(
      0,
      MODEL,
      held.map((tokens, at) => vectorOf(`s1-e${at}`, 0, tokens && { tokens })),
    );
    const query = tokensOf([1, 90_000, 1]);
    const frequencies = new Map([
      [1, 2],
      [90_000, 1],
    ]);
    const { weights, match } = createTokenMatching(query, (id) => inverseDocumentFrequency(4, frequencies.get(id)!));
    const order = [1, 3, 0, 2, 4, 1];
    const documents = [...order.map((at) => ({ eventId: `s1-e${at}`, part: 0 })), { eventId: 'no', part: 0 }];
    const found = await vectors.tokenMatches({ ...HOME, model: MODEL, tokens: query, documents });
    expectNear(found.weights, weights);
    const wanted = [...order.map((at) => held[at] && match(rowsOf(held[at]))), undefined];
    expect(found.matches.map((own) => own !== undefined)).toEqual(wanted.map((own) => own !== undefined));
    found.matches.forEach((own, at) => {
      if (!own) return;
      expectNear(own.best, wanted[at]!.best);
      expectNear(own.lines, wanted[at]!.lines);
    });
    expect(found.matches[2]!.lines).toHaveLength(3);
    const cuts = documents.map((_, at) => [0.3, 0.5 + at / 20]);
    const cut = await vectors.tokenMatches({ ...HOME, model: MODEL, tokens: query, documents, cuts });
    cut.matches.forEach((own, at) => {
      const kept = held[order[at]!];
      if (!own || !kept) return;
      const rows = rowsOf(kept);
      const segments = match({ ...rows, lines: segmentsOfRows(rows.lines, cuts[at]!) })!;
      expectNear(own.best, segments.best);
      expectNear(own.lines, segments.lines);
    });
    const other = await vectors.tokenMatches({ ...HOME, model: 'other', tokens: query, documents: [documents[0]!] });
    expect(other.matches).toEqual([undefined]);
  });
}

function expectNear(found: Float32Array, wanted: Float32Array): void {
  expect(found).toHaveLength(wanted.length);
  found.forEach((value, at) => expect(Math.abs(value - wanted[at]!)).toBeLessThan(COSINE_ERROR));
}

function refusalClaims(open: Open): void {
  it('refuses vectors that do not belong together, and keeps nothing of the call', async () => {
    const { index, vectors } = open();
    await fill(index, 3);
    await vectors.writeVectors(0, MODEL, [vectorOf('s1-e0', 0, { tokens: keptOf([1]) })]);
    const three = quantiseVector(Float32Array.from([1, 0, 0]));
    const bad: DocumentVector[][] = [
      [vectorOf('s1-e2', 0, { vector: three })],
      [vectorOf('s1-e1', 0), vectorOf('s1-e2', 0, { vector: three })],
      [vectorOf('s1-e1', 0), vectorOf('s1-e2', 0, { vector: { values: new Int8Array(4), scale: Number.NaN } })],
      [vectorOf('s1-e1', 0), vectorOf('s1-e2', 0, { tokens: { ...keptOf([1, 2]), lines: new Uint8Array(4) } })],
      [vectorOf('s1-e1', 0), vectorOf('s1-e2', 0, { tokens: { ...keptOf([1, 2]), ids: Uint32Array.of(2, 1) } })],
      [vectorOf('s1-e1', 0), vectorOf('s1-e2', 0, { tokens: { ...keptOf([1, 2]), codec: 'not there' } })],
      [vectorOf('s1-e1', 0), vectorOf('s1-e2', 0, { tokens: { ...keptOf([1]), codes: new Uint8Array(5) } })],
      [
        vectorOf('s1-e1', 0),
        vectorOf('s1-e2', 0, { tokens: { ...keptOf([1]), lines: new Uint8Array(1_025), codes: new Uint8Array(1_025) } }),
      ],
      [vectorOf('s1-e1', 0, { vector: { values: new Int8Array(0), scale: 1 } })],
    ];
    for (const batch of bad) await expect(vectors.writeVectors(0, MODEL, batch)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(vectors.writeVectors(0, '', [vectorOf('s1-e1', 0)])).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await ids(vectors, 0)).toEqual(['s1-e0']);
  });

  it('refuses queries of other dimensions, without numbers, or above the limits', async () => {
    const { index, vectors } = open();
    await fill(index, 2);
    await vectors.writeVectors(0, MODEL, [vectorOf('s1-e0', 0), vectorOf('s1-e1', 0, { tokens: keptOf([1]) })]);
    const invalid = { code: 'invalid_request' };
    for (const vector of [Float32Array.of(1, 0), new Float32Array(0), Float32Array.of(1, Number.NaN, 0, 0)]) {
      await expect(search(vectors, 0, { vector })).rejects.toMatchObject(invalid);
      await expect(vectors.similarities({ ...HOME, model: MODEL, vector, documents: [] })).rejects.toMatchObject(invalid);
    }
    for (const limit of [0, 1_001, 1.5, Number.NaN]) await expect(search(vectors, 0, { limit })).rejects.toMatchObject(invalid);
    const documents = Array.from({ length: 1_001 }, () => ({ eventId: 'e', part: 0 }));
    await expect(vectors.tokenMatches({ ...HOME, model: MODEL, tokens: tokensOf([1]), documents })).rejects.toMatchObject(invalid);
    const flat = { ids: Uint32Array.of(1), ...quantiseRows(Float32Array.of(1, 0), 2) };
    await expect(
      vectors.tokenMatches({ ...HOME, model: MODEL, tokens: flat, documents: [{ eventId: 's1-e1', part: 0 }] }),
    ).rejects.toMatchObject(invalid);
    await expect(
      vectors.tokenStatistics({ ...HOME, model: MODEL, ids: Array.from({ length: 1_025 }, (_, at) => at) }),
    ).rejects.toMatchObject(invalid);
  });
}
