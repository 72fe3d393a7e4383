import {
  isCountedOtherwise,
  overWindow,
  sessionKey,
  type CompactionDemand,
  type Marks,
  type SessionAddress,
  type SessionState,
} from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { EmbedView } from '../embed/embed-mark.ts';
import type { IngestConfig, IngestDeps } from '../ingest-deps.ts';
import { decideCompaction, type Decided } from './decide.ts';
import { createSelfChecks } from './self-check.ts';
import { recountSession, type RecountedSession } from './recount-session.ts';
import type { SessionCache } from './session-cache.ts';
import type { SketchCache } from './sketch-cache.ts';

/** What is folded of a partition at the moment. */
export interface FoldedPartition {
  cache: SessionCache;
  sketches: SketchCache;
  marks: Marks;
}

/** Compactions of one partition's sessions. */
export interface SessionDecisions {
  /** Whether a decision of the session is in the log and not folded yet. */
  isPending(key: string): boolean;
  /** Told that all up to this offset is folded. */
  folded(offset: number): void;
  /**
   * Decides at once, or beside the loop when the vectors of what may be evicted are there, or have taken too long. A session that does not fit its
   * window any more is not kept waiting: whoever asks for the window is.
   */
  whenEmbedded(address: SessionAddress, offset: number): Promise<void>;
  /** On demand, between two batches. */
  demand(address: SessionAddress, demand: CompactionDemand): Promise<Decided>;
  /** Sessions whose decision waits for vectors. */
  waiting(): number;
  /** Until none of those that wait now does. */
  settled(): Promise<void>;
  /** What waits is not decided any more. */
  close(): void;
  /** Until what was checked afterwards is. */
  checked(): Promise<void>;
}

interface Deciding {
  readonly at: FoldedPartition;
  readonly embed: EmbedView | undefined;
  /** Runs it between two batches. */
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>;
}

/** Of what stands in the window: nothing older can be evicted. */
function oldestOffset({ entries }: SessionState): number {
  return entries.reduce((oldest, { offset }) => Math.min(oldest, offset), Infinity);
}

export function createSessionDecisions(deps: IngestDeps, config: IngestConfig, { at, embed, inTurn }: Deciding): SessionDecisions {
  // Decisions appended but not folded yet, by session: the offset they stand at.
  const pending = new Map<string, number>();
  const waiting = new Map<string, { readonly decided: Promise<void>; end(): void }>();
  const checks = createSelfChecks(deps, config.selfCheckProbes);
  let closed = false;

  /** No second one is decided before it is folded. */
  async function recount(state: SessionState): Promise<RecountedSession> {
    const recounted = await recountSession(deps, state);
    if (recounted.offset !== undefined) pending.set(sessionKey(state), recounted.offset);
    return recounted;
  }

  async function decide(state: SessionState, demand: CompactionDemand, inTime = true): Promise<Decided> {
    const { state: counted } = await recount(state);
    const marks: Marks = embed === undefined || !inTime ? at.marks : { ...at.marks, embedded: embed.reachedFrom(oldestOffset(state)) };
    const decided = await decideCompaction({ ...deps, sketches: at.sketches }, { ...demand, state: counted, marks });
    if (decided.kind === 'stopped') return decided;
    if (!inTime) deps.vectors?.observer?.overtaken?.(embed?.isAble() ? 'behind' : 'no_model');
    pending.set(sessionKey(state), decided.offset);
    checks.later(state, decided.record);
    return decided;
  }

  /** One session's decision that fails must not stop the others; it is due again with its next event. */
  async function orReport(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      deps.observer.failed('decide', error);
    }
  }

  const decideOrReport = (address: SessionAddress, inTime = true): Promise<void> =>
    orReport(async () => decide(await at.cache.get(address), { trigger: 'threshold' }, inTime));

  function decideLater(address: SessionAddress, role: EmbedView, range: { readonly from: number; readonly to: number }): void {
    const key = sessionKey(address);
    const ended = Promise.withResolvers<false>();
    const decided = Promise.race([role.waitFor(range, config.embedWaitMs), ended.promise]).then((inTime) =>
      inTurn(async () => {
        if (waiting.get(key) !== own) return;
        waiting.delete(key);
        if (!closed && !pending.has(key)) await decideOrReport(address, inTime);
      }),
    );
    const own = { decided, end: () => ended.resolve(false) };
    waiting.set(key, own);
  }

  /** With the batch, so that who waits for its marks finds the decision in the log. */
  async function decideNow(address: SessionAddress): Promise<void> {
    const key = sessionKey(address);
    waiting.get(key)?.end();
    waiting.delete(key);
    await decideOrReport(address, false);
  }

  return {
    isPending: (key) => pending.has(key),
    folded(offset) {
      for (const [key, decidedAt] of pending) if (decidedAt <= offset) pending.delete(key);
    },
    async whenEmbedded(address, offset) {
      if (embed === undefined) return decideOrReport(address);
      const state = await at.cache.get(address);
      const { policy } = await deps.policies.resolve(state);
      // Counts need no vectors. Folded, they bring the session here again where it is over its trigger.
      if (isCountedOtherwise(state, policy.family)) return orReport(() => recount(state));
      const isFull = overWindow(state, policy);
      if (waiting.has(sessionKey(address))) return isFull ? decideNow(address) : undefined;
      const from = oldestOffset(state);
      if (embed.reachedFrom(from) >= offset) return decideOrReport(address);
      return isFull ? decideNow(address) : decideLater(address, embed, { from, to: offset });
    },
    async demand(address, demand) {
      const from = embed && oldestOffset(await at.cache.get(address));
      const inTime = from === undefined || (await embed!.waitFor({ from, to: at.marks.searchable }, config.embedWaitMs));
      return inTurn(async () => {
        const state = await at.cache.get(address);
        if (state.ordinal === 0) throw new TotalRecallError('not_found', 'There is no such session.');
        return decide(state, demand, inTime);
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
