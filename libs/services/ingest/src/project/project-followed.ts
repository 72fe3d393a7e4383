import { NO_MARKS, type Marks } from '@total-recall/domain';
import type { LogRecord } from '@total-recall/ports';
import type { RecentEvents } from '../follow/recent-events.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Compactor } from './compactor.ts';
import type { FillOrder } from './fill-order.ts';
import type { FollowHandlers } from './follow-partition.ts';
import { createIndexGuard } from './index-guard.ts';
import { projectBatch, type ProjectDeps } from './project-batch.ts';
import type { Projection } from './projection.ts';
import type { SetAsideRecords } from './set-aside.ts';

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

export type ProjectFollowedDeps = ProjectDeps & Pick<IngestDeps, 'log' | 'index' | 'marks' | 'clock' | 'observer'>;

/** Creates what a projector does with the records that it follows: it folds them, writes the read model, then moves its marks. */
export function createFollowedProjection(
  deps: ProjectFollowedDeps,
  partition: number,
  { projection, compactor, recent, order, searchable }: ProjectorParts,
  setAside: SetAsideRecords,
): FollowHandlers {
  const guard = createIndexGuard(deps, partition);
  let marks: Marks = NO_MARKS;

  async function advance(reached: Marks): Promise<void> {
    await deps.index.advanceMarks(partition, reached);
    guard.seen();
    deps.marks.moved(partition, reached);
  }

  /** Returns true where writes count as folded before they are found, so that windows need not wait for the refresh. */
  const isFoldedFirst = (): boolean => !order && deps.index.isFoundAtOnce !== true && compactor?.isDue() !== true;

  return {
    async resumed(saved) {
      if (saved.folded < marks.folded) compactor?.replayTo(await deps.log.end(partition));
      await setAside.resumed();
      guard.seen();
      compactor?.resumed(saved);
      order?.resumed(partition, saved.folded);
      projection.cache.clear();
      marks = saved;
      if (saved.searchable < saved.folded) {
        // It ended between the two marks.
        await deps.index.refresh(partition);
        marks = { folded: saved.folded, searchable: saved.folded };
        await advance(marks);
      } else deps.marks.moved(partition, saved);
      deps.observer.resumed?.({ partition, folded: marks.folded, searchable: marks.searchable });
      searchable(marks.searchable);
    },
    async onBatch(records) {
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
    },
    /** Goes past records at the end that are none of the log's, so that nobody waits for them. */
    async onPassed(offset) {
      if (offset <= marks.folded) return;
      await guard.check(marks.folded);
      marks = { folded: offset, searchable: offset };
      await compactor?.folded([], offset, []);
      order?.resumed(partition, offset);
      searchable(offset);
      await compactor?.compactDue();
      await advance(marks);
    },
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
