import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AuditEntry, AuditHead, AuditShare, ControlStore } from '@total-recall/ports';
import { onRealServer } from '@total-recall/ports/testing';
import { createAuditChains, linkEntry, signHead, verifyAudit } from '@total-recall/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { TEST_SIGNER } from '../../testing/audit-signer.ts';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { openTopicTable } from '../table/topic-table.ts';
import { fetchRecords } from '../wire/fetch-records.ts';
import { openConnection } from '../wire/kafka-connection.ts';
import { createPartitionProducer, type ProducedRecord } from '../wire/partition-producer.ts';
import { createHeldAudit, type AuditKind } from './held-audit.ts';
import { createKafkaControlStore, type KafkaControlStoreOptions } from './kafka-control-store.ts';
import { ownAudit, type OwnAuditDeps } from './own-audit.ts';
import { createAuditScan } from './scan-audit.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

async function open(options: KafkaControlStoreOptions): Promise<ControlStore> {
  const store = await createKafkaControlStore(options);
  opened.push(store);
  return store;
}

let ids = 0;
const clock = { now: () => 5_000 + ids, monotonicMs: () => 0 };
const nextId = (): string => `id${(ids += 1)}`;
const entry = (tenant = 'acme', at = clock.now()): AuditEntry => ({
  id: nextId(),
  tenant,
  at,
  keyId: 'k',
  action: 'read.recall',
  target: 'demo',
  outcome: 'allowed',
  read: { ids: ['e1'] },
});
const chainsOf = (control: ControlStore, writer: string) => createAuditChains({ control, clock, nextId, writer });

async function all(store: ControlStore, tenant = 'acme'): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for (let after: string | undefined; ;) {
    const { entries, cursor } = await store.auditFrom({ tenant, limit: 500, ...(after !== undefined && { after }) });
    found.push(...entries);
    if (cursor === undefined) return found;
    after = cursor;
  }
}

async function verified(store: ControlStore, tenant = 'acme') {
  const heads = await store.auditHeads(tenant);
  return verifyAudit(await all(store, tenant), heads, await TEST_SIGNER.publicKey());
}

async function signAll(share: AuditShare) {
  const { ends, breaks } = await share.unsigned();
  await share.sign(await Promise.all(ends.map((head) => (head.signature ? head : signHead(head, TEST_SIGNER)))));
  return { ends: ends.map(({ chain, number }) => `${chain} ${number}`), breaks };
}

/** Every record of a topic, those that later ones replaced too. */
async function recordsOf({ kafka, prefix }: KafkaControlStoreOptions, topic: string) {
  const connection = openConnection(kafka);
  const place = { topic: `${prefix}.${topic}`, partition: 0 };
  const found: { key: string; value: string | undefined }[] = [];
  for (let [from, end] = [0, 1]; from < end;) {
    const fetched = await fetchRecords(connection, place, from, { doing: 'look', maxBytes: 1_000_000, waitMs: 0, deadlineMs: 15_000 });
    found.push(...fetched.records.map(({ key, value }) => ({ key: key!.toString(), value: value?.toString() })));
    [from, end] = [fetched.next, Math.max(fetched.end, fetched.end === -1 ? fetched.next + 1 : 0)];
  }
  await connection.close();
  return found;
}

/** Writes records past the store, as somebody does who may write the topics. */
async function intrude({ kafka, prefix }: KafkaControlStoreOptions, topic: string, records: readonly ProducedRecord[]): Promise<void> {
  const connection = openConnection(kafka);
  await createPartitionProducer({ connection, place: { topic: `${prefix}.${topic}`, partition: 0 }, doing: 'intrude' }).produce(records);
  await connection.close();
}

/** Opens the audit with a process that ends at its `cut`th write. */
async function ownUntil(options: KafkaControlStoreOptions, cut: number): Promise<AuditShare> {
  const { kafka, prefix } = options;
  const held = createHeldAudit();
  const tableOf = async (topic: string, apply: (id: string, value: Buffer | null) => void) => {
    const table = await openTopicTable({
      kafka,
      topic: `${prefix}.${topic}`,
      what: topic,
      apply: ({ key, value }) => apply(key!.toString(), value),
    });
    opened.push(table);
    return table;
  };
  const control = await tableOf('control', (key, value) => {
    const [, kind, id] = /^(audit_\w+)\/(.+)$/.exec(key) ?? [];
    if (kind !== undefined) held.apply(kind as AuditKind, id!, value);
  });
  const entries = await tableOf('audit-entries', () => undefined);
  const connection = openConnection(kafka);
  opened.push(connection);
  let left = cut;
  const dying = <Table extends OwnAuditDeps['entries']>(table: Table): Table => ({
    ...table,
    write: async (records: readonly ProducedRecord[]) => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      return table.write(records);
    },
  });
  return ownAudit({
    control: dying(control),
    entries: dying(entries),
    held,
    scan: createAuditScan(connection, `${prefix}.audit-entries`),
    moveFor: () => ({ some: async () => true }),
  });
}

const child = fileURLToPath(new URL('../../testing/sign-until-killed.ts', import.meta.url));

/** Starts a process that signs, and kills it when it is about to sign its `after`th end. */
async function signAndKill({ kafka, prefix }: KafkaControlStoreOptions, after: number): Promise<number> {
  const run = ['--conditions=total-recall-source', '--no-warnings', child, kafka.brokers.join(','), prefix!];
  const running = spawn(process.execPath, run, { stdio: ['ignore', 'pipe', 'inherit'] });
  let lines = 0;
  running.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    lines += chunk.split('\n').length - 1;
    if (lines >= after) running.kill('SIGKILL');
  });
  const [, signal] = (await once(running, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  return lines;
}

await onRealServer('kafka', (server) => {
  describe('the audit of a cluster', () => {
    it(
      'is signed by one process at a time, is signed on after each is killed, and nothing is signed twice with other content',
      {
        timeout: 240_000,
      },
      async () => {
        const options = topicsOfTheirOwn(server);
        const store = await open(options);
        const writers = ['a', 'b', 'c'].map((writer) => chainsOf(store, writer));
        const tenants = ['acme', 'beta', 'gamma'];
        let isOver = false;
        const writing = (async () => {
          for (let at = 0; !isOver; at += 1) await writers[at % 3]!.append(tenants.map((tenant) => entry(tenant)));
        })();
        let signed = 0;
        try {
          for (const after of [1, 4, 9, 20, 2]) signed += await signAndKill(options, after);
        } finally {
          isOver = true;
          await writing;
        }
        expect(signed).toBeGreaterThan(10);
        expect((await signAll(await store.ownAudit())).breaks).toEqual([]);
        for (const tenant of tenants) {
          const found = await verified(store, tenant);
          expect(found).toMatchObject({ problems: [], heads: 3, signed: 3 });
          expect(found.chains).toHaveLength(3);
        }
        const said = new Map<string, Set<string>>();
        const controls = await recordsOf(options, 'control');
        for (const { key, value } of controls.filter((record) => record.key.startsWith('audit_head/'))) {
          const head = JSON.parse(value!) as AuditHead;
          const place = `${key} ${head.number}`;
          said.set(place, (said.get(place) ?? new Set()).add(value!));
        }
        expect(said.size).toBeGreaterThan(10);
        expect([...said.values()].filter(({ size }) => size > 1)).toEqual([]);
        expect(controls.filter(({ key }) => key === 'audit_owner/audit').length).toBeGreaterThan(5);
      },
    );

    it('goes on after an owner that was killed at any write of signing and of dropping', async () => {
      for (let cut = 0; cut < 7; cut += 1) {
        const options = topicsOfTheirOwn(server);
        const store = await open(options);
        const [one, other] = [chainsOf(store, 'one'), chainsOf(store, 'other')];
        await one.append([entry('acme', 1), entry('beta', 1), entry('acme', 2)]);
        await other.append([entry('acme', 3)]);
        await one.append([entry('acme', 9)]);
        const act = async (share: AuditShare): Promise<void> => {
          await signAll(share);
          const [old] = await share.findOld([{ tenant: 'acme', before: 5, oldestBefore: 5 }]);
          if (!old) return;
          await one.append([{ ...entry('acme', 10), action: 'audit.drop', checkpoints: old.checkpoints }]);
          await signAll(share);
          await share.drop([old]);
        };
        // Claim, ends, progress, ends, progress, start, removals, and then the end of the drop.
        await ownUntil(options, cut)
          .then(act)
          .then(
            () => expect.fail('was to be killed'),
            (error: unknown) => expect((error as Error).message).toBe('killed'),
          );
        expect(await verified(store)).toMatchObject({ problems: [] });
        await act(await store.ownAudit());
        expect(await verified(store)).toMatchObject({ problems: [] });
        const left = await all(store);
        expect(left.filter(({ action }) => action !== 'audit.drop').map(({ at }) => at)).toEqual([9]);
        const late = await open(options);
        expect([await all(late), await late.auditHeads('acme')]).toEqual([left, await store.auditHeads('acme')]);
        expect(await all(late, 'beta')).toHaveLength(1);
        const removed = (await recordsOf(options, 'audit-entries')).filter(({ value }) => value === undefined);
        expect(removed).toHaveLength(3);
      }
    });

    it('tells what was taken out of a topic, changed, put in, or cut at the end or at the beginning', async () => {
      const store = await open(topicsOfTheirOwn(server));
      const [one, other] = [chainsOf(store, 'one'), chainsOf(store, 'other')];
      for (let at = 0; at < 4; at += 1) {
        await one.append([entry()]);
        await other.append([entry()]);
      }
      await signAll(await store.ownAudit());
      const [entries, heads] = [await all(store), await store.auditHeads('acme')];
      const chain = entries[0]!.link!.chain;
      const own = entries.filter(({ link }) => link!.chain === chain);
      const place = entries.indexOf(own[1]!);
      const put = linkEntry(entry(), chain, own[1]!.link);
      const kept = (number: number) =>
        heads.map((head) => (head.chain === chain ? { ...head, number, hash: own[number - 1]!.link!.hash } : head));
      const tampered: [string, AuditEntry[], readonly AuditHead[], object[]][] = [
        ['as it was', entries, heads, []],
        ['changed', entries.with(place, { ...own[1]!, target: 'other' }), heads, [{ chain, number: 2, what: 'changed' }]],
        ['taken out', entries.toSpliced(place, 1), heads, [{ chain, number: 2, what: 'removed' }]],
        ['put in', entries.toSpliced(place + 1, 0, put), heads, [{ chain, number: 3, what: 'inserted' }]],
        ['cut at the end', entries.filter((each) => !own.slice(2).includes(each)), heads, [{ chain, number: 3, what: 'removed' }]],
        ['cut with its end', entries.filter((each) => !own.slice(2).includes(each)), kept(2), [{ chain, number: 2, what: 'head' }]],
        ['cut at the beginning', entries.filter((each) => each !== own[0]), heads, [{ chain, number: 1, what: 'removed' }]],
      ];
      for (const [what, left, ends, problems] of tampered) {
        const copy = await open(topicsOfTheirOwn(server));
        await copy.appendAudit(left);
        await (await copy.ownAudit()).sign(ends);
        const found = await verified(copy);
        expect([what, found.problems.slice(0, 1)]).toMatchObject([what, problems]);
      }
    });

    it('names a break while it runs, signs no further behind it, and signs other chains on', async () => {
      const options = topicsOfTheirOwn(server);
      const store = await open(options);
      const [one, other] = [chainsOf(store, 'one'), chainsOf(store, 'other')];
      await one.append([entry(), entry()]);
      await other.append([entry()]);
      const share = await store.ownAudit();
      const { ends } = await signAll(share);
      expect(ends).toHaveLength(2);
      const [first, second] = await all(store);
      const { chain } = first!.link!;
      const forged = { ...entry(), link: { ...second!.link!, number: 3 } };
      await intrude(options, 'audit-entries', [{ key: Buffer.from('acme/forged'), value: Buffer.from(JSON.stringify(forged)) }]);
      await one.append([entry()]);
      await other.append([entry()]);
      expect(await signAll(share)).toMatchObject({
        ends: [expect.not.stringContaining(chain)],
        breaks: [{ chain, number: 3, what: 'changed' }],
      });
      expect(await signAll(share)).toEqual({ ends: [], breaks: [] });
      const signed = (await store.auditHeads('acme')).filter((head) => head.signature !== undefined);
      expect(signed.find((head) => head.chain === chain)).toMatchObject({ number: 2 });
    });

    it('has the later of two ends, though an older one was written over it, and writes it again', async () => {
      const options = topicsOfTheirOwn(server);
      const store = await open(options);
      const chains = chainsOf(store, 'one');
      await chains.append([entry()]);
      const share = await store.ownAudit();
      await signAll(share);
      const [old] = await store.auditHeads('acme');
      await chains.append([entry()]);
      await signAll(share);
      const [head] = await store.auditHeads('acme');
      const key = Buffer.from(`audit_head/acme/${old!.chain}`);
      await intrude(options, 'control', [{ key, value: Buffer.from(JSON.stringify(old)) }]);
      expect((await signAll(share)).ends).toEqual([`${head!.chain} 2`]);
      expect(await (await open(options)).auditHeads('acme')).toEqual([head]);
      const last = (await recordsOf(options, 'control')).findLast((record) => record.key === key.toString());
      expect(JSON.parse(last!.value!)).toEqual(head);
    });

    it('is exported from its beginning, also where a process holds less of it', async () => {
      const options = topicsOfTheirOwn(server);
      const chains = chainsOf(await open(options), 'one');
      for (let at = 0; at < 30; at += 1) await chains.append([entry(), entry('beta')]);
      const late = await open({ ...options, auditEntries: 5 });
      await signAll(await late.ownAudit());
      expect((await late.audit({ tenant: 'acme', limit: 99 })).length).toBeLessThan(10);
      expect(await verified(late)).toMatchObject({ entries: 30, signed: 1, problems: [] });
    });

    it('takes over what an earlier version wrote, once, with entries that had no chain', async () => {
      const options = topicsOfTheirOwn(server);
      const store = await open(options);
      const old = [entry(), entry(), linkEntry(entry(), 'old', undefined), entry('beta')];
      const second = linkEntry(entry(), 'old', old[2]!.link);
      const written = (entries: readonly AuditEntry[]) =>
        intrude(
          options,
          'audit',
          entries.map((each) => ({ key: Buffer.from(each.tenant), value: Buffer.from(JSON.stringify(each)) })),
        );
      await written(old);
      await chainsOf(store, 'new').append([entry()]);
      await signAll(await store.ownAudit());
      // It stands in both topics now, as if the first had been killed before it was taken out of the old one.
      await written([...old, second]);
      const share = await store.ownAudit();
      await signAll(share);
      await signAll(share);
      const found = (await all(store)).map(({ id }) => id);
      expect(found).toEqual([found[0], ...old.slice(0, 3).map(({ id }) => id), second.id]);
      expect(await verified(store)).toMatchObject({ entries: 5, unchained: 0, signed: 3, problems: [] });
      expect(await verified(store, 'beta')).toMatchObject({ entries: 1, problems: [] });
      expect(await recordsOf(options, 'audit')).toEqual([]);
    });

    it('leaves few claims with the brokers, however many there were, and the last one counts', async () => {
      const options = { ...topicsOfTheirOwn(server), compactionLagMs: 100 };
      const store = await open(options);
      const claims = async () => (await recordsOf(options, 'control')).filter(({ key }) => key === 'audit_owner/audit');
      for (let at = 0; at < 60; at += 1) await store.ownAudit();
      expect((await claims()).length).toBeGreaterThan(30);
      let last = await store.ownAudit();
      const count = async (): Promise<number> => {
        // Brokers close a segment with a record that comes after its time.
        last = await store.ownAudit();
        return (await claims()).length;
      };
      await expect.poll(count, { timeout: 200_000, interval: 2_000 }).toBeLessThan(30);
      await chainsOf(store, 'one').append([entry()]);
      await signAll(last);
      expect(await verified(await open(options))).toMatchObject({ entries: 1, signed: 1, problems: [] });
    });

    it('leaves nothing of what was dropped with the brokers', async () => {
      const options = { ...topicsOfTheirOwn(server), compactionLagMs: 100 };
      const store = await open(options);
      const chains = chainsOf(store, 'one');
      const old = entry('acme', 1);
      await chains.append([old, entry('beta', 1)]);
      await chains.append([entry('acme', 9)]);
      const share = await store.ownAudit();
      await signAll(share);
      await share.drop(await share.findOld([{ tenant: 'acme', before: 5, oldestBefore: 5 }]));
      const isGone = async (): Promise<boolean> => {
        // Brokers close a segment with a record that comes after its time.
        await chains.append([entry('gamma', 9)]);
        return !(await recordsOf(options, 'audit-entries')).some(({ value }) => value?.includes(old.id) ?? false);
      };
      await expect.poll(isGone, { timeout: 200_000, interval: 2_000 }).toBe(true);
      expect((await all(await open(options), 'acme')).map(({ at }) => at)).toEqual([9]);
      expect(await all(await open(options), 'beta')).toHaveLength(1);
    });
  });
});
