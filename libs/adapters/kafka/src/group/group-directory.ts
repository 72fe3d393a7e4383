import kafkajs, { type Admin, type GroupDescription } from 'kafkajs';
import { createSystemClock } from '@total-recall/runtime';
import { toPortError } from '../wire/kafka-errors.ts';
import { kafkaConfig, type KafkaSettings } from '../wire/kafka-settings.ts';

/** Who has which partition, as the brokers know it. */
export interface GroupDirectory {
  /** Where the owner of a partition said that it answers; undefined where nobody has it, or its owner said nothing. Errors: `unavailable`. */
  addressOf(partition: number): Promise<string | undefined>;
  close(): Promise<void>;
}

/** So that many who ask at once ask the brokers once; an owner that went is known as gone by then. */
const KEEP_MS = 1_000;

/** Looks members of a group up; it need not be one of them. Connects with the first question. */
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
