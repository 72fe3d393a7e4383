import { sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import { TotalRecallError, type Health } from '@total-recall/runtime';
import type { ProjectedPartition } from '../erase/erase-deps.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Projector } from '../project/projector.ts';
import { healthOf } from './host-health.ts';
import { createPartition, type Partition } from './partition.ts';
import type { IngestRole } from './partition-role.ts';
import { createRoleTable, type RoleTableDeps } from './role-table.ts';
import { createStallWatch } from './stall-watch.ts';

/** The partitions that this process works on, each with its roles. */
export interface PartitionHost {
  /** Starts the configured roles in every partition. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Starts a role of a partition. No other process may have it at the same time. */
  take(partition: number, role: IngestRole): Promise<void>;
  /** Stops it once the batch under way is done. */
  release(partition: number, role: IngestRole): Promise<void>;
  /**
   * Resolves once everything in the log is folded and searchable, has vectors if there is a model, its recalls are
   * counted, and no decision is open. Errors: `not_caught_up` past the deadline.
   */
  settle(timeoutMs: number): Promise<void>;
  health(): Health;
  /** Returns the projector of a partition. Errors: `unavailable` if another process has it, with its address. */
  projectorOf(partition: number): Promise<Projector>;
  /** Runs between two batches of a partition that is projected here. Errors: `unavailable` if it is not. */
  exclusively<T>(partition: number, work: (projected: ProjectedPartition) => Promise<T>): Promise<T>;
  /** Returns a session as last folded, if its projector has it in memory. */
  saved(address: SessionAddress): SessionState | undefined;
}

export type PartitionHostDeps = RoleTableDeps & Pick<IngestDeps, 'owners' | 'keys'>;

export function createPartitionHost(deps: PartitionHostDeps, config: IngestConfig): PartitionHost {
  const { log, clock, owners } = deps;
  const table = createRoleTable(deps, config);
  const partitions = new Map<number, Partition>();
  let isStarted = false;
  deps.keys.onDestroyed(() => {
    for (const partition of partitions.values()) for (const role of partition.roles()) role.forget?.();
  });
  const watch = createStallWatch(deps, () => [...partitions.values()].filter((one) => one.projector()).map(({ number }) => number));

  function partitionAt(number: number): Partition {
    const partition = partitions.get(number) ?? createPartition(number, table.make);
    partitions.set(number, partition);
    return partition;
  }

  async function projectorOf(number: number): Promise<Projector> {
    const projector = partitions.get(number)?.projector();
    if (projector) return projector;
    throw notHere(await owners?.addressOf(number).catch(() => undefined));
  }

  /** The projector comes first, as the other roles follow it. It may append decisions, which they follow too. */
  async function settle(partition: Partition, untilMs: number): Promise<void> {
    for (let end = await log.end(partition.number), before = -2; end !== before; before = end, end = await log.end(partition.number))
      for (const role of partition.roles().toReversed()) await role.settle?.(end, untilMs - clock.monotonicMs());
  }

  return {
    async start() {
      for (let number = 0; number < log.partitions; number++) for (const role of config.roles) await partitionAt(number).take(role);
      isStarted = true;
      watch.start();
    },
    async stop() {
      isStarted = false;
      table.close();
      await Promise.all([watch.stop(), ...[...partitions.values()].map((partition) => partition.stop()), table.closed()]);
    },
    take: (number, role) => partitionAt(number).take(role),
    release: async (number, role) => partitions.get(number)?.release(role),
    async settle(timeoutMs) {
      const untilMs = clock.monotonicMs() + timeoutMs;
      for (const partition of partitions.values()) if (partition.projector()) await settle(partition, untilMs);
    },
    health: () => healthOf([...partitions.values()], isStarted, watch.stalls()),
    projectorOf,
    exclusively: async (number, work) => (await projectorOf(number)).exclusively(work),
    saved: (address) =>
      partitions
        .get(log.partitionOf(sessionKey(address)))
        ?.projector()
        ?.saved(address),
  };
}

/**
 * Makes the error for a session whose partition another process has or is about to take. `servedBy` in
 * the details is its address.
 */
function notHere(servedBy: string | undefined): TotalRecallError {
  return new TotalRecallError('unavailable', 'The session is compacted by another process at the moment.', {
    retryAfterMs: 1_000,
    ...(servedBy !== undefined && { details: { servedBy } }),
  });
}
