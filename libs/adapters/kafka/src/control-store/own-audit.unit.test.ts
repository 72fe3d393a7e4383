import type { AuditEntry, AuditShare } from '@total-recall/ports';
import { linkEntry, verifyAudit } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import type { KafkaConnection } from '../wire/kafka-connection.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';
import { createHeldAudit, type AuditKind } from './held-audit.ts';
import { createAuditMove } from './move-audit.ts';
import { ownAudit } from './own-audit.ts';
import { createAuditScan } from './scan-audit.ts';

/** Number of records that one fetch returns. A call of `unsigned` reads 64 of them. */
const FETCHED = 3;

/** Brokers in memory: topics as arrays, with a beginning that records before it are removed from. */
function brokers() {
  const topics = { new: [] as ProducedRecord[], old: [] as ProducedRecord[] };
  const begin = { new: 0, old: 0 };
  /** Records at the end of the new topic that its leader does not show yet. */
  const hidden = { records: 0 };
  /** Number of records that were fetched of the new topic. */
  const read = { records: 0 };
  type Topic = keyof typeof topics;
  const endOf = (topic: Topic): number => topics[topic].length - (topic === 'new' ? hidden.records : 0);
  const fetch = async ({ topics: [asked] }: { topics: { topic: Topic; partitions: { fetchOffset: string }[] }[] }) => {
    const { topic, partitions } = asked!;
    const from = Math.max(Number(partitions[0]!.fetchOffset), begin[topic]);
    if (from > topics[topic].length) throw new Error('refused', { cause: { type: 'OFFSET_OUT_OF_RANGE' } });
    const messages = topics[topic].slice(from, Math.min(from + FETCHED, endOf(topic))).map((record, index) => ({
      ...record,
      offset: String(from + index),
      timestamp: '0',
      headers: {},
      batchContext: { firstOffset: String(from + index), lastOffsetDelta: 0 },
    }));
    if (topic === 'new') read.records += messages.length;
    return { responses: [{ partitions: [{ highWatermark: String(endOf(topic)), messages }] }] };
  };
  const connection = {
    onLeader: (_place: unknown, run: (broker: unknown) => unknown) => run({ fetch }),
    endOffsets: async (topic: Topic) => new Map([[0, endOf(topic)]]),
    firstOffset: async ({ topic }: { topic: Topic }) => begin[topic],
    removeBefore: async ({ topic }: { topic: Topic }, offset: number) => void (begin[topic] = Math.max(begin[topic], offset)),
  } as unknown as KafkaConnection;
  return { topics, begin, hidden, connection, read };
}

const record = (entry: AuditEntry): ProducedRecord => ({ key: Buffer.from(entry.id), value: Buffer.from(JSON.stringify(entry)) });
const entry = (id: string, at: number, tenant = 'acme'): AuditEntry => ({
  id,
  tenant,
  at,
  keyId: 'k',
  action: 'read.recall',
  target: 't',
  outcome: 'allowed',
});

function auditOfCluster() {
  const { topics, begin, hidden, connection, read } = brokers();
  const held = createHeldAudit();
  const failing = { writes: 0 };
  const control = {
    catchUp: async () => undefined,
    write: async (records: readonly ProducedRecord[]) => {
      for (const { key, value } of records) {
        const [, kind, id] = /^(\w+)\/(.+)$/.exec(key!.toString())!;
        held.apply(kind as AuditKind, id!, value);
      }
      return 0;
    },
  };
  const write = async (records: readonly ProducedRecord[]): Promise<number> => {
    if (failing.writes > 0) {
      failing.writes -= 1;
      throw new Error('no broker answers');
    }
    return topics.new.push(...records) - records.length;
  };
  const entries = () => topics.new.flatMap(({ value }) => (value ? [JSON.parse(value.toString()) as AuditEntry] : []));
  const pages = { has: (_tenant: string, id: string) => entries().some((each) => each.id === id) };
  const own = (): Promise<AuditShare> =>
    ownAudit({
      control,
      entries: { write },
      held,
      scan: createAuditScan(connection, 'new'),
      moveFor: (owner) => createAuditMove({ connection, from: 'old', to: { write }, pages, ...owner }),
    });
  let time = 0;
  /** Begins a chain; each call writes an entry of it. */
  const chain = (name: string, ids = name) => {
    let last: AuditEntry['link'];
    return () => {
      const linked = linkEntry(entry(`${ids}${(time += 1)}`, time), name, last);
      last = linked.link;
      topics.new.push(record(linked));
    };
  };
  const signAll = async (share: AuditShare) => {
    const { ends, ...found } = await share.unsigned();
    await share.sign(ends.map((head) => ({ ...head, signature: 's', publicKey: 'p' })));
    return found;
  };
  /** Signs until everything is read and moved. */
  const signWhole = async (share: AuditShare) => {
    for (;;) {
      const { breaks, isWhole } = await signAll(share);
      expect(breaks).toEqual([]);
      if (isWhole) return;
    }
  };
  const problems = () => {
    const heads = held.heads('acme').map(({ signature: _signature, ...head }) => head);
    return verifyAudit(entries(), heads).problems;
  };
  return { topics, begin, hidden, read, held, failing, own, chain, signAll, signWhole, entries, problems };
}

describe('the owner of the audit', () => {
  it('keeps the end of a chain whose entries were dropped while some of it may not be read', async () => {
    const { topics, held, own, signAll } = auditOfCluster();
    const first = linkEntry(entry('first', 1), 'one', undefined);
    topics.new.push(record(first));
    for (let at = 0; at < 64 * FETCHED; at += 1) topics.new.push(record(entry(`x${at}`, 9, 'beta')));
    topics.new.push(record(linkEntry(entry('second', 9), 'one', first.link)));
    const share = await own();
    expect(await signAll(share)).toEqual({ breaks: [], isWhole: false });
    await share.drop(await share.findOld([{ tenant: 'acme', before: 5, oldestBefore: 5 }]));
    expect(held.head('acme', 'one')).toMatchObject({ number: 1 });
    expect(await signAll(share)).toEqual({ breaks: [], isWhole: true });
    expect(held.head('acme', 'one')).toMatchObject({ number: 2 });
  });

  it('tells of a topic that is shorter than what was signed of it, and which chains it has lost, once', async () => {
    const { topics, held, own, signAll, signWhole, chain, problems } = auditOfCluster();
    const [one, other] = [chain('one'), chain('other')];
    for (const each of [one, one, other, one, other]) each();
    await signWhole(await own());
    topics.new.length = 3;
    // A writer that has not noticed goes on where it was.
    one();
    const share = await own();
    expect(await signAll(share)).toEqual({
      lost: { signed: 5, end: 4 },
      breaks: [
        { tenant: 'acme', chain: 'one', number: 3, what: 'removed' },
        { tenant: 'acme', chain: 'other', number: 2, what: 'removed' },
      ],
      isWhole: true,
    });
    const late = chain('late');
    for (const each of [late, late]) each();
    expect(await signAll(share)).toEqual({ breaks: [], isWhole: true });
    expect([held.head('acme', 'one'), held.head('acme', 'other'), held.head('acme', 'late')]).toMatchObject([
      { number: 3 },
      { number: 2 },
      { number: 2 },
    ]);
    expect(problems().map((each) => [each.chain, each.what])).toContainEqual(['other', 'removed']);
    // The next owner knows how far all is signed by now.
    expect(await signAll(await own())).toEqual({ breaks: [], isWhole: true });
  });

  it('waits for what a new leader does not show yet, and signs what comes behind it', async () => {
    const { hidden, held, own, signAll, signWhole, chain } = auditOfCluster();
    const one = chain('one');
    for (let nth = 0; nth < 5; nth += 1) one();
    const share = await own();
    await signWhole(share);
    hidden.records = 1;
    expect(await signAll(share)).toEqual({ breaks: [], isWhole: false });
    hidden.records = 0;
    for (let nth = 0; nth < 2; nth += 1) one();
    expect(await signAll(share)).toEqual({ breaks: [], isWhole: true });
    expect(held.head('acme', 'one')).toMatchObject({ number: 7 });
  });

  it('tells of a lost end while it owns the audit, and of an entry that was put where another was signed', async () => {
    const { topics, own, signAll, signWhole, chain } = auditOfCluster();
    const [one, two] = [chain('one'), chain('two')];
    for (const each of [one, two, one, two, one, two]) each();
    const share = await own();
    await signWhole(share);
    topics.new.length = 0;
    const forged = chain('one', 'forged');
    for (let at = 0; at < 3; at += 1) forged();
    expect(await signAll(share)).toEqual({
      lost: { signed: 6, end: 3 },
      breaks: [
        { tenant: 'acme', chain: 'one', number: 3, what: 'changed' },
        { tenant: 'acme', chain: 'two', number: 1, what: 'removed' },
      ],
      isWhole: true,
    });
  });

  it('reads a long topic that has lost its end again in several calls, and signs nothing meanwhile', async () => {
    const { topics, own, signAll, signWhole, chain } = auditOfCluster();
    const one = chain('one');
    for (let at = 0; at < 70 * FETCHED; at += 1) one();
    const share = await own();
    await signWhole(share);
    topics.new.length -= 1;
    expect(await signAll(share)).toEqual({ lost: { signed: 70 * FETCHED, end: 70 * FETCHED - 1 }, breaks: [], isWhole: false });
    // Another owner begins again, as the former did not come to the end.
    const other = await own();
    expect(await signAll(other)).toMatchObject({ lost: { signed: 70 * FETCHED }, breaks: [], isWhole: false });
    expect(await signAll(other)).toEqual({
      breaks: [{ tenant: 'acme', chain: 'one', number: 70 * FETCHED, what: 'removed' }],
      isWhole: true,
    });
  });

  it('shows and keeps what is new in a topic that has lost its end, at offsets that a drop had taken', async () => {
    const { topics, held, own, signWhole, signAll, chain } = auditOfCluster();
    const one = chain('one');
    for (let at = 0; at < 9; at += 1) one();
    const share = await own();
    await signWhole(share);
    await share.drop(await share.findOld([{ tenant: 'acme', before: 8, oldestBefore: 8 }]));
    const { offset } = held.start('acme')!;
    expect(offset).toBeGreaterThan(4);
    topics.new.length = 3;
    const late = chain('late');
    late();
    const removed = () => topics.new.filter(({ value }) => value === null).length;
    const next = await own();
    expect(await signAll(next)).toMatchObject({ breaks: [{ chain: 'one', number: 8 }], isWhole: true });
    expect([held.start('acme'), removed()]).toMatchObject([{ offset: 3, from: 3 }, 0]);
    expect(held.head('acme', 'late')).toMatchObject({ number: 1 });
  });

  it('reads what is old of many tenants in one pass, and of quiet ones nothing twice', async () => {
    const { topics, read, own, signWhole } = auditOfCluster();
    const tenants = Array.from({ length: 20 }, (_, at) => `t${at}`);
    topics.new.push(...tenants.flatMap((tenant, at) => [record(entry(`a${at}`, 1, tenant)), record(entry(`b${at}`, 9, tenant))]));
    for (let at = 0; at < 40; at += 1) topics.new.push(record(entry(`loud${at}`, 1, 'loud')));
    const share = await own();
    await signWhole(share);
    const due = ['quiet', 'silent', ...tenants].map((tenant) => ({ tenant, before: 5, oldestBefore: 5 }));
    read.records = 0;
    const old = await share.findOld(due);
    expect([old.map(({ tenant }) => tenant), read.records]).toEqual([tenants, 80]);
    read.records = 0;
    await share.drop(old);
    expect(read.records).toBeLessThan(40 + FETCHED);
    expect(topics.new.filter(({ value }) => value === null)).toHaveLength(20);
    await signWhole(share);
    expect(await share.findOld(due)).toEqual([]);
    topics.new.push(record(entry('new', 3, 'quiet')));
    await signWhole(share);
    read.records = 0;
    expect((await share.findOld(due)).map(({ tenant, entries }) => [tenant, entries])).toEqual([['quiet', 1]]);
    expect(read.records).toBe(1);
  });

  it('finishes a drop in a topic that has lost its end', async () => {
    const { topics, held, own } = auditOfCluster();
    for (let at = 0; at < 4; at += 1) topics.new.push(record(entry(`e${at}`, at)));
    held.apply('audit_start', 'acme/9', Buffer.from(JSON.stringify({ tenant: 'acme', offset: 9, from: 2, checkpoints: [], ended: [] })));
    await own();
    expect(topics.new.slice(4).map(({ key, value }) => [key!.toString(), value])).toEqual([
      ['acme/e2', null],
      ['acme/e3', null],
    ]);
  });

  it('numbers moved entries on from what was read, after a write that failed', async () => {
    const { topics, begin, failing, own, signAll, signWhole, entries, problems } = auditOfCluster();
    for (let at = 0; at < 700; at += 1) topics.old.push(record(entry(`e${at}`, at)));
    const share = await own();
    failing.writes = 1;
    // 700 entries are read in four calls, of which the first write fails.
    await expect(signAll(share)).rejects.toThrow('no broker answers');
    await signWhole(share);
    expect([entries().length, begin.old, problems()]).toEqual([700, 700, []]);
  });

  it('numbers moved entries on from those of other owners, and moves none for a former one', async () => {
    const { topics, begin, own, signAll, signWhole, entries, problems } = auditOfCluster();
    for (let at = 0; at < 400; at += 1) topics.old.push(record(entry(`e${at}`, at)));
    const former = await own();
    await signAll(former);
    const other = await own();
    await signWhole(other);
    for (let at = 0; at < 100; at += 1) topics.old.push(record(entry(`f${at}`, at)));
    await expect(signAll(former)).rejects.toMatchObject({ code: 'unavailable' });
    expect(begin.old).toBe(400);
    await signWhole(await own());
    expect([entries().length, begin.old, problems()]).toEqual([500, 500, []]);
  });
});
