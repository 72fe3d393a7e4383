import { sessionKey, type CompactionRequest, type Marks, type SessionState } from '@total-recall/domain';
import type { VectorProgress } from '../embed/vector-progress.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { OvertakenReason } from '../ingest-observers.ts';
import { chooseAtBeginning } from './choose-for-session.ts';
import { decideCompaction, type Decided, type DecideDeps } from './decide.ts';
import { recountSession } from './recount-session.ts';
import { createSelfChecks, type SelfCheckDeps } from './self-check.ts';
import { createSketchCache, type SketchCache } from './sketch-cache.ts';

/** A decision that is in the log and not folded yet: the session is decided on anew once its offset is folded. */
export interface Pending {
  readonly kind: 'pending';
  readonly offset: number;
}

/** Makes decisions about sessions and remembers those in the log that are not folded yet. */
export interface SessionDecider {
  readonly sketches: SketchCache;
  /** Recounts and marks the session as pending, so that nothing else is decided before the counts are folded. */
  recount(state: SessionState): Promise<SessionState>;
  /** Records what the windows of a session that has just begun show of what is known. */
  begin(state: SessionState): Promise<void>;
  /** Decides on a session whose index has come as far as `marks`; `inTime`: its vectors were not given up on. */
  decide(state: SessionState, request: CompactionRequest, seen: { readonly marks: Marks; readonly inTime: boolean }): Promise<Decided>;
  /** Returns true when a decision of the session is in the log but not folded yet. */
  isPending(key: string): boolean;
  /** Returns that decision; undefined where there is none. */
  pending(key: string): Pending | undefined;
  /** Called when everything up to this offset is folded. */
  folded(offset: number): void;
  /** Resolves when the self-checks under way are done. */
  checked(): Promise<void>;
}

export type SessionDeciderDeps = Omit<DecideDeps, 'sketches'> & SelfCheckDeps & Pick<IngestDeps, 'content'>;

export interface SessionDeciderOptions {
  /** Absent if a compaction waits for no vectors. */
  readonly vectors: VectorProgress | undefined;
  /** Called when a compaction was decided before its events had vectors. */
  readonly onOvertaken: (reason: OvertakenReason) => void;
}

export function createSessionDecider(
  deps: SessionDeciderDeps,
  { sketchCache, selfCheckProbes }: Pick<IngestConfig, 'sketchCache' | 'selfCheckProbes'>,
  { vectors, onOvertaken }: SessionDeciderOptions,
): SessionDecider {
  const sketches = createSketchCache(deps, sketchCache);
  const checks = createSelfChecks(deps, selfCheckProbes);
  /** Offsets of pending decisions, by session. */
  const pending = new Map<string, number>();

  async function recount(state: SessionState): Promise<SessionState> {
    const recounted = await recountSession(deps, state);
    if (recounted.offset !== undefined) pending.set(sessionKey(state), recounted.offset);
    return recounted.state;
  }

  return {
    sketches,
    recount,
    async begin(state) {
      const offset = await chooseAtBeginning(deps, state);
      if (offset !== undefined) pending.set(sessionKey(state), offset);
    },
    async decide(state, request, { marks, inTime }) {
      const counted = await recount(state);
      const seen: Marks = vectors && inTime ? { ...marks, embedded: vectors.reachedFrom(oldestOffset(state)) } : marks;
      const decided = await decideCompaction({ ...deps, sketches }, { ...request, state: counted, marks: seen });
      if (decided.kind === 'stopped') return decided;
      if (!inTime) onOvertaken(vectors?.isAble() ? 'behind' : 'no_model');
      pending.set(sessionKey(state), decided.offset);
      checks.later(state, decided.record);
      return decided;
    },
    isPending: (key) => pending.has(key),
    pending(key) {
      const offset = pending.get(key);
      return offset === undefined ? undefined : { kind: 'pending', offset };
    },
    folded(offset) {
      for (const [key, decidedAt] of pending) if (decidedAt <= offset) pending.delete(key);
    },
    checked: () => checks.done(),
  };
}

/** Returns the offset of the oldest entry in the window; nothing older can be evicted. */
export function oldestOffset({ entries }: SessionState): number {
  return entries.reduce((oldest, { offset }) => Math.min(oldest, offset), Infinity);
}
