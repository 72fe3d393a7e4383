import type { Embedder } from '@total-recall/ports';
import { isEmbedderFull, TotalRecallError, untilAborted } from '@total-recall/runtime';
import { withBatchTraces } from '../follow/with-batch-traces.ts';
import { readUpTo } from '../follow/read-up-to.ts';
import { createRoleLoop, type FollowingRole, type RoleLoop } from '../follow/role-loop.ts';
import { notCaughtUp } from '../follow/not-caught-up.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps, IngestVectors } from '../ingest-deps.ts';
import type { PartitionRole } from '../partitions/partition-role.ts';
import { createBatchEmbedder, type BatchEmbedder, type BatchEmbedderConfig, type BatchEmbedderDeps } from './embed-batch.ts';
import { createOwedLook, embedOwed, OWED_LOOK_MS, untilNoneOwed, type OwedLook } from './embed-owed.ts';
import { createEmbedSchedule, type EmbedSchedule } from './embed-schedule.ts';

/** Makes the vectors of one partition, behind its projector. */
export interface EmbedRole extends FollowingRole, Required<Pick<PartitionRole, 'settle' | 'state'>> {
  readonly name: 'embed';
  /**
   * Returns the offset up to which everything from `offset` on has durable vectors of the current model;
   * -1 before one is loaded.
   */
  reachedFrom(offset: number): number;
  /** Returns true when a model is loaded. */
  isAble(): boolean;
  /**
   * Waits until a range of offsets has vectors; resolves to false if the time runs out. Without a model it resolves to
   * false at once, or waits too with `forModel`.
   */
  waitFor(
    range: { readonly from: number; readonly to: number },
    timeoutMs: number,
    options?: { readonly forModel?: boolean },
  ): Promise<boolean>;
}

/** Loading of a model does not signal this role, so it polls for it. */
const LOOK_MS = 100;

export type EmbedRoleDeps = BatchEmbedderDeps & Pick<IngestDeps, 'log' | 'scheduler' | 'random' | 'clock' | 'observer' | 'tracer'>;

type EmbedRoleConfig = BatchEmbedderConfig & Pick<IngestConfig, 'embedLingerMs' | 'embedFreshRecords' | 'embedRecords'>;

/**
 * Follows the index in bounded batches, so that a slow embedder delays nothing else; the log is the queue. The
 * checkpoint moves after the vectors are durable: a crash repeats a batch, which changes nothing. `onCaughtUp` is
 * called, with the model, each time nothing is left to do. Source: architecture §3, E8.
 */
export function createEmbedRole(
  deps: EmbedRoleDeps,
  vectors: IngestVectors,
  config: EmbedRoleConfig,
  partition: number,
  onCaughtUp?: (model: string) => void,
): EmbedRole {
  let schedule: EmbedSchedule | undefined;
  /** Offset up to which an earlier process made vectors. */
  let made = -1;
  const owedLook = createOwedLook(deps.clock);
  const { loop, role } = createRoleLoop(deps, (own) => ({
    async run() {
      // Told before there is a model, so that vectors that stand still for lack of one show.
      await own.untilItWorks(tellMark);
      const embedder = interruptible(await vectors.embedder.whenReady(own.stopping), own.stopping);
      const embedBatch = createBatchEmbedder(deps, vectors, config, embedder, partition);
      const work = { deps, vectors, config, partition, model: embedder.model, embedBatch, owedLook, onCaughtUp };
      while (!own.stopping.aborted) {
        const current = (schedule = await own.untilItWorks(() => resume(work, own)));
        tellBehind();
        own.signal.changed();
        await follow(work, current, own);
      }
    },
    failed(error) {
      const isFull = isEmbedderFull(error);
      vectors.observer?.failed?.(isFull ? 'busy' : error instanceof TotalRecallError ? error.code : 'internal');
      if (!isFull) deps.observer.failed('embed', error);
    },
  }));

  async function tellMark(): Promise<void> {
    const { embedded = -1 } = await deps.index.marks(partition);
    made = embedded;
    vectors.observer?.resumed?.({ partition, offset: embedded });
    tellBehind();
  }

  function tellBehind(): void {
    if (!loop.stopping.aborted) vectors.observer?.waiting?.({ partition, behind: behind() });
  }

  const lookSoon = (): void => {
    owedLook.soon();
    loop.signal.changed();
  };
  const reachedFrom = (offset: number): number => schedule?.reachedFrom(offset) ?? -1;
  // Without a model all new records are behind, and nobody can wait for them.
  const behind = (): number => schedule?.behind(loop.searchable()) ?? Math.max(0, loop.searchable() - made);
  const isAble = (): boolean => vectors.embedder.current() !== undefined;
  const waitFor: EmbedRole['waitFor'] = async ({ from, to }, timeoutMs, { forModel = false } = {}) => {
    const isHopeless = (): boolean => loop.stopping.aborted || (!isAble() && (!forModel || vectors.embedder.failing()));
    await loop.signal.until(() => reachedFrom(from) >= to || isHopeless(), { timeoutMs, lookMs: LOOK_MS });
    return reachedFrom(from) >= to;
  };
  return {
    ...role,
    name: 'embed',
    reachedFrom,
    isAble,
    waitFor,
    searchable(offset) {
      role.searchable(offset);
      tellBehind();
    },
    state: () => ({ behind: behind() }),
    async settle(offset, timeoutMs) {
      const untilMs = deps.clock.monotonicMs() + timeoutMs;
      const isThrough = await waitFor({ from: 0, to: offset }, timeoutMs, { forModel: true });
      if (isThrough) await untilNoneOwed(deps, { vectors, partition, wake: lookSoon, untilMs });
      else if (isAble()) throw notCaughtUp();
    },
  };
}

interface EmbedWork {
  readonly deps: EmbedRoleDeps;
  readonly vectors: IngestVectors;
  readonly config: EmbedRoleConfig;
  readonly partition: number;
  readonly model: string;
  readonly embedBatch: BatchEmbedder;
  readonly owedLook: OwedLook;
  readonly onCaughtUp: ((model: string) => void) | undefined;
}

async function resume({ deps, vectors, config, partition, model }: EmbedWork, loop: RoleLoop): Promise<EmbedSchedule> {
  // Announces the model before its first vector, by which an index that several processes share knows which came later.
  await vectors.index.setProgress(partition, model, -1);
  const reached = await vectors.index.progress(partition, model);
  // A crash may have come between writing the progress and the mark.
  if (reached >= 0) await deps.index.advanceMarks(partition, { folded: -1, searchable: -1, embedded: reached });
  // The projector may not have reported yet how far the index came before this start.
  const { searchable } = await deps.index.marks(partition);
  return createEmbedSchedule(reached, Math.max(searchable, loop.searchable()), {
    freshAfter: config.embedFreshRecords,
    records: config.embedRecords,
  });
}

/** Makes vectors until the role is stopped, or the store has lost some that were made. */
async function follow(work: EmbedWork, schedule: EmbedSchedule, loop: RoleLoop): Promise<void> {
  while (!loop.stopping.aborted) {
    if (work.owedLook.isDue()) await loop.untilItWorks(() => embedSomeOwed(work));
    if (schedule.behind(loop.searchable()) === 0) await rest(work, schedule, loop);
    else if (!(await loop.untilItWorks(() => embedNext(work, schedule, loop)))) return;
  }
}

/** Waits for new records, and then a moment for more: one batch of ten costs less than ten of one. */
async function rest({ deps, config, model, owedLook, onCaughtUp }: EmbedWork, schedule: EmbedSchedule, loop: RoleLoop): Promise<void> {
  const { signal, stopping, searchable } = loop;
  if (searchable() >= 0 && schedule.reached() >= searchable()) onCaughtUp?.(model);
  const before = searchable();
  const isOver = (): boolean => searchable() > before || owedLook.isDue() || stopping.aborted;
  await signal.until(isOver, { timeoutMs: OWED_LOOK_MS, lookMs: OWED_LOOK_MS });
  if (searchable() === before) return owedLook.soon();
  await deps.scheduler.delay(config.embedLingerMs, stopping).catch(() => undefined);
}

async function embedSomeOwed({ deps, vectors, config, partition, embedBatch, owedLook }: EmbedWork): Promise<void> {
  const mayBeMore = await embedOwed({ index: deps.index, vectors, partition, embedBatch, events: config.embedRecords });
  if (!mayBeMore) owedLook.later();
}

/** Makes the next vectors; resolves to false where the store has lost some that were made before. */
async function embedNext(work: EmbedWork, schedule: EmbedSchedule, loop: RoleLoop): Promise<boolean> {
  const { deps, vectors, partition, embedBatch } = work;
  const range = schedule.next(loop.searchable());
  if (!range) return true;
  const startedMs = deps.clock.monotonicMs();
  const records = await readUpTo(deps.log, partition, range.from, range.upTo);
  const documents = await withBatchTraces(deps, 'embed', partition, records, () =>
    embedBatch(records, range.mayHaveVectors ? 'some' : 'none'),
  );
  const before = schedule.reached();
  schedule.done(range, records.at(-1)?.position.offset ?? range.upTo);
  const offset = schedule.reached();
  // Repeated by itself, since the schedule has moved on and a repeat of the batch would take the next one.
  if (offset > before && !(await loop.untilItWorks(() => saveProgress(work, before, offset)))) return false;
  const oldestRecordedAt = range.lane === 'oldest' ? records[0]?.envelope.recordedAt : undefined;
  vectors.observer?.embedded?.({
    partition,
    lane: range.lane,
    records: records.length,
    documents,
    offset,
    behind: schedule.behind(loop.searchable()),
    ...(oldestRecordedAt === undefined ? {} : { oldestRecordedAt }),
    seconds: (deps.clock.monotonicMs() - startedMs) / 1000,
  });
  loop.signal.changed();
  return true;
}

/**
 * Saves that all up to `offset` has vectors; resolves to false where the store has less than was saved `before`: the
 * vectors were dropped, or are to be made again.
 */
async function saveProgress({ deps, vectors, partition, model }: EmbedWork, before: number, offset: number): Promise<boolean> {
  if ((await vectors.index.progress(partition, model)) < before) return false;
  await vectors.index.setProgress(partition, model, offset);
  await deps.index.advanceMarks(partition, { folded: -1, searchable: -1, embedded: offset });
  return true;
}

/** Wraps an embedder so that a hanging call ends with the signal. */
function interruptible(embedder: Embedder, signal: AbortSignal): Embedder {
  const { model, dimensions, tokenDimensions } = embedder;
  const stopped = (): Error => new TotalRecallError('closed', 'The embed role was stopped.');
  return {
    model,
    dimensions,
    tokenDimensions,
    close: () => embedder.close(),
    embed: (inputs, options) => untilAborted(embedder.embed(inputs, options), signal, stopped),
  };
}
