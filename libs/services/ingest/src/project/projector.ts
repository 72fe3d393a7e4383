import {
  overWindow,
  sessionKey,
  type CompactionTrigger,
  type ContextCompacted,
  type Marks,
  type SessionAddress,
  type SessionState,
} from '@total-recall/domain';
import type { LogRecord, LogSubscription } from '@total-recall/ports';
import { backoffMs, DEFAULT_RETRY, TotalRecallError } from '@total-recall/runtime';
import type { EmbedView } from '../embed/embed-mark.ts';
import type { IndexFollower } from '../follow/index-follower.ts';
import type { IngestConfig, IngestDeps } from '../ingest-deps.ts';
import { decideCompaction, type Decided } from './decide.ts';
import { inTraces } from '../follow/in-traces.ts';
import { createDueSessions } from './due-sessions.ts';
import { projectBatch } from './project-batch.ts';
import { createSessionCache } from './session-cache.ts';
import { selfCheck } from './self-check.ts';

/** The projector of one partition: folds, writes the read model, decides compactions. Its loop is the only mutator. */
export interface Projector {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A compaction on demand, decided between two batches. */
  compact(address: SessionAddress, trigger: CompactionTrigger, targetTokens?: number): Promise<Decided>;
  failure(): unknown;
  /** Resolves once the batch or demand under way, its decision and those that wait for vectors included, is through. */
  idle(): Promise<void>;
}

/** Of what stands in the window: nothing older can be evicted. */
function oldestOffset({ entries }: SessionState): number {
  return entries.reduce((oldest, { offset }) => Math.min(oldest, offset), Infinity);
}

function isRetriable(error: unknown): boolean {
  return error instanceof TotalRecallError && (error.code === 'unavailable' || error.code === 'not_caught_up');
}

/** Roles that follow the index. What `embed` has not reached is not evicted, unless it takes too long. */
export interface Followers {
  readonly embed?: EmbedView;
  readonly others?: readonly IndexFollower[];
}

export function createProjector(
  deps: IngestDeps,
  config: IngestConfig,
  partition: number,
  { embed, others = [] }: Followers = {},
): Projector {
  let cache = createSessionCache(deps, config.sessionCache);
  let stopped = false;
  // Decisions appended but not folded yet, by session: the offset they stand at.
  const pending = new Map<string, number>();
  const due = createDueSessions(deps);
  let logEndAtStart = -1;
  const checks = new Set<Promise<void>>();
  // Sessions whose decision waits for vectors.
  const waiting = new Map<string, { readonly decided: Promise<void>; hurry(): void }>();
  const allDecided = async (): Promise<void> => void (await Promise.all([...waiting.values()].map(({ decided }) => decided)));
  let marks: Marks = { folded: -1, searchable: -1 };
  let subscription: LogSubscription | undefined;
  let failure: unknown;
  // Batches and demands take turns here.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const result = turn.then(run);
    turn = result.catch(() => undefined);
    return result;
  };

  async function decide(state: SessionState, trigger: CompactionTrigger, targetTokens?: number, inTime = true): Promise<Decided> {
    const key = sessionKey(state);
    const bounded: Marks = embed === undefined || !inTime ? marks : { ...marks, embedded: embed.reachedFrom(oldestOffset(state)) };
    const decided = await decideCompaction(deps, { state, marks: bounded, trigger, targetTokens });
    if (!inTime && decided.kind === 'appended') deps.vectors?.observer?.overtaken?.(embed?.isAble() ? 'behind' : 'no_model');
    if (decided.kind === 'appended') {
      pending.set(key, decided.offset);
      if (config.selfCheckProbes > 0) checkLater(state, decided.record as ContextCompacted);
    }
    return decided;
  }

  function checkLater(state: SessionState, record: ContextCompacted): void {
    const check = selfCheck(deps, state, record, config.selfCheckProbes).catch((error: unknown) =>
      deps.observer.failed('self-check', error),
    );
    checks.add(check);
    void check.finally(() => checks.delete(check));
  }

  /** One session's decision that fails must not stop the others; it is due again with its next event. */
  async function decideOrReport(address: SessionAddress, inTime = true): Promise<void> {
    try {
      await decide(await cache.get(address), 'threshold', undefined, inTime);
    } catch (error) {
      deps.observer.failed('decide', error);
    }
  }

  /**
   * At once, or beside the loop when the vectors of what may be evicted are there, or have taken too long. A session that does not fit its
   * window any more is not kept waiting: whoever asks for the window is.
   */
  async function decideWhenEmbedded(address: SessionAddress, offset: number): Promise<void> {
    if (embed === undefined) return decideOrReport(address);
    const key = sessionKey(address);
    const state = await cache.get(address);
    const isFull = overWindow(state, (await deps.policies.resolve(state)).policy);
    const before = waiting.get(key);
    if (before) return isFull ? before.hurry() : undefined;
    const from = oldestOffset(state);
    if (embed.reachedFrom(from) >= offset) return decideOrReport(address);
    if (isFull) return decideOrReport(address, false);
    const full = Promise.withResolvers<false>();
    const inTime = Promise.race([embed.waitFor({ from, to: offset }, config.embedWaitMs), full.promise]);
    const decided = inTime.then((isInTime) =>
      inTurn(async () => {
        waiting.delete(key);
        if (!stopped && !pending.has(key)) await decideOrReport(address, isInTime);
      }),
    );
    waiting.set(key, { decided, hurry: () => full.resolve(false) });
  }

  async function onBatch(records: LogRecord[]): Promise<void> {
    const startedMs = deps.clock.monotonicMs();
    const { sessions } = await projectBatch(deps, cache, partition, records);
    const offset = records.at(-1)!.position.offset;
    marks = { folded: offset, searchable: offset };
    for (const [key, at] of pending) if (at <= offset) pending.delete(key);
    for (const state of sessions) await due.note(state, pending.has(sessionKey(state)));
    embed?.searchable(offset);
    for (const follower of others) follower.searchable(offset);
    // Before the marks: who waits for them appends after what was decided, and a session becomes the same however fast its callers are (I-15).
    if (offset >= logEndAtStart) for (const address of due.take()) await decideWhenEmbedded(address, offset);
    await deps.index.setMarks(partition, marks);
    deps.marks.moved(partition, marks);
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

  /** Follows the log from the marks on; what can be tried again is, from what was saved, with growing pauses and for as long as it takes. */
  async function follow(attempt: number): Promise<void> {
    const { folded, searchable } = await deps.index.marks(partition);
    if (stopped) return;
    // How far vectors are is known from their role; a mark of a time when they were on holds nothing back.
    marks = { folded, searchable };
    embed?.searchable(searchable);
    for (const follower of others) follower.searchable(searchable);
    deps.marks.moved(partition, marks);
    cache = createSessionCache(deps, config.sessionCache);
    subscription = deps.log.follow(
      partition,
      marks.folded + 1,
      (records) => inTurn(() => inTraces(deps, 'project', partition, records, () => onBatch(records))),
      {
        maxRecords: config.projectBatch,
      },
    );
    void watch(subscription, attempt, marks.folded);
  }

  async function watch({ done }: LogSubscription, attempt: number, from: number): Promise<void> {
    try {
      await done;
    } catch (error) {
      deps.observer.failed('projector', error);
      if (stopped || !isRetriable(error)) failure = error;
      else await resume(marks.folded > from ? 1 : attempt + 1);
    }
  }

  async function resume(first: number): Promise<void> {
    for (let attempt = first; ; attempt++) {
      await deps.scheduler.delay(backoffMs(DEFAULT_RETRY, attempt, 1));
      if (stopped) return;
      try {
        return await follow(attempt);
      } catch (error) {
        deps.observer.failed('projector', error);
        if (!isRetriable(error)) return void (failure = error);
      }
    }
  }

  return {
    async start() {
      logEndAtStart = await deps.log.end(partition);
      await follow(0);
    },
    async stop() {
      stopped = true;
      await subscription?.stop();
      await turn;
      await allDecided();
      await Promise.all(checks);
    },
    async compact(address, trigger, targetTokens) {
      if (failure !== undefined)
        throw new TotalRecallError('unavailable', 'The projector of this session has stopped.', { cause: failure });
      const inTime =
        embed === undefined ||
        (await embed.waitFor({ from: oldestOffset(await cache.get(address)), to: marks.searchable }, config.embedWaitMs));
      return inTurn(async () => {
        const state = await cache.get(address);
        if (state.ordinal === 0) throw new TotalRecallError('not_found', 'There is no such session.');
        return decide(state, trigger, targetTokens, inTime);
      });
    },
    failure: () => failure,
    idle: async () => {
      // The batch under way may find more that has to wait.
      do {
        await allDecided();
        await inTurn(async () => undefined);
      } while (waiting.size > 0);
    },
  };
}
