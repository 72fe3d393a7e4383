import kafkajs, { type PartitionAssigner } from 'kafkajs';

/** Shares partitions evenly, as kafkajs does by itself, and tells the group where the member answers. */
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
