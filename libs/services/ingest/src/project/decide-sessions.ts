import {
  overWindow,
  sessionKey,
  type CompactionTrigger,
  type ContextCompacted,
  type Marks,
  type SessionAddress,
  type SessionState,
} from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { EmbedView } from '../embed/embed-mark.ts';
import type { IngestConfig, IngestDeps } from '../ingest-deps.ts';
import { decideCompaction, type Decided } from './decide.ts';
import { createSelfChecks } from './self-check.ts';
import type { SessionCache } from './session-cache.ts';

/** What is folded of a partition at the moment. */
export interface FoldedPartition {
  cache: SessionCache;
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
  demand(address: SessionAddress, trigger: CompactionTrigger, targetTokens?: number): Promise<Decided>;
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
  const waiting = new Map<string, { readonly decided: Promise<void>; hurry(): void }>();
  const checks = createSelfChecks(deps, config.selfCheckProbes);
  let closed = false;

  async function decide(state: SessionState, trigger: CompactionTrigger, targetTokens?: number, inTime = true): Promise<Decided> {
    const marks: Marks = embed === undefined || !inTime ? at.marks : { ...at.marks, embedded: embed.reachedFrom(oldestOffset(state)) };
    const decided = await decideCompaction(deps, { state, marks, trigger, targetTokens });
    if (decided.kind === 'stopped') return decided;
    if (!inTime) deps.vectors?.observer?.overtaken?.(embed?.isAble() ? 'behind' : 'no_model');
    pending.set(sessionKey(state), decided.offset);
    checks.later(state, decided.record as ContextCompacted);
    return decided;
  }

  /** One session's decision that fails must not stop the others; it is due again with its next event. */
  async function decideOrReport(address: SessionAddress, inTime = true): Promise<void> {
    try {
      await decide(await at.cache.get(address), 'threshold', undefined, inTime);
    } catch (error) {
      deps.observer.failed('decide', error);
    }
  }

  function decideLater(address: SessionAddress, role: EmbedView, range: { readonly from: number; readonly to: number }): void {
    const key = sessionKey(address);
    const full = Promise.withResolvers<false>();
    const decided = Promise.race([role.waitFor(range, config.embedWaitMs), full.promise]).then((inTime) =>
      inTurn(async () => {
        waiting.delete(key);
        if (!closed && !pending.has(key)) await decideOrReport(address, inTime);
      }),
    );
    waiting.set(key, { decided, hurry: () => full.resolve(false) });
  }

  return {
    isPending: (key) => pending.has(key),
    folded(offset) {
      for (const [key, decidedAt] of pending) if (decidedAt <= offset) pending.delete(key);
    },
    async whenEmbedded(address, offset) {
      if (embed === undefined) return decideOrReport(address);
      const state = await at.cache.get(address);
      const isFull = overWindow(state, (await deps.policies.resolve(state)).policy);
      const before = waiting.get(sessionKey(address));
      if (before) return isFull ? before.hurry() : undefined;
      const from = oldestOffset(state);
      if (embed.reachedFrom(from) >= offset) return decideOrReport(address);
      return isFull ? decideOrReport(address, false) : decideLater(address, embed, { from, to: offset });
    },
    async demand(address, trigger, targetTokens) {
      const from = embed && oldestOffset(await at.cache.get(address));
      const inTime = from === undefined || (await embed!.waitFor({ from, to: at.marks.searchable }, config.embedWaitMs));
      return inTurn(async () => {
        const state = await at.cache.get(address);
        if (state.ordinal === 0) throw new TotalRecallError('not_found', 'There is no such session.');
        return decide(state, trigger, targetTokens, inTime);
      });
    },
    waiting: () => waiting.size,
    settled: async () => void (await Promise.all([...waiting.values()].map(({ decided }) => decided))),
    close() {
      closed = true;
      for (const { hurry } of waiting.values()) hurry();
    },
    checked: () => checks.done(),
  };
}
