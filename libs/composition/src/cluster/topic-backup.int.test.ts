import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafkaControlStore, createKafkaEventLog, createKafkaKeyStore, createKafkaLedger } from '@total-recall/adapter-kafka';
import { createMetrics, SILENT_LOGGER } from '@total-recall/observability';
import type { EventLog, LogRecord } from '@total-recall/ports';
import { onRealServer, sampleRecord } from '@total-recall/ports/testing';
import {
  createEnvironmentMasterKeys,
  createSystemClock,
  hashHex,
  ledgerEntries,
  parseConfig,
  writeCheckedJson,
} from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUpTopics, restoreTopics } from './topic-backup.ts';

const MASTERS = createEnvironmentMasterKeys('05'.repeat(32));
const SESSIONS = ['a', 'b', 'c', 'd'];
const KEYS = { tenant: 'acme', space: 'demo' };

await onRealServer('kafka', (server) => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'total-recall-topics-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const configOf = (prefix: string) =>
    parseConfig('topics', {
      TOTAL_RECALL_NAME_PREFIX: prefix,
      TOTAL_RECALL_KAFKA_BROKERS: server.url,
      TOTAL_RECALL_KAFKA_REPLICATION: '1',
      TOTAL_RECALL_PARTITIONS: '2',
    });
  const openOf = async (prefix: string) => {
    const topics = { kafka: { brokers: server.url.split(',') }, prefix, replication: 1 };
    const log = await createKafkaEventLog({ ...topics, partitions: 2, metrics: createMetrics() });
    const ledger = await createKafkaLedger({ ...topics, partitions: 2 });
    const keys = await createKafkaKeyStore({ ...topics, masters: MASTERS });
    const control = await createKafkaControlStore(topics);
    return { log, ledger, keys, control, close: () => Promise.all([log.close(), ledger.close(), keys.close(), control.close()]) };
  };
  const append = async (log: EventLog, session: string, at: number): Promise<void> =>
    void (await log.append([{ ...sampleRecord(`acme/demo/${session}`, `${session}${at}`), sealed: randomBytes(200) }]));
  const readAll = async (log: EventLog): Promise<LogRecord[]> => {
    const all: LogRecord[] = [];
    for (let partition = 0; partition < 2; partition += 1)
      for (
        let batch = await log.read(partition, 0, 500);
        batch.length > 0;
        batch = await log.read(partition, batch.at(-1)!.position.offset + 1, 500)
      )
        all.push(...batch);
    return all;
  };
  const readOf = async (prefix: string, partition: number) => {
    const opened = await openOf(prefix);
    const entries = await ledgerEntries(opened.ledger, partition);
    await opened.close();
    return entries;
  };
  const backUp = (prefix: string, folder: string) =>
    backUpTopics(configOf(prefix), SILENT_LOGGER, { folder, version: '0.0.0-test', clock: createSystemClock() });

  it(
    'topics are copied while they are written, and restored at the same offsets with their keys and tenants',
    { timeout: 180_000 },
    async () => {
      const [from, to] = [`t${randomBytes(6).toString('hex')}`, `t${randomBytes(6).toString('hex')}`];
      const folder = join(root, 'backup');
      const one = await openOf(from);
      await one.control.putTenant({ id: 'acme', name: 'Acme', createdAt: 1 });
      const kept = await one.keys.sessionKey({ ...KEYS, session: 'a' });
      const destroyed = await one.keys.sessionKey({ ...KEYS, session: 'gone' });
      await one.keys.destroySession({ ...KEYS, session: 'gone' });
      for (let at = 0; at < 20; at += 1) for (const session of SESSIONS) await append(one.log, session, at);
      const before = await readAll(one.log);
      let running = true;
      const load = (async () => {
        for (let at = 100; running; at += 1) await append(one.log, SESSIONS[at % 4]!, at);
      })();
      const backup = await backUp(from, folder);
      running = false;
      await load;
      const after = await readAll(one.log);
      await one.close();
      expect(backup.files.find(({ topic }) => topic === 'identity')!.records).toBeGreaterThan(0);
      expect(backup).not.toHaveProperty('unnoted');

      await restoreTopics(configOf(to), SILENT_LOGGER, { folder });
      const other = await openOf(to);
      const restored = await readAll(other.log);
      const named = (records: readonly LogRecord[]): string[] =>
        records.map(
          ({ key, envelope, sealed, position }) =>
            `${key} ${envelope.id} ${position.generation} ${position.partition} ${position.offset} ${Buffer.from(sealed).toString('hex')}`,
        );
      const [promised, present, whole] = [named(before), new Set(named(restored)), new Set(named(after))];
      expect(promised.filter((record) => !present.has(record))).toEqual([]);
      expect([...present].filter((record) => !whole.has(record))).toEqual([]);
      expect(await other.control.tenant('acme')).toMatchObject({ name: 'Acme' });
      // It was noted before it was copied.
      expect(await other.control.backups!.known()).toEqual({ count: 1, first: backup.startedAt, last: backup.startedAt });
      expect(Buffer.from((await other.keys.open('acme', 'demo', kept.keyId)) as Uint8Array)).toEqual(Buffer.from(kept.key));
      expect(await other.keys.open('acme', 'demo', destroyed.keyId)).toBe('destroyed');
      await append(other.log, 'a', 999);
      await other.close();

      // A restore writes nothing into a topic that has records, nor from files that changed after the backup.
      await expect(restoreTopics(configOf(to), SILENT_LOGGER, { folder })).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('is not empty'),
      });
      await expect(backUp(from, folder)).rejects.toMatchObject({ message: expect.stringContaining('is not empty') });
      await rm(join(folder, 'control-0.jsonl'));
      const log = (await readdir(folder)).find((file) => file.startsWith('events-'))!;
      await writeFile(join(folder, log), (await readFile(join(folder, log), 'utf8')).replace('"offset":3,', '"offset":4,'));
      await expect(restoreTopics(configOf(`${to}x`), SILENT_LOGGER, { folder })).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringMatching(new RegExp(`${log} is damaged, control-0.jsonl is missing`)) as string,
      });
    },
  );

  it('a place that compaction emptied stays empty: what follows keeps its offset', async () => {
    const [from, to] = [`t${randomBytes(6).toString('hex')}`, `t${randomBytes(6).toString('hex')}`];
    const folder = join(root, 'gaps');
    const one = await openOf(from);
    for (let at = 0; at < 6; at += 1) await append(one.log, 'a', at);
    const all = await readAll(one.log);
    await one.close();
    const backup = await backUp(from, folder);
    const file = `events-${all[0]!.position.partition}.jsonl`;
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n').filter((_, at) => at !== 1 && at !== 2);
    await writeFile(join(folder, file), lines.join('\n'));
    const changed = {
      ...backup,
      files: backup.files.map((entry) => (entry.file === file ? { ...entry, sha256: hashHex(lines.join('\n')) } : entry)),
    };
    await writeFile(join(folder, 'manifest.json'), writeCheckedJson('backup', changed));
    await restoreTopics(configOf(to), SILENT_LOGGER, { folder });
    const other = await openOf(to);
    expect((await readAll(other.log)).map(({ position }) => position.offset)).toEqual([0, 3, 4, 5]);
    await other.close();
  });

  it(
    "a later ledger takes the place of the backup's, and what the backup may not have seen is opened again",
    { timeout: 180_000 },
    async () => {
      const [from, to] = [`t${randomBytes(6).toString('hex')}`, `t${randomBytes(6).toString('hex')}`];
      const [full, later, foreign] = [join(root, 'full'), join(root, 'later'), join(root, 'foreign')];
      const one = await openOf(from);
      const [partition, ledger] = [one.ledger.partitionOf(KEYS.tenant), one.ledger];
      const share = await ledger.own(partition);
      const scope = { kind: 'session', space: KEYS.space, session: 'a' } as const;
      const targets = { events: [], sessions: [{ space: KEYS.space, session: 'a' }], spaces: [], artifacts: [] };
      const counts = { events: 0, quoting: 0, sessions: 1, spaces: 0, artifacts: 0 };
      let last = 0;
      const erase = async (id: string, at: number): Promise<void> => {
        const base = { tenant: KEYS.tenant, at, actor: 'key' };
        const requested = { ...base, id, act: { type: 'ErasureRequested', scope, targets, counts } } as const;
        const completed = { ...base, id: `${id}-done`, act: { type: 'ErasureCompleted', erasureId: id } } as const;
        last = (await share.append(last, [requested, completed])).at(-1)!.sequence;
      };
      await append(one.log, 'a', 1);
      await erase('long-before', Date.now() - 2 * 3_600_000);
      await erase('just-before', Date.now());
      await backUp(from, full);
      await erase('after', Date.now());
      await backUpTopics(configOf(from), SILENT_LOGGER, { folder: later, version: '0', clock: createSystemClock(), only: 'ledger' });
      await one.close();
      const stranger = await openOf(`${from}x`);
      await stranger.close();
      await backUp(`${from}x`, foreign);

      const restore = (folder: string, laterLedger: string) => restoreTopics(configOf(to), SILENT_LOGGER, { folder, laterLedger });
      await expect(restore(full, foreign)).rejects.toMatchObject({ message: expect.stringContaining('of another cluster') });
      await expect(restore(later, later)).rejects.toMatchObject({ message: expect.stringContaining('a ledger alone') });
      expect(await restore(full, later)).toMatchObject({ reopened: 2 });
      const other = await openOf(to);
      const entries = await ledgerEntries(other.ledger, partition);
      expect(entries.slice(0, last)).toEqual(await readOf(from, partition));
      expect(entries.slice(last).map(({ act }) => act)).toEqual([
        { type: 'ErasureReopened', erasureId: 'just-before' },
        { type: 'ErasureReopened', erasureId: 'after' },
      ]);
      expect((await readAll(other.log)).map(({ envelope }) => envelope.id)).toHaveLength(1);
      await other.close();
    },
  );
});
