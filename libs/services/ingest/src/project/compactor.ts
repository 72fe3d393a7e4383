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
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Decided } from './decide.ts';
import { createDueSessions } from './due-sessions.ts';
import type { Projection } from './projection.ts';
import { createSessionDecider, oldestOffset, type SessionDeciderDeps, type SessionDeciderOptions } from './session-decider.ts';
import { createSessionBeginnings } from './session-beginnings.ts';
import type { SketchCache } from './sketch-cache.ts';
import { createVectorWaits, type VectorWaits } from './vector-waits.ts';

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
  /** Compacts as a caller requests, between two batches. */
  compact(address: SessionAddress, request: CompactionRequest): Promise<Decided>;
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
  const reportFailure = (act: Promise<unknown>): Promise<unknown> => act.catch(failed);
  const beginnings = createSessionBeginnings(cache, decider, failed);
  const decide = async (address: SessionAddress, inTime: boolean): Promise<Decided> =>
    decider.decide(await cache.get(address), { trigger: 'threshold' }, { marks, inTime });
  const waits =
    vectors &&
    createVectorWaits({
      vectors,
      inTurn,
      waitMs: config.embedWaitMs,
      decide: async (address, inTime) => {
        if (!decider.isPending(sessionKey(address))) await reportFailure(decide(address, inTime));
      },
    });

  /** Fails if the session cannot be read, as the batch is then folded again; a failed decision is only reported. */
  async function compactWhenEmbedded(address: SessionAddress): Promise<unknown> {
    if (!vectors || !waits) return reportFailure(decide(address, true));
    const state = await cache.get(address);
    const { policy } = await deps.policies.resolve(state);
    // Recounting needs no vectors. Once the counts are folded, the session comes here again if it is over its trigger.
    if (needsRecount(state, policy.family)) return reportFailure(decider.recount(state));
    const key = sessionKey(address);
    const range = { from: oldestOffset(state), to: marks.folded };
    if (!waits.has(key) && vectors.reachedFrom(range.from) >= range.to) return reportFailure(decide(address, true));
    if (overWindow(state, policy)) {
      // Decided inside the batch, because callers would wait for its window.
      waits.cancel(key);
      return reportFailure(decide(address, false));
    }
    if (!waits.has(key)) waits.add(address, range);
    return undefined;
  }

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
      for (const state of sessions) await reportFailure(due.note(state, decider.isPending(sessionKey(state))));
    },
    isDue: () => !beginnings.isEmpty() || (marks.folded >= replayedTo && !due.isEmpty()),
    async compactDue() {
      await beginnings.record();
      if (marks.folded < replayedTo) return;
      // A session whose beginning was just recorded is due again once that is folded.
      for (const address of due.take()) if (!decider.isPending(sessionKey(address))) await compactWhenEmbedded(address);
    },
    async compact(address, request) {
      const range = vectors && { from: oldestOffset(await cache.get(address)), to: marks.searchable };
      const inTime = range === undefined || (await vectors!.waitFor(range, config.embedWaitMs));
      return inTurn(async () => {
        const state = await cache.get(address);
        if (state.ordinal === 0) throw new TotalRecallError('not_found', 'There is no such session.');
        return decider.decide(state, request, { marks, inTime });
      });
    },
    isPending: (key) => decider.isPending(key),
    forget: () => decider.sketches.clear(),
    idle: () => untilIdle(waits, inTurn),
    close: () => waits?.close(),
    async closed() {
      await waits?.settled();
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
