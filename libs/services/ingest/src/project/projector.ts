import { sessionKey, type CompactionRequest, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { LogRecord } from '@total-recall/ports';
import { createCallReader, createSerialQueue, TotalRecallError } from '@total-recall/runtime';
import type { VectorProgress } from '../embed/vector-progress.ts';
import type { ProjectedPartition } from '../erase/erase-deps.ts';
import { withBatchTraces } from '../follow/with-batch-traces.ts';
import type { IndexFollower } from '../follow/index-follower.ts';
import type { RecentEvents } from '../follow/recent-events.ts';
import type { IngestConfig, IngestDeps } from '../ingest-deps.ts';
import type { Decided } from './decide.ts';
import { createSessionDecisions, type FoldedPartition, type SessionDecisions } from './decide-sessions.ts';
import { createDueSessions } from './due-sessions.ts';
import type { FillOrder } from './fill-order.ts';
import { createPartitionFollower } from './follow-partition.ts';
import { projectBatch } from './project-batch.ts';
import { createSketchCache } from './sketch-cache.ts';
import { createSessionCache } from './session-cache.ts';
import { createSetAsideRecords } from './set-aside.ts';

/** The projector of one partition: folds, writes the read model, decides compactions. Its loop is the only mutator. */
export interface Projector {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Compacts as a caller requests, between two batches. */
  compact(address: SessionAddress, request: CompactionRequest): Promise<Decided>;
  failure(): unknown;
  /** Returns the offsets of records that were set aside, in order. */
  aside(): readonly number[];
  /** Returns a session as this projector last saved it; undefined if it is not cached. */
  saved(address: SessionAddress): SessionState | undefined;
  /** Runs between two batches: meanwhile nothing is folded, written or decided. */
  exclusively<T>(work: (projected: ProjectedPartition) => Promise<T>): Promise<T>;
  /** Resolves once the batch or demand under way is done, with its decision and those that wait for vectors. */
  idle(): Promise<void>;
}

/**
 * Roles that follow a projector's index. Entries that `embed` has not reached are not evicted,
 * unless it takes too long.
 */
export interface Followers {
  readonly embed?: VectorProgress;
  readonly others?: readonly IndexFollower[];
  /** Called with accepted events, before followers learn of the new offset. */
  readonly recent?: RecentEvents;
  /** Set when an index is filled beside the one that is read. */
  readonly order?: FillOrder;
}

/** Time between two checks that the index still has what was written, in milliseconds. */
const SEEN_MS = 1_000;

export function createProjector(
  deps: IngestDeps,
  config: IngestConfig,
  partition: number,
  { embed, others = [], recent, order }: Followers = {},
): Projector {
  const at: FoldedPartition = {
    cache: createSessionCache(deps, config.sessionEntries),
    sketches: createSketchCache(deps, config.sketchCache),
    marks: { folded: -1, searchable: -1 },
  };
  let calls = createCallReader(deps);
  const refusals = new Map<number, number>();
  const memoryOf = () => ({ cache: at.cache, calls, refusals, ...(config.fills ? {} : { sketches: at.sketches }) });
  const due = createDueSessions(deps);
  const setAside = createSetAsideRecords(deps, partition);
  // Runs batches and demands one after the other.
  const inTurn = createSerialQueue();
  const decisions = createSessionDecisions(deps, config, { at, embed, inTurn });
  const followers = embed ? [embed, ...others] : others;
  const tellFollowers = (offset: number): void => followers.forEach((follower) => follower.searchable(offset));
  let logEndAtStart = -1;
  let seenMs = -Infinity;

  /** Fails if the index was lost and created again: continuing would leave a gap in it. */
  async function checkIndex(): Promise<void> {
    if (deps.clock.monotonicMs() - seenMs < SEEN_MS) return;
    const { folded } = await deps.index.marks(partition);
    if (folded < at.marks.folded)
      throw new TotalRecallError('unavailable', `The index of partition ${partition} was lost. It is filled again from the log.`);
  }

  /** Notes a session that is due. A failure must not delay other sessions; the session's next event brings it back. */
  async function noteDue(state: SessionState): Promise<void> {
    try {
      await due.note(state, decisions.isPending(sessionKey(state)));
    } catch (error) {
      deps.observer.failed('decide', error);
    }
  }

  async function onBatch(records: LogRecord[]): Promise<void> {
    const startedMs = deps.clock.monotonicMs();
    await checkIndex();
    const { sessions, events, aside } = await projectBatch(deps, memoryOf(), partition, records, order);
    await setAside.put(aside);
    const offset = records.at(-1)!.position.offset;
    at.marks = { folded: offset, searchable: offset };
    decisions.folded(offset);
    if (!config.fills) for (const state of sessions) await noteDue(state);
    recent?.note(events);
    tellFollowers(offset);
    // Decisions come before the marks: callers who wait for the marks then append after the decision, so a session is
    // the same however fast its callers are (I-15).
    if (offset >= logEndAtStart) for (const address of due.take()) await decisions.whenEmbedded(address, offset);
    await deps.index.advanceMarks(partition, at.marks);
    seenMs = deps.clock.monotonicMs();
    deps.marks.moved(partition, at.marks);
    const seconds = (deps.clock.monotonicMs() - startedMs) / 1000;
    deps.observer.projected({
      partition,
      records: records.length,
      offset,
      behind: (await deps.log.end(partition)) - offset,
      seconds,
      oldestRecordedAt: records[0]!.envelope.recordedAt,
    });
  }

  const follower = createPartitionFollower(deps, partition, {
    maxRecords: config.projectBatch,
    async resumed(saved) {
      // The log already holds decisions about the records that are folded again.
      if (saved.folded < at.marks.folded) logEndAtStart = await deps.log.end(partition);
      await setAside.resumed();
      seenMs = deps.clock.monotonicMs();
      // The progress of vectors comes from their role; an old mark from when they were on must not block eviction.
      at.marks = saved;
      order?.resumed(partition, saved.folded);
      at.cache = createSessionCache(deps, config.sessionEntries);
      tellFollowers(saved.searchable);
      deps.marks.moved(partition, saved);
    },
    onBatch: (records) => inTurn(() => withBatchTraces(deps, 'project', partition, records, () => onBatch(records))),
  });

  return {
    async start() {
      logEndAtStart = await deps.log.end(partition);
      await follower.start();
    },
    async stop() {
      decisions.close();
      await follower.stop();
      await inTurn(async () => undefined);
      await decisions.settled();
      await decisions.checked();
      setAside.close();
    },
    async compact(address, request) {
      const cause = follower.failure();
      if (cause !== undefined) throw new TotalRecallError('unavailable', 'The projector of this session has stopped.', { cause });
      return decisions.onRequest(address, request);
    },
    failure: () => follower.failure(),
    aside: () => setAside.offsets(),
    saved: (address) => at.cache.held(address),
    exclusively: (work) =>
      inTurn(() =>
        work({
          isPending: (key) => decisions.isPending(key),
          forget: () => {
            at.cache = createSessionCache(deps, config.sessionEntries);
            at.sketches = createSketchCache(deps, config.sketchCache);
            calls = createCallReader(deps);
          },
          keep: (state) => at.cache.set(state),
        }),
      ),
    idle: () => untilIdle(decisions, inTurn),
  };
}

/** Repeats, because the batch under way may add decisions that wait. */
async function untilIdle(decisions: SessionDecisions, inTurn: ReturnType<typeof createSerialQueue>): Promise<void> {
  do {
    await decisions.settled();
    await inTurn(async () => undefined);
  } while (decisions.waiting() > 0);
}
