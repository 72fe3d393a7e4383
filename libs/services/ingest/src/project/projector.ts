import { NO_MARKS, type CompactionRequest, type Marks, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { LogRecord } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { ProjectedPartition } from '../erase/erase-deps.ts';
import { notCaughtUp } from '../follow/not-caught-up.ts';
import type { RecentEvents } from '../follow/recent-events.ts';
import { withBatchTraces } from '../follow/with-batch-traces.ts';
import type { IngestConfig, IngestDeps } from '../ingest-deps.ts';
import type { PartitionRole } from '../partitions/partition-role.ts';
import type { Compactor } from './compactor.ts';
import type { Decided } from './decide.ts';
import type { FillOrder } from './fill-order.ts';
import { createPartitionFollower, type FollowDeps } from './follow-partition.ts';
import { createIndexGuard } from './index-guard.ts';
import { projectBatch, type ProjectDeps } from './project-batch.ts';
import type { Projection } from './projection.ts';
import { createSetAsideRecords, type SetAsideDeps } from './set-aside.ts';

/** The projector of one partition: folds, and writes the read model. Its loop is the only mutator. */
export interface Projector extends Required<Pick<PartitionRole, 'start' | 'stop' | 'settle' | 'state'>> {
  readonly name: 'projector';
  /** Compacts as a caller requests, between two batches. Errors: `unavailable` if it has stopped or only fills. */
  compact(address: SessionAddress, request: CompactionRequest): Promise<Decided>;
  /** Returns a session as this projector last saved it; undefined if it is not cached. */
  saved(address: SessionAddress): SessionState | undefined;
  /** Runs between two batches: meanwhile nothing is folded, written or decided. */
  exclusively<T>(work: (projected: ProjectedPartition) => Promise<T>): Promise<T>;
}

/** Parts that work with a projector. */
export interface ProjectorParts {
  readonly projection: Projection;
  /** Absent if the index is only filled. */
  readonly compactor?: Compactor;
  /** Called with accepted events, before others learn of the new offset. */
  readonly recent?: RecentEvents;
  /** Set when an index is filled beside the one that is read. */
  readonly order?: FillOrder;
  /** Called with the progress of the index. */
  readonly searchable: (offset: number) => void;
}

export type ProjectorDeps = ProjectDeps &
  FollowDeps &
  SetAsideDeps &
  Pick<IngestDeps, 'log' | 'index' | 'sealer' | 'marks' | 'clock' | 'observer' | 'tracer'>;

export function createProjector(
  deps: ProjectorDeps,
  { projectBatch: maxRecords }: Pick<IngestConfig, 'projectBatch'>,
  partition: number,
  { projection, compactor, recent, order, searchable }: ProjectorParts,
): Projector {
  const setAside = createSetAsideRecords(deps, partition);
  const guard = createIndexGuard(deps, partition);
  const { cache, inTurn } = projection;
  let marks: Marks = NO_MARKS;

  async function advance(reached: Marks): Promise<void> {
    await deps.index.advanceMarks(partition, reached);
    guard.seen();
    deps.marks.moved(partition, reached);
  }

  /** Returns true where writes count as folded before they are found, so that windows need not wait for the refresh. */
  const isFoldedFirst = (): boolean => !order && deps.index.isFoundAtOnce !== true && compactor?.isDue() !== true;

  async function onBatch(records: LogRecord[]): Promise<void> {
    const startedMs = deps.clock.monotonicMs();
    await guard.check(marks.folded);
    const memory = { ...projection, calls: projection.calls(), sketches: compactor?.sketches };
    const { sessions, begun, events, aside } = await projectBatch(deps, memory, partition, records, order);
    await setAside.put(aside);
    const offset = records.at(-1)!.position.offset;
    const { searchable: found } = marks;
    marks = { folded: offset, searchable: offset };
    await compactor?.folded(sessions, offset, begun);
    if (isFoldedFirst()) await advance({ folded: offset, searchable: found });
    await deps.index.refresh(partition);
    recent?.note(events);
    searchable(offset);
    // Decisions come before the marks: callers who wait for the marks then append after the decision, so a session is
    // the same however fast its callers are (I-15).
    await compactor?.compactDue();
    await advance(marks);
    await reportBatch(deps, partition, records, startedMs);
  }

  /** Goes past records at the end that are none of the log's, so that nobody waits for them. */
  async function onPassed(offset: number): Promise<void> {
    if (offset <= marks.folded) return;
    await guard.check(marks.folded);
    marks = { folded: offset, searchable: offset };
    await compactor?.folded([], offset, []);
    order?.resumed(partition, offset);
    searchable(offset);
    await compactor?.compactDue();
    await advance(marks);
  }

  const follower = createPartitionFollower(deps, partition, {
    maxRecords,
    async resumed(saved) {
      if (saved.folded < marks.folded) compactor?.replayTo(await deps.log.end(partition));
      await setAside.resumed();
      guard.seen();
      compactor?.resumed(saved);
      order?.resumed(partition, saved.folded);
      cache.clear();
      marks = saved;
      if (saved.searchable < saved.folded) {
        // It ended between the two marks.
        await deps.index.refresh(partition);
        marks = { folded: saved.folded, searchable: saved.folded };
        await advance(marks);
      } else deps.marks.moved(partition, saved);
      searchable(marks.searchable);
    },
    onPassed: (offset) => inTurn(() => onPassed(offset)),
    onBatch: (records) => inTurn(() => withBatchTraces(deps, 'project', partition, records, () => onBatch(records))),
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

async function reportBatch(
  { log, clock, observer }: Pick<IngestDeps, 'log' | 'clock' | 'observer'>,
  partition: number,
  records: readonly LogRecord[],
  startedMs: number,
): Promise<void> {
  const { offset } = records.at(-1)!.position;
  const seconds = (clock.monotonicMs() - startedMs) / 1000;
  observer.projected({
    partition,
    records: records.length,
    offset,
    behind: (await log.end(partition)) - offset,
    seconds,
    oldestRecordedAt: records[0]!.envelope.recordedAt,
  });
}
