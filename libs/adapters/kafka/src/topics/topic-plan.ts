/** A topic as it has to be. A service makes it, or refuses to start where it is another. */
export interface TopicPlan {
  readonly topic: string;
  readonly partitions: number;
  readonly config: Readonly<Record<string, string>>;
}

export interface TopicOptions {
  /** Before every topic's name, `tr` where absent. */
  readonly prefix?: string;
  /** Copies of each partition. 3. */
  readonly replication?: number;
  /** How long what was replaced in a table may wait for the broker to take it away, once more was written. An hour. */
  readonly compactionLagMs?: number;
}

/** A batch is at most 1 MB of records; headers and a codec that adds a little stay far below this. */
const MAX_MESSAGE_BYTES = String(2 * 1024 * 1024);
const KEPT_FOR_EVER = { 'cleanup.policy': 'delete', 'retention.ms': '-1', 'retention.bytes': '-1' };
const COMPACTED = { 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.1' };

/** What every topic has: no acknowledged record is lost by electing a copy that lacks it. */
const settingsOf = (replication: number): Record<string, string> => ({
  'max.message.bytes': MAX_MESSAGE_BYTES,
  'min.insync.replicas': replication > 1 ? '2' : '1',
  'unclean.leader.election.enable': 'false',
});

export interface TopicPlans {
  readonly replication: number;
  /** Who made the logs, and with how many partitions: the first record of a name counts. */
  readonly identity: TopicPlan;
  log(name: 'events' | 'ledger', partitions: number): TopicPlan;
  table(name: 'keys' | 'control'): TopicPlan;
  history(name: 'audit'): TopicPlan;
  /** Records that a consumer could not work off, with the reason, for 30 days. */
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
    parked: (source) => ({
      topic: `${source}.dlq`,
      partitions: 1,
      config: { ...common, 'cleanup.policy': 'delete', 'retention.ms': String(30 * 86_400_000) },
    }),
  };
}
