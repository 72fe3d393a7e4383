import type { NewLedgerEntry } from '@total-recall/domain';
import type { Ledger } from '@total-recall/ports';
import { codeOf, onRealServer } from '@total-recall/ports/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { openConnection } from '../wire/kafka-connection.ts';
import { createPartitionProducer } from '../wire/partition-producer.ts';
import { createKafkaLedgerFeed } from './kafka-ledger-feed.ts';
import { createKafkaLedger, type KafkaLedgerOptions } from './kafka-ledger.ts';

const opened: Ledger[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((ledger) => ledger.close()));
});

async function open(options: KafkaLedgerOptions): Promise<Ledger> {
  const ledger = await createKafkaLedger(options);
  opened.push(ledger);
  return ledger;
}

const entry = (id: string, events: readonly string[] = []): NewLedgerEntry => ({
  id,
  tenant: 'acme',
  at: 1_700_000_000_000,
  actor: 'key_1',
  act: {
    type: 'ErasureRequested',
    scope: { kind: 'tenant' },
    targets: { events: [{ space: 'demo', session: 's', eventIds: events }], sessions: [], spaces: [], artifacts: [] },
    counts: { events: events.length, quoting: 0, sessions: 0, spaces: 0, artifacts: 0 },
  },
});

await onRealServer('kafka', (server) => {
  describe('the ledger of several processes', () => {
    it('takes nothing of a process that another has followed, though it has not heard of it', async () => {
      const options = { ...topicsOfTheirOwn(server), partitions: 1 };
      const [one, other] = [await open(options), await open(options)];
      const zombie = await one.own(0);
      await zombie.append(0, [entry('a')]);
      const owner = await other.own(0);
      const tried = await Promise.all([codeOf(zombie.append(1, [entry('late')])), codeOf(owner.append(1, [entry('b')]))]);
      expect(tried).toEqual(['unavailable', undefined]);
      for (const ledger of [one, other, await open(options)])
        expect((await ledger.read(0, 0, 10)).map(({ id, epoch }) => [id, epoch])).toEqual([
          ['a', zombie.epoch],
          ['b', owner.epoch],
        ]);
    });

    it('gives each of many that claim at once an epoch of its own, and only the last may append', async () => {
      const options = { ...topicsOfTheirOwn(server), partitions: 1 };
      const ledgers = await Promise.all(Array.from({ length: 5 }, () => open(options)));
      const shares = await Promise.all(ledgers.map((ledger) => ledger.own(0)));
      const epochs = shares.map(({ epoch }) => epoch);
      expect(new Set(epochs).size).toBe(5);
      const codes = await Promise.all(shares.map((share, at) => codeOf(share.append(0, [entry(`e${at}`)]))));
      expect(codes.map((code) => code === undefined)).toEqual(epochs.map((epoch) => epoch === Math.max(...epochs)));
    });

    it('holds an entry that is larger than any record, and passes over what is none of ours', async () => {
      const options = { ...topicsOfTheirOwn(server), partitions: 1 };
      const ledger = await open(options);
      const share = await ledger.own(0);
      const connection = openConnection(options.kafka);
      const place = { topic: `${options.prefix}.ledger`, partition: 0 };
      const foreign = { key: Buffer.from('x'), value: Buffer.from('{}'), headers: { claim: Buffer.from('{"epoch":"99"}') } };
      await createPartitionProducer({ connection, place, doing: 'disturb' }).produce([foreign]);
      await connection.close();
      const ids = Array.from({ length: 100_000 }, (_, at) => `01JZX${String(at).padStart(21, '0')}`);
      await share.append(0, [entry('large', ids)]);
      const [read] = await (await open(options)).read(0, 0, 10);
      expect(read).toEqual({ ...entry('large', ids), sequence: 1, epoch: share.epoch });
    });

    it('is fed to a process that owns none of it: every entry that counts, once and in its order', async () => {
      const options = { ...topicsOfTheirOwn(server), partitions: 2 };
      const [ledger, other] = [await open(options), await open(options)];
      const feed = await createKafkaLedgerFeed(options);
      expect(await feed.read()).toEqual([]);
      const zombie = await ledger.own(0);
      await zombie.append(0, [entry('a')]);
      const owner = await other.own(0);
      await codeOf(zombie.append(1, [entry('late')]));
      await owner.append(1, [entry('b'), entry('a')]);
      await (
        await other.own(1)
      ).append(0, [
        entry(
          'c',
          Array.from({ length: 50_000 }, (_, at) => `01JZX${at}`),
        ),
      ]);
      const read = [...(await other.read(0, 0, 10)), ...(await other.read(1, 0, 10))];
      expect(read.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
      expect(await feed.read()).toEqual(read);
      expect(await feed.read()).toEqual([]);
      await owner.append(2, [entry('d')]);
      expect((await feed.read()).map(({ id, sequence }) => [id, sequence])).toEqual([['d', 3]]);
      await feed.close();
      expect(await codeOf(feed.read())).toBe('closed');
    });

    it('is refused with another number of partitions than it was made with', async () => {
      const options = topicsOfTheirOwn(server);
      await open({ ...options, partitions: 2 });
      expect(await codeOf(open({ ...options, partitions: 3 }))).toBe('invalid_request');
    });
  });
});
