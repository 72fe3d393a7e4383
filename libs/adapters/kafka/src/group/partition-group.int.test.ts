import kafkajs from 'kafkajs';
import { codeOf, onRealServer } from '@total-recall/ports/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { openCluster } from '../inner/open-cluster.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics } from '../topics/topic-plan.ts';
import { kafkaConfig } from '../wire/kafka-settings.ts';
import { createGroupDirectory } from './group-directory.ts';
import { joinPartitionGroup, type PartitionGroup } from './partition-group.ts';

const ALL = [0, 1, 2, 3];

interface Coordinators {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  findGroupCoordinator(of: { readonly groupId: string }): Promise<{
    leaveGroup(member: { readonly groupId: string; readonly memberId: string }): Promise<unknown>;
  }>;
}
const groups: PartitionGroup[] = [];
afterEach(async () => {
  await Promise.all(groups.splice(0).map((group) => group.leave()));
});

await onRealServer('kafka', (server) => {
  /** Creates a member that records its calls in order. */
  async function member(topics: ReturnType<typeof topicsOfTheirOwn>, failing = 0, address?: string) {
    const told: string[] = [];
    const epochs = new Map<number, number>();
    const failures: unknown[] = [];
    const group = await joinPartitionGroup({
      kafka: topics.kafka,
      topic: `${topics.prefix}.events`,
      groupId: `${topics.prefix}.projectors`,
      sessionTimeoutMs: 6_000,
      ...(address !== undefined && { address }),
      onFailure: (error) => failures.push(error),
      owner: {
        take: async (partition, epoch) => {
          if (failing-- > 0) throw new Error('cannot yet');
          epochs.set(partition, epoch);
          told.push(`+${partition}`);
        },
        release: async (partition) => void told.push(`-${partition}`),
      },
    });
    groups.push(group);
    return { group, told, epochs, failures };
  }
  const topicOf = async (topics: ReturnType<typeof topicsOfTheirOwn>): Promise<void> =>
    ensureTopics(topics.kafka, [planTopics(topics).log('events', 4)], 1);
  /** Has the group drop its members, as it does with those that it has not heard of for long. */
  async function dropMembers(topics: ReturnType<typeof topicsOfTheirOwn>): Promise<void> {
    const groupId = `${topics.prefix}.projectors`;
    const admin = new kafkajs.Kafka(kafkaConfig(topics.kafka)).admin();
    await admin.connect();
    const { groups: described } = await admin.describeGroups([groupId]);
    await admin.disconnect();
    const cluster = openCluster(kafkaConfig(topics.kafka)) as unknown as Coordinators;
    await cluster.connect();
    const coordinator = await cluster.findGroupCoordinator({ groupId });
    for (const { memberId } of described.flatMap(({ members }) => members)) await coordinator.leaveGroup({ groupId, memberId });
    await cluster.disconnect();
  }
  const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 20 });

  describe('a group that shares partitions', () => {
    it('says where the owner of each answers', async () => {
      const topics = topicsOfTheirOwn(server);
      await topicOf(topics);
      const group = { groupId: `${topics.prefix}.projectors`, topic: `${topics.prefix}.events` };
      const directory = createGroupDirectory({ kafka: topics.kafka, ...group });
      try {
        const [one, other] = [await member(topics, 0, 'one:1'), await member(topics, 0, 'other:2')];
        await until(() => expect([...one.group.owned(), ...other.group.owned()].sort()).toEqual(ALL));
        const addresses = () => Promise.all(ALL.map((partition) => directory.addressOf(partition)));
        const owners = ALL.map((partition) => (one.group.owned().includes(partition) ? 'one:1' : 'other:2'));
        await expect.poll(addresses, { timeout: 30_000 }).toEqual(owners);
        await other.group.leave();
        await expect.poll(addresses, { timeout: 30_000 }).toEqual(ALL.map(() => 'one:1'));
        await one.group.leave();
        await expect.poll(addresses, { timeout: 30_000 }).toEqual(ALL.map(() => undefined));
      } finally {
        await directory.close();
      }
    });

    it('gives each partition to one member, and all of them back to who is left', async () => {
      const topics = topicsOfTheirOwn(server);
      await topicOf(topics);
      const one = await member(topics);
      await until(() => expect(one.told).toEqual(['+0', '+1', '+2', '+3']));
      const other = await member(topics);
      await until(() => expect([...one.group.owned(), ...other.group.owned()].sort()).toEqual(ALL));
      expect(other.group.owned()).toHaveLength(2);
      const [mine] = one.group.owned() as [number];
      const [lost] = other.group.owned() as [number];
      expect(one.group.isCurrent(lost, one.epochs.get(lost)!)).toBe(false);
      expect(await one.group.commit(mine, one.epochs.get(mine)!, 7)).toBe(true);
      expect(await one.group.commit(lost, one.epochs.get(lost)!, 9)).toBe(false);
      const before = one.epochs.get(lost)!;
      await other.group.leave();
      await until(() => expect(one.group.owned()).toEqual(ALL));
      // The partition came back under a new epoch, so work from before does not count as current.
      await until(() => expect(one.epochs.get(lost)).toBeGreaterThan(before));
      expect(await one.group.commit(lost, before, 9)).toBe(false);
      const admin = new kafkajs.Kafka(kafkaConfig(topics.kafka)).admin();
      await admin.connect();
      const [committed] = await admin.fetchOffsets({ groupId: `${topics.prefix}.projectors`, topics: [`${topics.prefix}.events`] });
      await admin.disconnect();
      const offsets = committed!.partitions.filter(({ offset }) => offset !== '-1').map(({ partition, offset }) => [partition, offset]);
      expect(offsets).toEqual([[mine, '7']]);
      await one.group.leave();
      expect(await codeOf(one.group.commit(mine, one.epochs.get(mine)!, 8))).toBe('closed');
      expect([...one.told].sort().filter((step) => step.startsWith('-')).length).toBeGreaterThanOrEqual(6);
    });

    it('takes its partitions anew where the group had dropped the member, as others may have had them', async () => {
      const topics = topicsOfTheirOwn(server);
      await topicOf(topics);
      const one = await member(topics);
      const taken = ['+0', '+1', '+2', '+3'];
      await until(() => expect(one.told).toEqual(taken));
      const before = one.epochs.get(0)!;
      await dropMembers(topics);
      await until(() => expect(one.told).toEqual([...taken, '-0', '-1', '-2', '-3', ...taken]));
      expect(one.group.isCurrent(0, before)).toBe(false);
      expect(one.group.owned()).toEqual(ALL);
    });

    it('takes nothing any more once it leaves, though the partitions are shared out anew meanwhile', async () => {
      const topics = topicsOfTheirOwn(server);
      await topicOf(topics);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const told: number[] = [];
      const leaver = await joinPartitionGroup({
        kafka: topics.kafka,
        topic: `${topics.prefix}.events`,
        groupId: `${topics.prefix}.projectors`,
        sessionTimeoutMs: 6_000,
        onFailure: () => undefined,
        owner: { take: async (partition) => void told.push(partition), release: () => released },
      });
      groups.push(leaver);
      await until(() => expect(told.length).toBe(4));
      const leaving = leaver.leave();
      const other = await member(topics);
      await until(() => expect(other.epochs.size).toBeGreaterThan(0));
      release();
      await leaving;
      expect([leaver.owned(), told.length]).toEqual([[], 4]);
      await until(() => expect(other.group.owned()).toEqual(ALL));
    });

    it('joins again where the client has given up for good', async () => {
      const topics = topicsOfTheirOwn(server);
      await topicOf(topics);
      // A member with another protocol makes the group refuse new members in a way that the client does not retry.
      const other = new kafkajs.Kafka(kafkaConfig(topics.kafka)).consumer({
        groupId: `${topics.prefix}.projectors`,
        partitionAssigners: [(config) => ({ ...kafkajs.PartitionAssigners.roundRobin(config), name: 'Other' })],
      });
      const { GROUP_JOIN } = other.events;
      const isIn = new Promise<void>((resolve) => void other.on(GROUP_JOIN, () => resolve()));
      await other.connect();
      await other.subscribe({ topic: `${topics.prefix}.events` });
      await other.run({ eachBatch: async () => undefined });
      await isIn;
      let failed = 0;
      const joining = joinPartitionGroup({
        kafka: topics.kafka,
        topic: `${topics.prefix}.events`,
        groupId: `${topics.prefix}.projectors`,
        onFailure: () => (failed += 1),
        owner: { take: async () => undefined, release: async () => undefined },
      });
      await until(() => expect(failed).toBeGreaterThan(0));
      await other.disconnect();
      const group = await joining;
      groups.push(group);
      await until(() => expect(group.owned()).toEqual(ALL));
    });

    it('says what an owner failed of, and lets him try again', async () => {
      const topics = topicsOfTheirOwn(server);
      await topicOf(topics);
      const { failures, told } = await member(topics, 5);
      await until(() => expect([...told].sort()).toEqual(['+0', '+1', '+2', '+3']));
      expect(failures).toHaveLength(5);
    });
  });
});
