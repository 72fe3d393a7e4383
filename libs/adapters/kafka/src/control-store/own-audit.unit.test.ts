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
  type Topic = keyof typeof topics;
  const fetch = async ({ topics: [asked] }: { topics: { topic: Topic; partitions: { fetchOffset: string }[] }[] }) => {
    const { topic, partitions } = asked!;
    const from = Math.max(Number(partitions[0]!.fetchOffset), begin[topic]);
    const messages = topics[topic].slice(from, from + FETCHED).map((record, index) => ({
      ...record,
      offset: String(from + index),
      timestamp: '0',
      headers: {},
      batchContext: { firstOffset: String(from + index), lastOffsetDelta: 0 },
    }));
    return { responses: [{ partitions: [{ highWatermark: String(topics[topic].length), messages }] }] };
  };
  const connection = {
    onLeader: (_place: unknown, run: (broker: unknown) => unknown) => run({ fetch }),
    endOffsets: async (topic: Topic) => new Map([[0, topics[topic].length]]),
    firstOffset: async ({ topic }: { topic: Topic }) => begin[topic],
    removeBefore: async ({ topic }: { topic: Topic }, offset: number) => void (begin[topic] = Math.max(begin[topic], offset)),
  } as unknown as KafkaConnection;
  return { topics, begin, connection };
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
  const { topics, begin, connection } = brokers();
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
  return { topics, begin, held, failing, own, signAll, signWhole, entries, problems };
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
    await share.drop((await share.findOld('acme', 5))!);
    expect(held.head('acme', 'one')).toMatchObject({ number: 1 });
    expect(await signAll(share)).toEqual({ breaks: [], isWhole: true });
    expect(held.head('acme', 'one')).toMatchObject({ number: 2 });
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
