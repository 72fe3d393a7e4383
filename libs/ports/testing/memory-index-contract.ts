import { NO_MARKS } from '@total-recall/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryIndex, TextFilter, TextHit } from '../src/memory-index.ts';
import { erasureClaims } from './index-erasure-claims.ts';
import { comparisonClaims } from './index-comparison-claims.ts';
import { lookUpClaims } from './index-look-up-claims.ts';
import { documentOf, writeOf, writesOf } from './memory-index-fixtures.ts';

/** An index under test: `reopen` closes it and opens the same data again. */
export interface MemoryIndexHarness {
  readonly index: MemoryIndex;
  reopen?(): Promise<MemoryIndex>;
  dispose(): Promise<void>;
}

export interface MemoryIndexCapabilities {
  /** True when written data is still there after `reopen`. */
  readonly durable: boolean;
}

const HOME = { tenant: 'acme', space: 'home' };

async function search(index: MemoryIndex, words: string, filter?: TextFilter, place = HOME, limit = 100): Promise<TextHit[]> {
  return await index.searchText({ ...place, terms: words.split(' '), limit, ...(filter === undefined ? {} : { filter }) });
}

async function ids(index: MemoryIndex, words: string, filter?: TextFilter, place = HOME): Promise<string[]> {
  return (await search(index, words, filter, place)).map((hit) => hit.eventId).sort();
}

/** The claims of the `MemoryIndex` port as tests. Every adapter runs all of them. */
export function memoryIndexContract(name: string, make: () => Promise<MemoryIndexHarness>, capabilities: MemoryIndexCapabilities): void {
  describe(`MemoryIndex: ${name}`, () => {
    let harness: MemoryIndexHarness;
    let index: MemoryIndex;
    beforeEach(async () => {
      harness = await make();
      index = harness.index;
    });
    afterEach(async () => {
      await harness.dispose();
    });
    const current = (): MemoryIndex => index;
    describe('text search', () => textClaims(current));
    describe('filters', () => filterClaims(current));
    describe('statistics', () => statisticsClaims(current));
    describe('writes', () => writeClaims(current));
    describe('point reads', () => pointReadClaims(current));
    describe('look-ups', () => lookUpClaims(current));
    describe('comparisons', () => comparisonClaims(current));
    describe('marks', () => markClaims(current));
    describe('erasure', () => erasureClaims(current));
    describe('refusals', () => refusalClaims(current));

    it.runIf(capabilities.durable)('holds everything after it was closed and opened again', async () => {
      await index.write(0, writesOf(['red fox', 'blue fox']));
      await index.setPinned('acme', 'home', ['s1-e1'], true);
      await index.refresh(0);
      await index.advanceMarks(0, { folded: 1, searchable: 1 });
      const before = await index.events('acme', 'home', ['s1-e0', 's1-e1']);
      const again = await harness.reopen!();
      expect(await ids(again, 'fox')).toEqual(['s1-e0', 's1-e1']);
      expect(await again.events('acme', 'home', ['s1-e0', 's1-e1'])).toEqual(before);
      expect(await again.pinned('acme', 'home', 10)).toEqual(['s1-e1']);
      expect(await again.marks(0)).toEqual({ folded: 1, searchable: 1 });
      expect(await again.statistics('acme', 'home', ['fox', 'red'])).toEqual({ documents: 2, totalLength: 4, documentFrequencies: [2, 1] });
      await again.write(0, writesOf(['green fox'], {}, 2));
      await again.refresh(0);
      expect(await ids(again, 'fox')).toEqual(['s1-e0', 's1-e1', 's1-e2']);
    });

    it('refuses everything with `closed` once closed, and closes twice', async () => {
      await index.close();
      await index.close();
      await expect(index.marks(0)).rejects.toMatchObject({ code: 'closed' });
      await expect(search(index, 'fox')).rejects.toMatchObject({ code: 'closed' });
      await expect(index.write(0, writesOf(['a']))).rejects.toMatchObject({ code: 'closed' });
    });
  });
}

function textClaims(index: () => MemoryIndex): void {
  it('finds after refresh every document that holds any of the terms', async () => {
    await index().write(0, writesOf(['red fox', 'blue fox', 'blue whale', 'grey owl']));
    await index().refresh(0);
    expect(await ids(index(), 'fox')).toEqual(['s1-e0', 's1-e1']);
    expect(await ids(index(), 'red whale')).toEqual(['s1-e0', 's1-e2']);
    expect(await ids(index(), 'unheard')).toEqual([]);
  });

  it('gives with each hit what ranking needs, counts in the order of the query', async () => {
    const passage = { artifactId: 'art-1', fromByte: 900, toByte: 1_750 };
    const documents = [
      documentOf('e7', 'a b a'),
      { eventId: 'e7', part: 1, passage, terms: ['b', 'c', 'c', 'c'] },
      { eventId: 'e7', part: 2, passage: { fromByte: 0, toByte: 5 }, terms: ['z'] },
    ];
    await index().write(0, [writeOf({ id: 'e7', documents, offset: 12, ordinal: 4, session: 's9', kind: 'tool_result', at: 5_000 })]);
    await index().refresh(0);
    const hits = (await search(index(), 'c a b')).sort((left, right) => left.part - right.part);
    const place = { eventId: 'e7', session: 's9', ordinal: 4, turn: 5, kind: 'tool_result', occurredAt: 5_000 };
    expect(hits.map(({ handle: _handle, ...hit }) => hit)).toEqual([
      { ...place, part: 0, termCounts: [0, 2, 1], length: 3 },
      { ...place, part: 1, passage, termCounts: [3, 0, 1], length: 4 },
    ]);
    expect((await search(index(), 'z'))[0]!.passage).toEqual({ fromByte: 0, toByte: 5 });
  });

  it('counts a term however often a document holds it', async () => {
    await index().write(0, [writeOf({ id: 'dump', documents: [documentOf('dump', `${'zero '.repeat(256)}other`)] })]);
    await index().refresh(0);
    expect((await search(index(), 'zero other')).map((hit) => hit.termCounts)).toEqual([[256, 1]]);
  });

  it('keeps the documents that hold the rarest and most terms when there are more than wanted', async () => {
    const texts = Array.from({ length: 120 }, (_, at) => `common filler${at}`);
    texts[60] = 'common needle';
    texts[90] = 'common needle second';
    await index().write(0, writesOf(texts));
    await index().refresh(0);
    const best = await search(index(), 'common needle second', undefined, HOME, 2);
    expect(best.map((hit) => hit.eventId).sort()).toEqual(['s1-e60', 's1-e90']);
    expect(await search(index(), 'common', undefined, HOME, 7)).toHaveLength(7);
  });

  it('never crosses a space or a tenant', async () => {
    await index().write(0, [
      ...writesOf(['red fox'], { session: 'a' }),
      ...writesOf(['red fox'], { session: 'b', space: 'work' }),
      ...writesOf(['red fox'], { session: 'c', tenant: 'other' }),
    ]);
    await index().refresh(0);
    expect(await ids(index(), 'fox')).toEqual(['a-e0']);
    expect(await ids(index(), 'fox', undefined, { tenant: 'acme', space: 'work' })).toEqual(['b-e0']);
    expect(await ids(index(), 'fox', { sessions: ['a', 'b', 'c'] }, { tenant: 'other', space: 'home' })).toEqual(['c-e0']);
    expect(await ids(index(), 'fox', undefined, { tenant: 'nobody', space: 'home' })).toEqual([]);
    expect(await index().events('acme', 'home', ['a-e0', 'b-e0', 'c-e0'])).toMatchObject([
      { record: { envelope: { id: 'a-e0' } } },
      undefined,
      undefined,
    ]);
    expect(await index().documentsAt({ ...HOME, terms: ['fox'], places: [{ session: 'b', ordinal: 0 }] })).toEqual([]);
    expect(await index().statistics('acme', 'home', ['fox'])).toEqual({ documents: 1, totalLength: 2, documentFrequencies: [1] });
  });

  it('never finds an event that recall may not find', async () => {
    await index().write(0, [writeOf({ id: 'e1', text: 'red fox', indexed: false }), writeOf({ id: 'e2', text: 'grey fox', offset: 1 })]);
    await index().refresh(0);
    expect(await ids(index(), 'red fox')).toEqual(['e2']);
    expect(await index().statistics('acme', 'home', ['fox'])).toEqual({ documents: 1, totalLength: 2, documentFrequencies: [1] });
    expect((await index().events('acme', 'home', ['e1']))[0]?.accepted.indexed).toBe(false);
  });

  it('gives the counts of any terms in the documents of given places', async () => {
    await index().write(0, writesOf(['a b', 'c', 'a a a', 'd']));
    await index().write(0, writesOf(['a'], { session: 's2' }, 10));
    await index().refresh(0);
    const places = [
      { session: 's1', ordinal: 2 },
      { session: 's1', ordinal: 1 },
      { session: 's1', ordinal: 77 },
      { session: 's2', ordinal: 10 },
      { session: 'nope', ordinal: 0 },
    ];
    const hits = await index().documentsAt({ ...HOME, terms: ['a', 'zzz'], places });
    expect(hits.map((hit) => [hit.session, hit.ordinal, hit.termCounts, hit.length]).sort()).toEqual([
      ['s1', 1, [0, 0], 1],
      ['s1', 2, [3, 0], 3],
      ['s2', 10, [1, 0], 1],
    ]);
  });

  it('gives the counts of any terms in given documents, in the order asked, by id or as they were found', async () => {
    await index().write(0, writesOf(['a b', 'c', 'a a a', 'd']));
    await index().refresh(0);
    const found = await index().searchText({ ...HOME, terms: ['b'], limit: 5 });
    const named = ['s1-e2', 'nope', 's1-e1'].map((eventId) => ({ eventId, part: 0 }));
    expect(
      await index().countsOf({ ...HOME, terms: ['a', 'zzz'], documents: [...named, ...found, { eventId: 's1-e2', part: 3 }] }),
    ).toEqual([
      { termCounts: [3, 0], length: 3 },
      undefined,
      { termCounts: [0, 0], length: 1 },
      { termCounts: [1, 0], length: 2 },
      undefined,
    ]);
    expect(await index().countsOf({ ...HOME, space: 'other', terms: ['a'], documents: found })).toEqual([undefined]);
    expect(await index().countsOf({ ...HOME, terms: [], documents: found })).toEqual([{ termCounts: [], length: 2 }]);
  });

  it('counts nothing in a document that was replaced', async () => {
    await index().write(0, [writeOf({ id: 'e1', text: 'red fox', offset: 1 })]);
    await index().refresh(0);
    const before = await index().searchText({ ...HOME, terms: ['fox'], limit: 5 });
    await index().write(0, [writeOf({ id: 'e1', text: 'red hen', offset: 2 })]);
    await index().refresh(0);
    const { eventId, part } = before[0]!;
    const asked = { ...HOME, terms: ['fox', 'hen'] };
    expect(await index().countsOf({ ...asked, documents: [{ eventId, part }] })).toEqual([{ termCounts: [0, 1], length: 2 }]);
    expect((await index().countsOf({ ...asked, documents: before }))[0]?.termCounts[0] ?? 0).toBe(0);
  });

  it('gives of an event of very many documents at a place the 256 that hold most of the terms', async () => {
    const text = (part: number): string => (part === 250 ? 'a b b' : part % 100 === 99 ? 'b' : 'c');
    const documents = Array.from({ length: 600 }, (_, part) => ({ ...documentOf('long', text(part)), part }));
    await index().write(0, writesOf(['a b'], {}, 1));
    await index().write(0, [writeOf({ id: 'long', documents, offset: 7 })]);
    await index().refresh(0);
    const hits = await index().documentsAt({
      ...HOME,
      terms: ['a', 'b'],
      places: [
        { session: 's1', ordinal: 7 },
        { session: 's1', ordinal: 7 },
      ],
    });
    expect(hits).toHaveLength(256);
    const parts = hits.map((hit) => hit.part).sort((left, right) => left - right);
    // The documents that hold a term, then the first of the others.
    const holding = [99, 199, 250, 299, 399, 499, 599];
    const others = Array.from({ length: 600 }, (_, part) => part).filter((part) => !holding.includes(part));
    expect(parts).toEqual([...holding, ...others.slice(0, 256 - holding.length)].sort((left, right) => left - right));
    expect(hits.find((hit) => hit.part === 250)?.termCounts).toEqual([1, 2]);
  });

  it('stays exact over many small writes', async () => {
    for (let at = 0; at < 150; at += 1) await index().write(0, writesOf([`n${at} m${at % 7} all`], {}, at));
    await index().refresh(0);
    expect(await index().statistics('acme', 'home', ['all', 'm3', 'n149'])).toEqual({
      documents: 150,
      totalLength: 450,
      documentFrequencies: [150, 21, 1],
    });
    expect(await ids(index(), 'n0 n77 n149')).toEqual(['s1-e0', 's1-e149', 's1-e77']);
    expect(await search(index(), 'm3')).toHaveLength(21);
  });
}

function filterClaims(index: () => MemoryIndex): void {
  beforeEach(async () => {
    await index().write(0, [
      writeOf({ id: 'e1', text: 'fox', session: 'a', kind: 'user_message', agent: 'ann', taskId: 't1', at: 1_000 }),
      writeOf({ id: 'e2', text: 'fox', session: 'b', kind: 'tool_result', agent: 'bob', taskId: 't2', at: 2_000, offset: 1 }),
      writeOf({ id: 'e3', text: 'fox', session: 'b', kind: 'decision', at: 3_000, offset: 2 }),
    ]);
    await index().refresh(0);
  });

  const cases: { title: string; filter: TextFilter; found: string[] }[] = [
    { title: 'sessions', filter: { sessions: ['b'] }, found: ['e2', 'e3'] },
    { title: 'several sessions, one unknown', filter: { sessions: ['a', 'x'] }, found: ['e1'] },
    { title: 'kinds', filter: { kinds: ['user_message', 'decision'] }, found: ['e1', 'e3'] },
    { title: 'agents', filter: { agents: ['bob'] }, found: ['e2'] },
    { title: 'tasks', filter: { taskIds: ['t1', 't2'] }, found: ['e1', 'e2'] },
    { title: 'a task or none', filter: { taskIds: ['t1', ''] }, found: ['e1', 'e3'] },
    { title: 'a task, or any of one session', filter: { taskIds: ['t1'], anyTaskOf: 'b' }, found: ['e1', 'e2', 'e3'] },
    { title: 'an unknown task, or any of one session', filter: { taskIds: ['t9'], anyTaskOf: 'a' }, found: ['e1'] },
    { title: 'a task, or any of an unknown session', filter: { taskIds: ['t2'], anyTaskOf: 'x' }, found: ['e2'] },
    { title: 'no agent', filter: { agents: [''] }, found: ['e3'] },
    { title: 'times, both ends included', filter: { fromTime: 1_000, toTime: 2_000 }, found: ['e1', 'e2'] },
    { title: 'all but some events', filter: { withoutEvents: new Set(['e2', 'x']) }, found: ['e1', 'e3'] },
    { title: 'times from', filter: { fromTime: 2_001 }, found: ['e3'] },
    { title: 'times to', filter: { toTime: 1_999 }, found: ['e1'] },
    {
      title: 'all of them together',
      filter: { sessions: ['b'], kinds: ['tool_result'], agents: ['bob'], taskIds: ['t2'], fromTime: 1, toTime: 9_000 },
      found: ['e2'],
    },
    { title: 'an empty list, which matches nothing', filter: { sessions: [] }, found: [] },
    { title: 'a value of another column', filter: { agents: ['t1'] }, found: [] },
    { title: 'a value that looks like SQL', filter: { agents: ["bob' OR 1=1 --", '%', '"'] }, found: [] },
    { title: 'an empty filter', filter: {}, found: ['e1', 'e2', 'e3'] },
  ];
  for (const { title, filter, found } of cases) {
    it(`filters by ${title}`, async () => {
      expect(await ids(index(), 'fox', filter)).toEqual(found);
    });
  }

  it('fills the limit from behind a filter', async () => {
    await index().write(
      0,
      writesOf(
        Array.from({ length: 80 }, () => 'wolf'),
        { session: 'loud' },
        100,
      ),
    );
    await index().write(0, writesOf(['wolf with many other words in it'], { session: 'quiet' }, 200));
    await index().refresh(0);
    const hits = await search(index(), 'wolf', { sessions: ['quiet'] }, HOME, 1);
    expect(hits.map((hit) => hit.eventId)).toEqual(['quiet-e200']);
  });
}

function statisticsClaims(index: () => MemoryIndex): void {
  it('counts documents, lengths and frequencies of the space exactly, in the order asked', async () => {
    await index().write(0, writesOf(['a b', 'a a a', 'c']));
    await index().write(1, writesOf(['a d'], { session: 's2', partition: 1 }));
    await index().write(0, writesOf(['a a a a'], { space: 'work', session: 's3' }));
    await index().refresh(0);
    await index().refresh(1);
    expect(await index().statistics('acme', 'home', ['zzz', 'a', 'd', 'c'])).toEqual({
      documents: 4,
      totalLength: 8,
      documentFrequencies: [0, 3, 1, 1],
    });
    expect(await index().statistics('acme', 'nowhere', ['a'])).toEqual({ documents: 0, totalLength: 0, documentFrequencies: [0] });
  });
}

function writeClaims(index: () => MemoryIndex): void {
  it('takes a repeat as success and changes nothing', async () => {
    const writes = writesOf(['red fox', 'blue fox']);
    for (let round = 0; round < 3; round += 1) await index().write(0, writes);
    await index().refresh(0);
    expect(await ids(index(), 'fox')).toEqual(['s1-e0', 's1-e1']);
    expect(await index().statistics('acme', 'home', ['fox'])).toEqual({ documents: 2, totalLength: 4, documentFrequencies: [2] });
    await index().write(0, [...writesOf(['grey fox'], {}, 5), ...writesOf(['grey fox'], {}, 5)]);
    await index().refresh(0);
    expect(await search(index(), 'grey')).toHaveLength(1);
  });

  it('ignores an older version of an event and takes a newer one, documents and all', async () => {
    await index().write(0, [writeOf({ id: 'e1', text: 'second', offset: 5 })]);
    await index().write(0, [writeOf({ id: 'e1', text: 'first', offset: 3 })]);
    await index().refresh(0);
    expect(await ids(index(), 'first second')).toEqual(['e1']);
    expect(await ids(index(), 'first')).toEqual([]);
    await index().write(0, [writeOf({ id: 'e1', text: 'third time', offset: 9 })]);
    await index().refresh(0);
    expect(await ids(index(), 'second')).toEqual([]);
    expect(await ids(index(), 'third')).toEqual(['e1']);
    expect(await index().statistics('acme', 'home', ['second', 'third'])).toEqual({
      documents: 1,
      totalLength: 2,
      documentFrequencies: [0, 1],
    });
    expect((await index().events('acme', 'home', ['e1']))[0]?.record.position.offset).toBe(9);
  });

  it('takes the same event id in two spaces as two events', async () => {
    await index().write(0, [writeOf({ id: 'e1', text: 'here' }), writeOf({ id: 'e1', text: 'there', space: 'work' })]);
    await index().refresh(0);
    expect(await ids(index(), 'here there')).toEqual(['e1']);
    expect(await ids(index(), 'here')).toEqual(['e1']);
    expect(await ids(index(), 'there', undefined, { tenant: 'acme', space: 'work' })).toEqual(['e1']);
  });

  it('records what supersedes an event, within its space, through repeats', async () => {
    const writes = writesOf(['old fact', 'new fact']);
    const supersession = [{ eventId: 's1-e0', by: 's1-e1', ...HOME }];
    await index().write(0, writes, supersession);
    await index().write(0, writes, supersession);
    await index().write(
      0,
      [],
      [
        { eventId: 's1-e1', by: 'x', tenant: 'acme', space: 'work' },
        { eventId: 'unknown', by: 'x', ...HOME },
      ],
    );
    await index().refresh(0);
    const [old, fresh] = await index().events('acme', 'home', ['s1-e0', 's1-e1']);
    expect([old?.supersededBy, fresh?.supersededBy]).toEqual(['s1-e1', undefined]);
    expect(fresh).not.toHaveProperty('supersededBy');
    expect(await ids(index(), 'fact')).toEqual(['s1-e0', 's1-e1']);
    await index().write(0, [writeOf({ id: 'e9', offset: 9, supersededBy: 'e10' })]);
    expect((await index().events('acme', 'home', ['e9']))[0]?.supersededBy).toBe('e10');
  });
}

function pointReadClaims(index: () => MemoryIndex): void {
  it('gives events as they were written, in the order asked, `undefined` for what is not there', async () => {
    const one = writeOf({ id: 'e1', taskId: 't"1', kind: 'decision', sealed: new Uint8Array([1, 0, 2, 255]) });
    const two = writeOf({ id: 'e2', offset: 1, supersededBy: 'e3' });
    await index().write(0, [one, two]);
    await index().refresh(0);
    expect(await index().events('acme', 'home', ['e2', 'nope', 'e1', 'e2'])).toEqual([two.event, undefined, one.event, two.event]);
    expect(await index().events('acme', 'home', [])).toEqual([]);
    expect(await index().events('acme', 'home', ["e1' OR '1'='1"])).toEqual([undefined]);
  });

  it('pages through the events of a session by ordinal, both ends included', async () => {
    const writes = Array.from({ length: 9 }, (_, at) => writeOf({ id: `e${at}`, offset: 10 + at, ordinal: at }));
    await index().write(0, [...writes, writeOf({ id: 'other', offset: 50, ordinal: 3, session: 's2' })]);
    await index().refresh(0);
    const page = async (fromOrdinal: number, toOrdinal: number | undefined, limit: number): Promise<string[]> =>
      (await index().sessionEvents({ ...HOME, session: 's1', fromOrdinal, limit, ...(toOrdinal === undefined ? {} : { toOrdinal }) })).map(
        (event) => event.record.envelope.id,
      );
    expect(await page(2, 4, 100)).toEqual(['e2', 'e3', 'e4']);
    expect(await page(6, undefined, 100)).toEqual(['e6', 'e7', 'e8']);
    expect(await page(0, undefined, 3)).toEqual(['e0', 'e1', 'e2']);
    expect(await page(9, undefined, 3)).toEqual([]);
    expect(await index().sessionEvents({ ...HOME, session: 'nope', fromOrdinal: 0, limit: 3 })).toEqual([]);
    expect((await index().sessionEvents({ ...HOME, session: 's1', fromOrdinal: 3, limit: 1 }))[0]).toEqual(writes[3]!.event);
  });

  it('keeps pins of a space, newest first', async () => {
    await index().write(0, [
      ...writesOf(['a', 'b', 'c', 'd']),
      writeOf({ id: 'p', offset: 9, pinned: true }),
      writeOf({ id: 'w', offset: 10, space: 'work', pinned: true }),
    ]);
    await index().setPinned('acme', 'home', ['s1-e2', 's1-e0', 'unknown'], true);
    await index().setPinned('acme', 'home', ['s1-e2'], true);
    expect(await index().pinned('acme', 'home', 10)).toEqual(['p', 's1-e2', 's1-e0']);
    expect(await index().pinned('acme', 'home', 2)).toEqual(['p', 's1-e2']);
    await index().setPinned('acme', 'home', ['p', 's1-e1'], false);
    await index().write(0, [writeOf({ id: 'p', offset: 9, pinned: true })]);
    expect(await index().pinned('acme', 'home', 10)).toEqual(['s1-e2', 's1-e0']);
    expect(await index().pinned('acme', 'work', 10)).toEqual(['w']);
    expect(await index().pinned('nobody', 'home', 10)).toEqual([]);
  });

  it('gives at most 256 pins', async () => {
    await index().write(
      0,
      Array.from({ length: 300 }, (_, at) => writeOf({ id: `e${at}`, offset: at, pinned: true })),
    );
    const pins = await index().pinned('acme', 'home', 1_000);
    expect([pins.length, pins[0], pins[255]]).toEqual([256, 'e299', 'e44']);
  });
}

function markClaims(index: () => MemoryIndex): void {
  it('keeps what was set aside of a partition, each record once and in order, up to its bound', async () => {
    const record = (offset: number, reason = 'a reason') => ({ offset, eventId: `e${offset}`, reason, at: 1_700_000_000_000 });
    expect(await index().aside(2)).toEqual([]);
    await index().setAside(2, [record(9), record(4)]);
    await index().setAside(2, [record(9, 'another reason'), record(7)]);
    expect(await index().aside(2)).toEqual([record(4), record(7), record(9)]);
    expect(await index().aside(0)).toEqual([]);
    await index().setAside(
      2,
      Array.from({ length: 1_100 }, (_, at) => record(100 + at)),
    );
    const kept = await index().aside(2);
    expect([kept.length, kept[0]!.offset, kept.at(-1)!.offset]).toEqual([1_000, 4, 1_096]);
  });

  it('keeps marks by partition and never lets them go back', async () => {
    expect(await index().marks(3)).toEqual(NO_MARKS);
    await index().write(3, writesOf(['a'], { partition: 3 }));
    await index().refresh(3);
    expect(await index().marks(3)).toEqual(NO_MARKS);
    await index().advanceMarks(3, { folded: 10, searchable: 8 });
    await index().advanceMarks(3, { folded: 9, searchable: 9 });
    expect(await index().marks(3)).toEqual({ folded: 10, searchable: 9 });
    await index().advanceMarks(3, { folded: 11, searchable: 9, embedded: 4 });
    await index().advanceMarks(3, { folded: 11, searchable: 9, embedded: 2 });
    expect(await index().marks(3)).toEqual({ folded: 11, searchable: 9, embedded: 4 });
    expect(await index().marks(0)).toEqual(NO_MARKS);
  });
}

function refusalClaims(index: () => MemoryIndex): void {
  const bad = ['a" OR "b', "x'; DROP TABLE event; --", 'a*', 'NEAR(a b)', 'body:a', 'A', 'é', '', 'a b', 'a\0b', 'a'.repeat(1_025)];
  it('takes no term but [a-z0-9_]: others are refused in queries and in documents, nothing stored', async () => {
    await index().write(0, writesOf(['kept']));
    for (const term of bad) {
      await expect(index().searchText({ ...HOME, terms: [term], limit: 5 })).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(index().statistics('acme', 'home', [term])).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(index().countsOf({ ...HOME, terms: [term], documents: [] })).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(index().documentsAt({ ...HOME, terms: [term], places: [] })).rejects.toMatchObject({ code: 'invalid_request' });
      const write = writeOf({ id: 'bad', offset: 5, documents: [{ eventId: 'bad', part: 0, terms: ['good', term] }] });
      await expect(index().write(0, [writeOf({ id: 'good', offset: 4, text: 'good' }), write])).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    await index().refresh(0);
    expect(await ids(index(), 'kept good')).toEqual(['s1-e0']);
    expect(await index().events('acme', 'home', ['bad', 'good'])).toEqual([undefined, undefined]);
  });

  it('refuses more than 64 terms and limits outside 1..1000; no terms find nothing', async () => {
    const many = Array.from({ length: 65 }, (_, at) => `t${at}`);
    await expect(index().searchText({ ...HOME, terms: many, limit: 5 })).rejects.toMatchObject({ code: 'invalid_request' });
    for (const limit of [0, -1, 1_001, 1.5, Number.NaN])
      await expect(index().searchText({ ...HOME, terms: ['a'], limit })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await index().searchText({ ...HOME, terms: [], limit: 5 })).toEqual([]);
    expect(await index().searchText({ ...HOME, terms: many.slice(0, 64), limit: 1_000 })).toEqual([]);
  });

  it('takes SQL and quotes as plain text in names', async () => {
    const session = `s'"; DROP TABLE event; --`;
    await index().write(0, [writeOf({ id: `i'd`, session, text: 'fox', agent: `"o'x` })]);
    await index().refresh(0);
    expect(await ids(index(), 'fox', { sessions: [session], agents: [`"o'x`] })).toEqual([`i'd`]);
    expect((await index().sessionEvents({ ...HOME, session, fromOrdinal: 0, limit: 5 })).length).toBe(1);
  });
}
