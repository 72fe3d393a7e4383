import {
  needsRecount,
  overWindow,
  sessionKey,
  type CompactionRequest,
  type Marks,
  type SessionAddress,
  type SessionState,
} from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { VectorProgress } from '../embed/vector-progress.ts';
import type { IngestConfig, IngestDeps } from '../ingest-deps.ts';
import { decideCompaction, type Decided } from './decide.ts';
import { createSelfChecks } from './self-check.ts';
import { recountSession, type RecountedSession } from './recount-session.ts';
import type { SessionCache } from './session-cache.ts';
import type { SketchCache } from './sketch-cache.ts';

/** The current state of a partition's fold. */
export interface FoldedPartition {
  cache: SessionCache;
  sketches: SketchCache;
  marks: Marks;
}

/** Compactions of one partition's sessions. */
export interface SessionDecisions {
  /** Returns true when a decision of the session is in the log but not folded yet. */
  isPending(key: string): boolean;
  /** Called when everything up to this offset is folded. */
  folded(offset: number): void;
  /**
   * Decides now, or in the background once the vectors of what may be evicted are there or time out. A session that
   * exceeds its window is decided at once, because callers would wait for its window.
   */
  whenEmbedded(address: SessionAddress, offset: number): Promise<void>;
  /** Decides as a caller requests, between two batches. */
  onRequest(address: SessionAddress, request: CompactionRequest): Promise<Decided>;
  /** Counts sessions whose decision waits for vectors. */
  waiting(): number;
  /** Resolves when all decisions that wait now are made. */
  settled(): Promise<void>;
  /** Cancels the decisions that wait. */
  close(): void;
  /** Resolves when the self-checks under way are done. */
  checked(): Promise<void>;
}

interface Deciding {
  readonly at: FoldedPartition;
  readonly embed: VectorProgress | undefined;
  /** Runs between two batches. */
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>;
}

/** Returns the offset of the oldest entry in the window; nothing older can be evicted. */
function oldestOffset({ entries }: SessionState): number {
  return entries.reduce((oldest, { offset }) => Math.min(oldest, offset), Infinity);
}

export function createSessionDecisions(deps: IngestDeps, config: IngestConfig, { at, embed, inTurn }: Deciding): SessionDecisions {
  // Offsets of decisions in the log that are not folded yet, by session.
  const pending = new Map<string, number>();
  const waiting = new Map<string, { readonly decided: Promise<void>; end(): void }>();
  const checks = createSelfChecks(deps, config.selfCheckProbes);
  let closed = false;

  /** Recounts and marks the session as pending, so that nothing else is decided before the counts are folded. */
  async function recount(state: SessionState): Promise<RecountedSession> {
    const recounted = await recountSession(deps, state);
    if (recounted.offset !== undefined) pending.set(sessionKey(state), recounted.offset);
    return recounted;
  }

  async function decide(state: SessionState, request: CompactionRequest, inTime = true): Promise<Decided> {
    const { state: counted } = await recount(state);
    const marks: Marks = embed === undefined || !inTime ? at.marks : { ...at.marks, embedded: embed.reachedFrom(oldestOffset(state)) };
    const decided = await decideCompaction({ ...deps, sketches: at.sketches }, { ...request, state: counted, marks });
    if (decided.kind === 'stopped') return decided;
    if (!inTime) deps.vectors?.observer?.overtaken?.(embed?.isAble() ? 'behind' : 'no_model');
    pending.set(sessionKey(state), decided.offset);
    checks.later(state, decided.record);
    return decided;
  }

  /**
   * Reports a failure, so that one session's decision does not stop the others. It is tried again with
   * the session's next event.
   */
  async function reportFailure(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      deps.observer.failed('decide', error);
    }
  }

  const tryDecide = (address: SessionAddress, inTime = true): Promise<void> =>
    reportFailure(async () => decide(await at.cache.get(address), { trigger: 'threshold' }, inTime));

  function decideLater(address: SessionAddress, role: VectorProgress, range: { readonly from: number; readonly to: number }): void {
    const key = sessionKey(address);
    const ended = Promise.withResolvers<false>();
    const decided = Promise.race([role.waitFor(range, config.embedWaitMs), ended.promise]).then((inTime) =>
      inTurn(async () => {
        if (waiting.get(key) !== own) return;
        waiting.delete(key);
        if (!closed && !pending.has(key)) await tryDecide(address, inTime);
      }),
    );
    const own = { decided, end: () => ended.resolve(false) };
    waiting.set(key, own);
  }

  /** Decides inside the batch, so that callers who wait for its marks find the decision in the log. */
  async function decideNow(address: SessionAddress): Promise<void> {
    const key = sessionKey(address);
    waiting.get(key)?.end();
    waiting.delete(key);
    await tryDecide(address, false);
  }

  return {
    isPending: (key) => pending.has(key),
    folded(offset) {
      for (const [key, decidedAt] of pending) if (decidedAt <= offset) pending.delete(key);
    },
    async whenEmbedded(address, offset) {
      if (embed === undefined) return tryDecide(address);
      const state = await at.cache.get(address);
      const { policy } = await deps.policies.resolve(state);
      // Recounting needs no vectors. Once the counts are folded, the session comes here again
      // if it is over its trigger.
      if (needsRecount(state, policy.family)) return reportFailure(() => recount(state));
      const isFull = overWindow(state, policy);
      if (waiting.has(sessionKey(address))) return isFull ? decideNow(address) : undefined;
      const from = oldestOffset(state);
      if (embed.reachedFrom(from) >= offset) return tryDecide(address);
      return isFull ? decideNow(address) : decideLater(address, embed, { from, to: offset });
    },
    async onRequest(address, request) {
      const from = embed && oldestOffset(await at.cache.get(address));
      const inTime = from === undefined || (await embed!.waitFor({ from, to: at.marks.searchable }, config.embedWaitMs));
      return inTurn(async () => {
        const state = await at.cache.get(address);
        if (state.ordinal === 0) throw new TotalRecallError('not_found', 'There is no such session.');
        return decide(state, request, inTime);
      });
    },
    waiting: () => waiting.size,
    settled: async () => void (await Promise.all([...waiting.values()].map(({ decided }) => decided))),
    close() {
      closed = true;
      for (const { end } of waiting.values()) end();
    },
    checked: () => checks.done(),
  };
}
