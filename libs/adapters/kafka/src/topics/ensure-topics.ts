import kafkajs, { type Admin } from 'kafkajs';
import { createSystemRandom, createSystemScheduler, retry, TotalRecallError } from '@total-recall/runtime';
import { isNotThere, isRetriable, toPortError } from '../wire/kafka-errors.ts';
import { kafkaConfig, REACH_WITHIN_MS, type KafkaSettings } from '../wire/kafka-settings.ts';
import { isUnanswered, isUnreached, noBroker } from '../wire/unreached-broker.ts';
import type { TopicPlan } from './topic-plan.ts';

const CREATE_TIMEOUT_MS = 30_000;
const DEADLINE_MS = 60_000;
const BACK_OFF = { attempts: 1_000, firstDelayMs: 100, maxDelayMs: 1_000 };

/**
 * Creates missing topics and checks existing ones: partitions, replicas, and every setting of the plan. Several
 * processes may do so at once. Errors: `invalid_request`, naming all differences and the remedy; `unavailable`.
 */
export async function ensureTopics(settings: KafkaSettings, plans: readonly TopicPlan[], replication: number): Promise<void> {
  const admin = new kafkajs.Kafka(kafkaConfig(settings)).admin();
  const { reachWithinMs = REACH_WITHIN_MS } = settings;
  const untilDone = <T>(act: () => Promise<T>, isPassing: (error: unknown) => boolean, withinMs: number): Promise<T> => {
    const deadline = performance.now() + withinMs;
    return retry(
      act,
      { scheduler: createSystemScheduler(), random: createSystemRandom() },
      { policy: BACK_OFF, retriable: (error) => isPassing(error) && performance.now() < deadline },
    );
  };
  try {
    // Brokers may start after us.
    await untilDone(() => admin.connect(), isNotThere, reachWithinMs).catch((error: unknown) => {
      throw isUnreached(error) ? noBroker(settings, reachWithinMs, error) : error;
    });
    // One that has just created a topic may answer before the others know it.
    const differences = await untilDone(() => makeAndCompare(admin, plans, replication), isRetriable, DEADLINE_MS);
    if (differences.length > 0)
      throw new TotalRecallError(
        'invalid_request',
        `Topics are not as required: ${differences.join('; ')}. Change them with Kafka's own tools, or name another prefix; partitions of a log never change.`,
        { details: { differences } },
      );
  } catch (error) {
    throw isUnanswered(error) ? noBroker(settings, reachWithinMs, error) : toPortError(error, 'make or check the topics');
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

async function makeAndCompare(admin: Admin, plans: readonly TopicPlan[], replication: number): Promise<string[]> {
  const existing = new Set(await admin.listTopics());
  const missing = plans.filter(({ topic }) => !existing.has(topic));
  if (missing.length > 0) await createTopics(admin, missing, replication);
  return findDrift(admin, plans, replication);
}

async function createTopics(admin: Admin, plans: readonly TopicPlan[], replication: number): Promise<void> {
  await admin.createTopics({
    timeout: CREATE_TIMEOUT_MS,
    waitForLeaders: true,
    topics: plans.map(({ topic, partitions, config }) => ({
      topic,
      numPartitions: partitions,
      replicationFactor: replication,
      configEntries: Object.entries(config).map(([name, value]) => ({ name, value })),
    })),
  });
}

/**
 * Describes the differences between topics and their plans for the operator. More replicas than planned are accepted.
 */
async function findDrift(admin: Admin, plans: readonly TopicPlan[], replication: number): Promise<string[]> {
  const { topics } = await admin.fetchTopicMetadata({ topics: plans.map(({ topic }) => topic) });
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: plans.map(({ topic, config }) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name: topic,
      configNames: Object.keys(config),
    })),
  });
  return plans.flatMap((plan) => {
    const found = topics.find(({ name }) => name === plan.topic)?.partitions ?? [];
    const copies = Math.min(...found.map(({ replicas }) => replicas.length));
    const values = new Map(
      resources
        .find(({ resourceName }) => resourceName === plan.topic)
        ?.configEntries.map((entry) => [entry.configName, entry.configValue]),
    );
    return [
      ...(found.length === plan.partitions ? [] : [`${plan.topic} has ${found.length} partitions, not ${plan.partitions}`]),
      ...(copies >= replication ? [] : [`${plan.topic} has ${copies} copies of each partition, not ${replication}`]),
      ...Object.entries(plan.config).flatMap(([name, value]) =>
        values.get(name) === value ? [] : [`${plan.topic} has ${name}=${values.get(name)}, not ${value}`],
      ),
    ];
  });
}
