import { randomBytes } from 'node:crypto';
import type { RealServer } from '@total-recall/ports/testing';
import type { TopicOptions } from '../src/topics/topic-plan.ts';
import type { KafkaSettings } from '../src/wire/kafka-settings.ts';

/** Names topics that no other test uses, on the one broker of all tests. */
export function topicsOfTheirOwn(server: RealServer): TopicOptions & { readonly kafka: KafkaSettings } {
  return { kafka: { brokers: server.url.split(',') }, prefix: `t${randomBytes(6).toString('hex')}`, replication: 1 };
}
