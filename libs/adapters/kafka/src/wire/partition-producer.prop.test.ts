import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRetriable, toPortError } from './kafka-errors.ts';
import type { WireBroker } from '../inner/wire-broker.ts';
import type { KafkaConnection } from './kafka-connection.ts';
import { createLogEnds } from '../event-log/log-ends.ts';
import { createPartitionProducer } from './partition-producer.ts';

/** Outcome of one request. */
type Fate = 'answered' | 'answer lost' | 'request lost' | 'refused' | 'identity forgotten';
const FATES: readonly Fate[] = ['answered', 'answer lost', 'request lost', 'refused', 'identity forgotten'];
const ATTEMPTS = 3;

interface Sent {
  readonly producerId: string;
  readonly topicData: readonly {
    readonly partitions: readonly { readonly firstSequence: number; readonly messages: readonly { readonly key: Buffer }[] }[];
  }[];
}

const record = (key: string) => [{ key: Buffer.from(key), value: null }];
const failure = (fields: object): Error => Object.assign(new Error('failed'), { retriable: true, ...fields });

/**
 * Creates a broker like Kafka's: it identifies a producer by its last batch, and takes the same sequence numbers for a
 * repeat.
 */
function createBroker(fates: readonly Fate[]) {
  const log: string[] = [];
  const known = new Map<string, { next: number; last?: { first: number; count: number; offset: number } }>();
  let [identities, request] = [0, 0];
  const write = (producerId: string, first: number, keys: readonly string[]): number => {
    const state = known.get(producerId);
    if (state?.last && state.last.first === first && state.last.count === keys.length) return state.last.offset;
    if (first !== (state?.next ?? 0)) throw failure({ type: 'OUT_OF_ORDER_SEQUENCE_NUMBER', retriable: false });
    const offset = log.length;
    log.push(...keys);
    known.set(producerId, { next: first + keys.length, last: { first, count: keys.length, offset } });
    return offset;
  };
  const broker = {
    initProducerId: async () => ({ producerId: String(identities++), producerEpoch: 0 }),
    produce: async ({ producerId, topicData }: Sent) => {
      const { firstSequence, messages } = topicData[0]!.partitions[0]!;
      const fate = fates[request++] ?? 'answered';
      if (fate === 'request lost') throw failure({ name: 'KafkaJSConnectionClosedError' });
      if (fate === 'refused') throw failure({ type: 'NOT_LEADER_FOR_PARTITION' });
      // Kafka forgets the state after a day without a batch, never while a first batch is being repeated.
      if (fate === 'identity forgotten' && firstSequence > 0) {
        known.delete(producerId);
        throw failure({ type: 'UNKNOWN_PRODUCER_ID', retriable: false });
      }
      const baseOffset = write(
        producerId,
        firstSequence,
        messages.map(({ key }) => key.toString()),
      );
      if (fate === 'answer lost') throw failure({ name: 'KafkaJSRequestTimeoutError' });
      return { topics: [{ partitions: [{ baseOffset: String(baseOffset) }] }] };
    },
  };
  const onLeader: KafkaConnection['onLeader'] = async (_place, run, { doing }) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(broker as unknown as WireBroker);
      } catch (error) {
        if (attempt === ATTEMPTS || !isRetriable(error)) throw toPortError(error, doing);
      }
    }
  };
  return { log, connection: { onLeader } as KafkaConnection };
}

describe('a producer of one partition', () => {
  it('has every acknowledged batch where it said, whole, and twice only where it was made twice', async () => {
    const plans = fc.array(fc.constantFrom(...FATES), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(plans, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 12 }), async (fates, sizes) => {
        const { log, connection } = createBroker(fates);
        const producer = createPartitionProducer({ connection, place: { topic: 't', partition: 0 }, doing: 'append' });
        let end = 0;
        for (const [batch, size] of sizes.entries()) {
          const keys = Array.from({ length: size }, (_, index) => `${batch}.${index}`);
          const records = keys.map((key) => ({ key: Buffer.from(key), value: null }));
          const first = await producer.produce(records).catch(() => undefined);
          if (first === undefined) continue;
          expect(log.slice(first, first + size)).toEqual(keys);
          expect(first).toBeGreaterThanOrEqual(end);
          end = first + size;
        }
        expect(new Set(log).size).toBe(log.length);
      }),
    );
  });

  it('writes nothing more where the broker came back without what it had acknowledged', async () => {
    const { log, connection } = createBroker([]);
    const producer = createPartitionProducer({ connection, place: { topic: 't', partition: 0 }, doing: 'append' });
    for (const key of ['a', 'b', 'c']) await producer.produce(record(key));
    expect(producer.refusal()).toBeUndefined();
    log.length = 1;
    const isLost = { code: 'unavailable', message: expect.stringMatching(/went on at offset 1, and had records up to 2/) };
    await expect(producer.produce(record('d'))).rejects.toMatchObject(isLost);
    await expect(producer.produce(record('e'))).rejects.toMatchObject(isLost);
    expect(log).toEqual(['a', 'd']);
    expect(producer.refusal()).toMatchObject(isLost);
  });

  it('acknowledges nothing below what it has heard of, whoever wrote it', async () => {
    const { log, connection } = createBroker([]);
    const place = { topic: 't', partition: 0 };
    const ends = createLogEnds(async () => new Map([[0, log.length]]));
    const other = createPartitionProducer({ connection, place, doing: 'append' });
    const producer = createPartitionProducer({ connection, place, doing: 'append', knownEnd: () => ends.known(0) });
    for (const key of ['a', 'b', 'c']) await other.produce(record(key));
    expect(await producer.produce(record('d'))).toBe(3);
    for (const key of ['e', 'f']) await other.produce(record(key));
    expect(await ends.end(0)).toBe(5);
    log.length = 4;
    await expect(producer.produce(record('g'))).rejects.toThrow(/went on at offset 4, and had records up to 5/);
  });

  it('acknowledges a batch that was sent again and stands before what others wrote meanwhile', async () => {
    const { log, connection } = createBroker(['answer lost']);
    const place = { topic: 't', partition: 0 };
    const ends = createLogEnds(async () => new Map());
    const other = createPartitionProducer({ connection, place, doing: 'append' });
    const onResend = (): void => {
      log.push('of another');
      ends.raise(0, log.length - 1);
    };
    const producer = createPartitionProducer({ connection, place, doing: 'append', onResend, knownEnd: () => ends.known(0) });
    expect(await producer.produce(record('a'))).toBe(0);
    expect(await other.produce(record('b'))).toBe(2);
    expect(await producer.produce(record('c'))).toBe(3);
  });

  it('sends a batch that may be written again under the same numbers, and never under another identity', async () => {
    const { log, connection } = createBroker(['answered', 'answer lost', 'identity forgotten']);
    const producer = createPartitionProducer({ connection, place: { topic: 't', partition: 0 }, doing: 'append' });
    expect(await producer.produce(record('a'))).toBe(0);
    await expect(producer.produce(record('b'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(await producer.produce(record('c'))).toBe(2);
    expect(log).toEqual(['a', 'b', 'c']);
  });
});
