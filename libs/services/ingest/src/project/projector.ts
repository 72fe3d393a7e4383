import { sessionKey, type CompactionDemand, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { LogRecord } from '@total-recall/ports';
import { createCallReader, createTurns, TotalRecallError } from '@total-recall/runtime';
import type { EmbedView } from '../embed/embed-mark.ts';
import type { ProjectedPartition } from '../erase/erase-deps.ts';
import { inTraces } from '../follow/in-traces.ts';
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
import { createPartitionAside } from './set-aside.ts';

/** The projector of one partition: folds, writes the read model, decides compactions. Its loop is the only mutator. */
export interface Projector {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A compaction on demand, decided between two batches. */
  compact(address: SessionAddress, demand: CompactionDemand): Promise<Decided>;
  failure(): unknown;
  /** Offsets of what could not be worked off, in their order. */
  aside(): readonly number[];
  /** A session as this projector last saved it; undefined where it does not hold it. */
  saved(address: SessionAddress): SessionState | undefined;
  /** Runs between two batches: nothing is folded, written or decided meanwhile. */
  exclusively<T>(work: (projected: ProjectedPartition) => Promise<T>): Promise<T>;
  /** Resolves once the batch or demand under way, its decision and those that wait for vectors included, is through. */
  idle(): Promise<void>;
}

/** What goes with a projector: roles that follow the index. What `embed` has not reached is not evicted, unless it takes too long. */
export interface Followers {
  readonly embed?: EmbedView;
  readonly others?: readonly IndexFollower[];
  /** Told what is accepted, before followers are told how far the index is. */
  readonly recent?: RecentEvents;
  /** Where an index is filled beside the one that is read. */
  readonly order?: FillOrder;
}

/** For how long a projector takes it that the index is as it left it. */
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
  const setAside = createPartitionAside(deps, partition);
  // Batches and demands.
  const inTurn = createTurns();
  const decisions = createSessionDecisions(deps, config, { at, embed, inTurn });
  const followers = embed ? [embed, ...others] : others;
  const tellFollowers = (offset: number): void => followers.forEach((follower) => follower.searchable(offset));
  let logEndAtStart = -1;
  let seenMs = -Infinity;

  /** An index that was lost and made anew must not be written on with, as if what came before were in it. */
  async function checkIndex(): Promise<void> {
    if (deps.clock.monotonicMs() - seenMs < SEEN_MS) return;
    const { folded } = await deps.index.marks(partition);
    if (folded < at.marks.folded)
      throw new TotalRecallError('unavailable', `The index of partition ${partition} was lost. It is filled again from the log.`);
  }

  /** A session that cannot be looked at is due again with its next event, and holds up no other. */
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
    // Before the marks: who waits for them appends after what was decided, and a session becomes the same however fast its callers are (I-15).
    if (offset >= logEndAtStart) for (const address of due.take()) await decisions.whenEmbedded(address, offset);
    await deps.index.setMarks(partition, at.marks);
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
      // Decisions on what is folded once more stand in the log.
      if (saved.folded < at.marks.folded) logEndAtStart = await deps.log.end(partition);
      await setAside.resumed();
      seenMs = deps.clock.monotonicMs();
      // How far vectors are is known from their role; a mark of a time when they were on holds nothing back.
      at.marks = saved;
      order?.resumed(partition, saved.folded);
      at.cache = createSessionCache(deps, config.sessionEntries);
      tellFollowers(saved.searchable);
      deps.marks.moved(partition, saved);
    },
    onBatch: (records) => inTurn(() => inTraces(deps, 'project', partition, records, () => onBatch(records))),
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
    async compact(address, demand) {
      const cause = follower.failure();
      if (cause !== undefined) throw new TotalRecallError('unavailable', 'The projector of this session has stopped.', { cause });
      return decisions.demand(address, demand);
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

/** The batch under way may find more that has to wait. */
async function untilIdle(decisions: SessionDecisions, inTurn: ReturnType<typeof createTurns>): Promise<void> {
  do {
    await decisions.settled();
    await inTurn(async () => undefined);
  } while (decisions.waiting() > 0);
}
