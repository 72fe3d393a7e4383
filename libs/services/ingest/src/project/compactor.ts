import { sessionKey, type CompactionRequest, type Marks, type SessionAddress, type SessionState } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Decided } from './decide.ts';
import { createEmbeddedDecisions } from './decide-when-embedded.ts';
import { createDueSessions } from './due-sessions.ts';
import type { Projection } from './projection.ts';
import {
  createSessionDecider,
  oldestOffset,
  type Pending,
  type SessionDeciderDeps,
  type SessionDeciderOptions,
} from './session-decider.ts';
import { createSessionBeginnings } from './session-beginnings.ts';
import type { SketchCache } from './sketch-cache.ts';
import type { VectorWaits } from './vector-waits.ts';

/** Compacts the sessions of one partition, beside the projector that folds them. */
export interface Compactor {
  /** Must get every event that is folded. */
  readonly sketches: Pick<SketchCache, 'keep'>;
  /** Called before the projector starts or repeats: the log up to this offset holds its decisions already. */
  replayTo(offset: number): void;
  /** Called with the saved progress from which the projector starts or repeats. */
  resumed(saved: Pick<Marks, 'folded' | 'searchable'>): void;
  /** Called when a batch is folded and written, with its sessions, and those of them that began in it. */
  folded(sessions: readonly SessionState[], offset: number, begun: readonly SessionAddress[]): Promise<void>;
  /** Returns true when `compactDue` has something to decide or to record. */
  isDue(): boolean;
  /**
   * Records what sessions that have begun show of what is known, and compacts the sessions that are due: now, or in the
   * background once the vectors of what may be evicted are there or time out. A failure is reported, stops no other
   * session, and is tried again with the session's next event.
   */
  compactDue(): Promise<void>;
  /** Compacts as a caller requests, between two batches, unless a decision of the session is not folded yet. */
  compact(address: SessionAddress, request: CompactionRequest): Promise<Decided | Pending>;
  /** Returns true when a decision of the session is in the log but not folded yet. */
  isPending(key: string): boolean;
  /** Drops its cache, because events were erased. */
  forget(): void;
  /** Resolves once nothing is under way and no decision waits for vectors. */
  idle(): Promise<void>;
  /** Cancels the decisions that wait. */
  close(): void;
  /** Resolves when what was under way is done. */
  closed(): Promise<void>;
}

export type CompactorDeps = SessionDeciderDeps & Pick<IngestDeps, 'policies' | 'observer'>;

export function createCompactor(
  deps: CompactorDeps,
  config: Pick<IngestConfig, 'sketchCache' | 'selfCheckProbes' | 'embedWaitMs'>,
  { cache, inTurn, vectors, onOvertaken }: Projection & SessionDeciderOptions,
): Compactor {
  const decider = createSessionDecider(deps, config, { vectors, onOvertaken });
  const due = createDueSessions(deps);
  let marks: Marks = { folded: -1, searchable: -1 };
  let replayedTo = -1;
  const failed = (error: unknown): void => deps.observer.failed('decide', error);
  const beginnings = createSessionBeginnings(cache, decider, failed);
  const whenEmbedded = createEmbeddedDecisions(
    { policies: deps.policies, cache, inTurn, vectors, decider, failed, marks: () => marks },
    config,
  );

  return {
    sketches: decider.sketches,
    replayTo: (offset) => void (replayedTo = offset),
    // The progress of vectors comes from their role; an old mark from when they were on must not block eviction.
    resumed: ({ folded, searchable }) => void (marks = { folded, searchable }),
    async folded(sessions, offset, begun) {
      marks = { folded: offset, searchable: offset };
      // A replay decides nothing: what a session showed from its beginning on is in the log, or nothing was known.
      beginnings.note(offset > replayedTo ? begun : []);
      decider.folded(offset);
      for (const state of sessions) await due.note(state, decider.isPending(sessionKey(state))).catch(failed);
    },
    isDue: () => !beginnings.isEmpty() || (marks.folded >= replayedTo && !due.isEmpty()),
    async compactDue() {
      await beginnings.record();
      if (marks.folded < replayedTo) return;
      // A session whose beginning was just recorded is due again once that is folded.
      for (const address of due.take()) if (!decider.isPending(sessionKey(address))) await whenEmbedded.decide(address);
    },
    async compact(address, request) {
      const range = vectors && { from: oldestOffset(await cache.get(address)), to: marks.searchable };
      const inTime = range === undefined || (await vectors!.waitFor(range, config.embedWaitMs));
      return inTurn(async () => {
        const pending = decider.pending(sessionKey(address));
        if (pending) return pending;
        const state = await cache.get(address);
        if (state.ordinal === 0) throw new TotalRecallError('not_found', 'There is no such session.');
        return decider.decide(state, request, { marks, inTime });
      });
    },
    isPending: (key) => decider.isPending(key),
    forget: () => decider.sketches.clear(),
    idle: () => untilIdle(whenEmbedded.waits, inTurn),
    close: () => whenEmbedded.waits?.close(),
    async closed() {
      await whenEmbedded.waits?.settled();
      await decider.checked();
    },
  };
}

/** Repeats, because the batch under way may add decisions that wait. */
async function untilIdle(waits: VectorWaits | undefined, inTurn: Projection['inTurn']): Promise<void> {
  do {
    await waits?.settled();
    await inTurn(async () => undefined);
  } while (waits && waits.size() > 0);
}
