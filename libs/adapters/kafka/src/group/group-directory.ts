import kafkajs, { type Admin, type GroupDescription } from 'kafkajs';
import { createSystemClock } from '@total-recall/runtime';
import { toPortError } from '../wire/kafka-errors.ts';
import { kafkaConfig, type KafkaSettings } from '../wire/kafka-settings.ts';

/** Looks up the owners of partitions at the brokers. */
export interface GroupDirectory {
  /**
   * Returns the address that the owner of a partition announced; undefined without an owner or an address. Errors:
   * `unavailable`.
   */
  addressOf(partition: number): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Time for which an answer is cached, so that many requests ask the brokers once. A departed owner is known as gone by
 * then.
 */
const KEEP_MS = 1_000;

/** Creates a directory of the members of a group, without being one of them. Connects on first use. */
export function createGroupDirectory(options: {
  readonly kafka: KafkaSettings;
  readonly groupId: string;
  readonly topic: string;
}): GroupDirectory {
  const { kafka, groupId, topic } = options;
  const admin = new kafkajs.Kafka(kafkaConfig(kafka)).admin();
  const clock = createSystemClock();
  let connected: Promise<void> | undefined;
  let known: { readonly addresses: Promise<ReadonlyMap<number, string>>; readonly untilMs: number } | undefined;

  async function ask(): Promise<ReadonlyMap<number, string>> {
    try {
      await (connected ??= admin.connect());
      const { groups } = await admin.describeGroups([groupId]);
      return addressesIn(groups, topic);
    } catch (error) {
      connected = undefined;
      known = undefined;
      throw toPortError(error, 'look up who has a partition');
    }
  }
  return {
    async addressOf(partition) {
      if (!known || clock.monotonicMs() >= known.untilMs) known = { addresses: ask(), untilMs: clock.monotonicMs() + KEEP_MS };
      return (await known.addresses).get(partition);
    },
    close: () => disconnect(admin),
  };
}

async function disconnect(admin: Admin): Promise<void> {
  await admin.disconnect().catch(() => undefined);
}

function addressesIn(groups: readonly GroupDescription[], topic: string): ReadonlyMap<number, string> {
  const { MemberAssignment, MemberMetadata } = kafkajs.AssignerProtocol;
  const addresses = new Map<number, string>();
  for (const { memberMetadata, memberAssignment } of groups.flatMap(({ members }) => members)) {
    const address = memberMetadata.length > 0 ? MemberMetadata.decode(memberMetadata)?.userData.toString() : undefined;
    const assignment = memberAssignment.length > 0 ? MemberAssignment.decode(memberAssignment)?.assignment : undefined;
    if (address) for (const partition of assignment?.[topic] ?? []) addresses.set(partition, address);
  }
  return addresses;
}
