import type { SessionAddress, SessionState } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { ProjectedPartition } from '../erase/erase-deps.ts';
import { notCaughtUp } from '../follow/not-caught-up.ts';
import { portionsOf } from '../follow/portions-of.ts';
import { withBatchTraces } from '../follow/with-batch-traces.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { PartitionRole } from '../partitions/partition-role.ts';
import type { Compactor } from './compactor.ts';
import { createPartitionFollower, type FollowDeps } from './follow-partition.ts';
import { createFollowedProjection, type ProjectFollowedDeps, type ProjectorParts } from './project-followed.ts';
import type { Projection } from './projection.ts';
import { createSetAsideRecords, type SetAsideDeps } from './set-aside.ts';

/** The projector of one partition: folds, and writes the read model. Its loop is the only mutator. */
export interface Projector extends Required<Pick<PartitionRole, 'start' | 'stop' | 'settle' | 'state'>> {
  readonly name: 'projector';
  /**
   * Compacts as a caller requests, between two batches, unless a decision of the session is not folded yet. Errors:
   * `unavailable` if it has stopped or only fills.
   */
  compact: Compactor['compact'];
  /** Returns a session as this projector last saved it; undefined if it is not cached. */
  saved(address: SessionAddress): SessionState | undefined;
  /** Runs between two batches: meanwhile nothing is folded, written or decided. */
  exclusively<T>(work: (projected: ProjectedPartition) => Promise<T>): Promise<T>;
}

export type ProjectorDeps = ProjectFollowedDeps & FollowDeps & SetAsideDeps & Pick<IngestDeps, 'sealer' | 'tracer'>;

export function createProjector(
  deps: ProjectorDeps,
  { projectBatch: maxRecords }: Pick<IngestConfig, 'projectBatch'>,
  partition: number,
  parts: ProjectorParts,
): Projector {
  const { projection, compactor } = parts;
  const { cache, inTurn } = projection;
  const setAside = createSetAsideRecords(deps, partition);
  const { resumed, onBatch, onPassed } = createFollowedProjection(deps, partition, parts, setAside);
  const follower = createPartitionFollower(deps, partition, {
    maxRecords,
    resumed,
    onPassed: (offset) => inTurn(() => onPassed(offset)),
    async onBatch(records) {
      for (const portion of portionsOf(records))
        await inTurn(() => withBatchTraces(deps, 'project', partition, portion, () => onBatch(portion)));
    },
  });
  return {
    name: 'projector',
    async start() {
      compactor?.replayTo(await deps.log.end(partition));
      await follower.start();
    },
    async stop() {
      compactor?.close();
      await follower.stop();
      await inTurn(async () => undefined);
      await compactor?.closed();
      setAside.close();
    },
    async settle(offset, timeoutMs) {
      if (!(await deps.marks.waitFor(partition, offset, 'searchable', timeoutMs))) throw notCaughtUp();
      await compactor?.idle();
    },
    state: () => ({ failure: follower.failure(), aside: setAside.offsets() }),
    async compact(address, request) {
      const cause = follower.failure();
      if (cause !== undefined) throw new TotalRecallError('unavailable', 'The projector of this session has stopped.', { cause });
      if (!compactor) throw new TotalRecallError('unavailable', 'This process fills an index and compacts no session.');
      return compactor.compact(address, request);
    },
    saved: (address) => cache.held(address),
    exclusively: (work) => inTurn(() => work(projectedOf(projection, compactor))),
  };
}

function projectedOf(projection: Projection, compactor: Compactor | undefined): ProjectedPartition {
  return {
    isPending: (key) => compactor?.isPending(key) ?? false,
    forget() {
      projection.forget();
      compactor?.forget();
    },
    keep: (state) => projection.cache.set(state),
  };
}
