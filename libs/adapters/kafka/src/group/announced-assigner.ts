import kafkajs, { type PartitionAssigner } from 'kafkajs';

/** Creates an assigner that spreads partitions evenly, as kafkajs does, and tells the group the member's address. */
export function announcedAssigner(address: string): PartitionAssigner {
  return (config) => {
    const { name, version, ...assigner } = kafkajs.PartitionAssigners.roundRobin(config);
    const userData = Buffer.from(address);
    return {
      ...assigner,
      name,
      version,
      protocol: ({ topics }) => ({ name, metadata: kafkajs.AssignerProtocol.MemberMetadata.encode({ version, topics, userData }) }),
    };
  };
}
