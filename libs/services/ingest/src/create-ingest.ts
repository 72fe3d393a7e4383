import { encodePosition, sessionKey, type ContextCompacted, type SessionAddress } from '@total-recall/domain';
import type { CompactResult, Ingest } from '@total-recall/ports';
import { createUlidFactory, TotalRecallError, type Component, type Health } from '@total-recall/runtime';
import { createSessionGate, type SessionGate } from './append/session-gate.ts';
import { createAppender } from './append/append-events.ts';
import { notCaughtUp } from './append/not-caught-up.ts';
import { createArchiveRole } from './archive/archive-role.ts';
import { createDemandRole } from './demand/demand-role.ts';
import { createOldVectorDropper } from './embed/drop-old-vectors.ts';
import { createVectorProgress } from './embed/vector-progress.ts';
import { createEmbedRole, type EmbedRole } from './embed/embed-role.ts';
import { startMarkFeed, type MarkFeed } from './embed/mark-feed.ts';
import type { IndexFollower } from './follow/index-follower.ts';
import { createRecentEvents } from './follow/recent-events.ts';
import type { ProjectedPartition } from './erase/erase-deps.ts';
import { DEFAULT_INGEST_CONFIG, type IngestConfig, type IngestDeps } from './ingest-deps.ts';
import { createFillOrder } from './project/fill-order.ts';
import { createProjector, type Projector } from './project/projector.ts';
import { createTaskStateUpdater } from './task-state/update-task-state.ts';

/**
 * Work on one partition: `project` folds and indexes it, with all roles that follow the index;
 * `embed` makes its vectors.
 */
export type IngestRole = 'project' | 'embed';

export type IngestService = Ingest &
  Required<Omit<Component, 'health'>> & {
    health(): Health;
    /** Starts a role of a partition, if `partitions` is `taken`. No other process may have it at the same time. */
    take(partition: number, role: IngestRole): Promise<void>;
    /** Stops it once the batch under way is done. */
    release(partition: number, role: IngestRole): Promise<void>;
    /**
     * Resolves once everything in the log is folded and searchable, has vectors if there is a model, its recalls are
     * counted, and no decision is open. Errors: `not_caught_up` past the deadline.
     */
    settle(timeoutMs: number): Promise<void>;
    /** Closes sessions to appends of this process and runs `work` once none is under way. */
    withoutAppends: SessionGate['withoutAppends'];
    /** Runs between two batches of a partition that is projected here. Errors: `unavailable` if it is not. */
    exclusively<T>(partition: number, work: (projected: ProjectedPartition) => Promise<T>): Promise<T>;
  };

/** Creates the ingest service: the only append, and the projector of every partition. */
export function createIngest(deps: IngestDeps, settings: Partial<IngestConfig> = {}): IngestService {
  const config = { ...DEFAULT_INGEST_CONFIG, ...settings };
  const newId = createUlidFactory(deps);
  const projectors = new Map<number, Projector>();
  const embedders = new Map<number, EmbedRole>();
  const followers = new Map<number, readonly IndexFollower[]>();
  const order = config.fills ? createFillOrder(deps) : undefined;
  const dropper = deps.vectors && createOldVectorDropper(deps, deps.vectors);
  const feeds = new Map<number, MarkFeed>();
  /** Prefers the state in the projector's memory: states reach hundreds of kilobytes, and every append needs one. */
  const loadFolded = (address: SessionAddress) =>
    projectors.get(deps.log.partitionOf(sessionKey(address)))?.saved(address) ?? deps.sessions.load(address);

  async function project(partition: number): Promise<void> {
    if (projectors.has(partition)) return;
    const recent = createRecentEvents();
    const others = [
      ...(deps.demand && !config.fills ? [createDemandRole(deps, deps.demand, config, { partition, recent })] : []),
      ...(deps.archive && !config.fills ? [createArchiveRole(deps, deps.archive, config, partition)] : []),
    ];
    const ownRole = () => embedders.get(partition);
    const { vectorsOf } = config;
    const isShared = config.partitions === 'taken' && vectorsOf !== null;
    const embed = isShared ? createVectorProgress(deps, { partition, model: vectorsOf, role: ownRole }) : ownRole();
    const projector = createProjector(deps, config, partition, { embed, others, recent, ...(order && { order }) });
    followers.set(partition, others);
    projectors.set(partition, projector);
    for (const role of others) role.start();
    try {
      await projector.start();
    } catch (error) {
      await release(partition, 'project');
      throw error;
    }
  }

  /** Starts the embed role of a partition. If another process projects it, the role polls the mark of the index. */
  function embed(partition: number): void {
    if (!deps.vectors || embedders.has(partition)) return;
    const role = createEmbedRole(deps, deps.vectors, config, partition, (model) =>
      dropper?.caughtUp(partition, deps.log.partitions, model),
    );
    embedders.set(partition, role);
    role.start();
    if (config.partitions === 'all') return;
    feeds.set(partition, startMarkFeed(deps, partition, { role, lookMs: config.embedLookMs }));
  }

  const take = async (partition: number, role: IngestRole): Promise<void> => (role === 'project' ? project(partition) : embed(partition));

  async function release(partition: number, role: IngestRole): Promise<void> {
    if (role === 'project') {
      const roles = [projectors.get(partition), ...(followers.get(partition) ?? [])];
      projectors.delete(partition);
      followers.delete(partition);
      await Promise.all(roles.map((one) => one?.stop()));
    } else {
      const own = embedders.get(partition);
      feeds.get(partition)?.cancel();
      for (const held of [feeds, embedders]) held.delete(partition);
      await own?.stop();
    }
  }
  const addressOf = async (partition: number): Promise<string | undefined> => deps.owners?.addressOf(partition).catch(() => undefined);
  let started = false;
  const gate = createSessionGate();
  const enter = <T>(address: SessionAddress, run: () => Promise<T>): Promise<T> =>
    gate.enter(address, () => (deps.closed ? deps.closed.enter(address, run) : run()));
  const append = createAppender(deps, config, { newId, loadFolded });
  const updateTaskState = createTaskStateUpdater(deps, config, newId);

  return {
    name: 'ingest',
    append: (request) => enter(request, () => append(request)),
    updateTaskState: (request) => enter(request, () => updateTaskState(request)),
    withoutAppends: (sessions, work) => gate.withoutAppends(sessions, work),
    policy: async (address) => (await deps.policies.resolve(address)).policy,
    async compact(request) {
      const partition = deps.log.partitionOf(sessionKey(request));
      if (!projectors.has(partition)) throw notHere(await addressOf(partition));
      const end = await deps.log.lastOffset(sessionKey(request));
      if (end < 0) throw new TotalRecallError('not_found', 'There is no such session.');
      if (!(await deps.marks.waitFor(partition, end, 'folded', config.foldTimeoutMs))) throw notCaughtUp();
      const projector = projectors.get(partition);
      if (!projector) throw notHere(await addressOf(partition));
      const decided = await projector.compact(request, request);
      if (decided.kind === 'stopped') return decided;
      if (!(await deps.marks.waitFor(partition, decided.offset, 'folded', config.foldTimeoutMs))) throw notCaughtUp();
      return toResult(decided.record, encodePosition({ generation: deps.log.generation, partition, offset: decided.offset }));
    },
    take,
    release,
    async exclusively(partition, work) {
      const projector = projectors.get(partition);
      if (!projector) throw notHere(await addressOf(partition));
      return projector.exclusively(work);
    },
    async start() {
      if (config.partitions === 'all')
        for (let partition = 0; partition < deps.log.partitions; partition++) {
          embed(partition);
          await project(partition);
        }
      started = true;
    },
    async stop() {
      started = false;
      order?.close();
      for (const feed of feeds.values()) feed.cancel();
      // The projectors stop first, so that no compaction is decided without the vectors it waits for.
      const others = [...embedders.values(), ...[...followers.values()].flat(), ...(dropper ? [dropper] : [])];
      await Promise.all([...projectors.values(), ...others].map((role) => role.stop()));
    },
    async settle(timeoutMs) {
      const until = deps.clock.monotonicMs() + timeoutMs;
      for (const [partition, projector] of projectors) {
        for (let end = await deps.log.end(partition), before = -2; end !== before; before = end, end = await deps.log.end(partition)) {
          if (!(await deps.marks.waitFor(partition, end, 'searchable', until - deps.clock.monotonicMs()))) throw notCaughtUp();
          await projector.idle();
          await settleVectors(embedders.get(partition), end, until - deps.clock.monotonicMs());
          for (const follower of followers.get(partition) ?? [])
            if (!(await follower.waitFor(end, until - deps.clock.monotonicMs()))) throw notCaughtUp();
        }
      }
    },
    health() {
      // Missing vectors do not make the service unready.
      const failed = [...projectors].filter(([, projector]) => projector.failure() !== undefined).map(([partition]) => partition);
      if (failed.length > 0) return { ready: false, detail: `the projector of partition ${failed.join(', ')} stopped` };
      if (!started) return { ready: false, detail: 'not started' };
      const aside = asideOf(projectors);
      const behind = [...embedders.values()].reduce((sum, embed) => sum + embed.behind(), 0);
      const late = behind === 0 ? '' : `; ${behind} records have no vectors yet`;
      if (aside !== undefined) return { ready: true, isDegraded: true, detail: `degraded: ${aside}${late}` };
      return late === '' ? { ready: true } : { ready: true, detail: `ok${late}` };
    },
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

/** Waits for the vectors of a partition, unless the model cannot be loaded. */
async function settleVectors(embed: EmbedRole | undefined, end: number, timeoutMs: number): Promise<void> {
  if (embed === undefined) return;
  const isThere = await embed.waitFor({ from: 0, to: end }, timeoutMs, { forModel: true });
  if (!isThere && embed.isAble()) throw notCaughtUp();
}

function toResult(record: ContextCompacted, position: string): CompactResult {
  const marker = record.made[0]?.marker;
  return {
    kind: 'compacted',
    cycle: record.cycle,
    freedTokens: record.tokensBefore - record.tokensAfter,
    evictedEvents: record.evicted.length,
    shrunkEvents: record.shrunk.length,
    ...(marker ? { marker } : {}),
    position,
  };
}

const NAMED_OFFSETS = 10;

/** Describes the records that projectors set aside, with the first offsets; undefined if there are none. */
function asideOf(projectors: ReadonlyMap<number, Projector>): string | undefined {
  const parts = [...projectors].flatMap(([partition, projector]) => {
    const offsets = projector.aside();
    if (offsets.length === 0) return [];
    const named = offsets.slice(0, NAMED_OFFSETS).join(', ');
    return `${offsets.length} records of partition ${partition} are set aside, at offsets ${named}${offsets.length > NAMED_OFFSETS ? ', ...' : ''}`;
  });
  return parts.length === 0 ? undefined : parts.join('; ');
}
