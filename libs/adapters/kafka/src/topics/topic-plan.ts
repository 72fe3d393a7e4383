/** Required settings of a topic. A service creates the topic, or refuses to start when it differs. */
export interface TopicPlan {
  readonly topic: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

export interface TopicOptions {
  /** Prefix of every topic's name. Default: `tr`. */
  readonly prefix?: string;
  /** Replicas of each partition. Default: 3. */
  readonly replication?: number;
  /**
   * Time that replaced records of a table may stay, until the next record lets the broker compact them; entries that
   * were dropped may stay for 24 times as long. Default: one hour.
   */
  readonly compactionLagMs?: number;
}

/** Limit of a broker's message. A batch has at most 1 MB of records, so headers and compression overhead fit. */
const MAX_MESSAGE_BYTES = String(2 * 1024 * 1024);
const KEPT_FOR_EVER = { 'cleanup.policy': 'delete', 'retention.ms': '-1', 'retention.bytes': '-1' };
/** Every compaction copies all that stays, so it waits for more to remove than with a table. */
const COMPACTED_RARELY = { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.5' };
const DAY_IN_HOURS = 24;
const COMPACTED = { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.1' };

/** Settings of every topic. An acknowledged record must not be lost by electing a replica that lacks it. */
const settingsOf = (replication: number): Record<string, string> => ({
  'max.message.bytes': MAX_MESSAGE_BYTES,
  'min.insync.replicas': replication > 1 ? '2' : '1',
  'unclean.leader.election.enable': 'false',
});

export interface TopicPlans {
  readonly replication: number;
  /** Topic that records the creator of each log and its number of partitions; the first record of a name counts. */
  readonly identity: TopicPlan;
  log(name: 'events' | 'ledger', partitions: number): TopicPlan;
  table(name: 'keys' | 'control'): TopicPlan;
  /** Topic of the audit as earlier versions wrote it; its owner moves what stands there to `entries`. */
  history(name: 'audit'): TopicPlan;
  /** Topic of records that each stay under a key of their own until that is removed. */
  entries(name: 'audit-entries'): TopicPlan;
  /** Topic of the records that a consumer could not process, with the reason, kept for 30 days. */
  parked(source: string): TopicPlan;
}

export function planTopics(options: TopicOptions = {}): TopicPlans {
  const { prefix = 'tr', replication = 3, compactionLagMs = 3_600_000 } = options;
  const common = settingsOf(replication);
  const kept = (name: string, partitions: number): TopicPlan => ({
    topic: `${prefix}.${name}`,
    partitions,
    config: { ...common, ...KEPT_FOR_EVER },
  });
  return {
    replication,
    identity: kept('identity', 1),
    log: kept,
    table: (name) => ({
      topic: `${prefix}.${name}`,
      partitions: 1,
      config: { ...common, ...COMPACTED, 'max.compaction.lag.ms': String(compactionLagMs) },
    }),
    history: (name) => kept(name, 1),
    entries: (name) => ({
      topic: `${prefix}.${name}`,
      partitions: 1,
      config: { ...common, ...COMPACTED_RARELY, 'max.compaction.lag.ms': String(DAY_IN_HOURS * compactionLagMs) },
    }),
    parked: (source) => ({
      topic: `${source}.dlq`,
      partitions: 1,
      config: { ...common, 'cleanup.policy': 'delete', 'retention.ms': String(30 * 86_400_000) },
    }),
  };
}
