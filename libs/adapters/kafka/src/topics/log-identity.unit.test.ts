import { codeOf } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { isRetriable } from '../wire/kafka-errors.ts';
import type { KafkaConnection } from '../wire/kafka-connection.ts';
import { establishIdentity } from './log-identity.ts';

const LOG = { topic: 'tr.events', partitions: 12 };

interface Written {
  readonly key: Buffer;
  readonly value: Buffer | null;
}

/** A topic in memory. Its broker answers so many fetches as it answers a client over its quota. */
function identityTopic(records: readonly Written[], { throttled = 0, shown = (): boolean => true } = {}) {
  const written = [...records];
  let left = throttled;
  const fetch = async ({ topics: [asked] }: { topics: { partitions: { fetchOffset: string }[] }[] }) => {
    if (left > 0) {
      left -= 1;
      return { clientSideThrottleTime: 1_000, responses: [] };
    }
    const from = Number(asked!.partitions[0]!.fetchOffset);
    const seen = shown() ? written : [];
    const messages = seen.slice(from).map((record, at) => ({
      ...record,
      offset: String(from + at),
      timestamp: '0',
      headers: {},
      batchContext: { firstOffset: String(from + at), lastOffsetDelta: 0 },
    }));
    return { responses: [{ partitions: [{ highWatermark: String(seen.length), messages }] }] };
  };
  const produce = async ({ topicData: [data] }: { topicData: { partitions: { messages: Written[] }[] }[] }) => {
    const first = written.push(...data!.partitions[0]!.messages) - data!.partitions[0]!.messages.length;
    return { topics: [{ partitions: [{ baseOffset: String(first) }] }] };
  };
  const broker = { fetch, produce, initProducerId: async () => ({ producerId: '1', producerEpoch: 0 }) };
  const onLeader = async (place: unknown, run: (of: typeof broker) => Promise<unknown>): Promise<unknown> => {
    try {
      return await run(broker);
    } catch (error) {
      if (!isRetriable(error)) throw error;
      return onLeader(place, run);
    }
  };
  return { written, connection: { onLeader } as unknown as KafkaConnection };
}

const known: Written = { key: Buffer.from(LOG.topic), value: Buffer.from(JSON.stringify({ generation: 'first', partitions: 12 })) };

it.each([0, 1, 2])(
  'a log keeps its generation where the broker answers %d fetches with nothing, as it does over a quota',
  async (throttled) => {
    const { written, connection } = identityTopic([known], { throttled });
    expect(await establishIdentity(connection, 'tr.identity', LOG)).toEqual({ generation: 'first', partitions: 12 });
    expect(written).toEqual([known]);
  },
);

it('a log without a generation gets one, which the topic has', async () => {
  const { written, connection } = identityTopic([]);
  const identity = await establishIdentity(connection, 'tr.identity', LOG);
  expect(written.map(({ value }) => JSON.parse(value!.toString()) as unknown)).toEqual([identity]);
});

it('a process whose own record cannot be read yet has no generation of its own', async () => {
  const { connection } = identityTopic([], { shown: () => false });
  expect(await codeOf(establishIdentity(connection, 'tr.identity', LOG))).toBe('unavailable');
});
