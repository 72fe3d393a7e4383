import { needsRecount, overWindow, sessionKey, type Marks, type SessionAddress } from '@total-recall/domain';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { Projection } from './projection.ts';
import { oldestOffset, type SessionDecider, type SessionDeciderOptions } from './session-decider.ts';
import { createVectorWaits, type VectorWaits } from './vector-waits.ts';

/** Decides for sessions that are due, once the vectors of what may be evicted are there or time out. */
interface EmbeddedDecisions {
  /** Fails if the session cannot be read, as the batch is then folded again; a failed decision is only reported. */
  decide(address: SessionAddress): Promise<unknown>;
  /** What waits; undefined where there are no vectors. */
  readonly waits: VectorWaits | undefined;
}

interface EmbeddedDecisionParts
  extends Pick<Projection, 'cache' | 'inTurn'>, Pick<SessionDeciderOptions, 'vectors'>, Pick<IngestDeps, 'policies'> {
  readonly decider: SessionDecider;
  readonly marks: () => Marks;
  readonly failed: (error: unknown) => void;
}

export function createEmbeddedDecisions(
  { policies, cache, inTurn, vectors, decider, marks, failed }: EmbeddedDecisionParts,
  { embedWaitMs }: Pick<IngestConfig, 'embedWaitMs'>,
): EmbeddedDecisions {
  const reportFailure = (act: Promise<unknown>): Promise<unknown> => act.catch(failed);
  const decideNow = async (address: SessionAddress, { inTime }: { readonly inTime: boolean }): Promise<unknown> =>
    decider.decide(await cache.get(address), { trigger: 'threshold' }, { marks: marks(), inTime });
  const waits =
    vectors &&
    createVectorWaits({
      vectors,
      inTurn,
      waitMs: embedWaitMs,
      decide: async (address, inTime) => {
        if (!decider.isPending(sessionKey(address))) await reportFailure(decideNow(address, { inTime }));
      },
    });
  return {
    waits,
    async decide(address) {
      if (!vectors || !waits) return reportFailure(decideNow(address, { inTime: true }));
      const state = await cache.get(address);
      const { policy } = await policies.resolve(state);
      // Recounting needs no vectors. Once the counts are folded, the session comes here again if it is over its trigger.
      if (needsRecount(state, policy.family)) return reportFailure(decider.recount(state));
      const key = sessionKey(address);
      const range = { from: oldestOffset(state), to: marks().folded };
      if (!waits.has(key) && vectors.reachedFrom(range.from) >= range.to) return reportFailure(decideNow(address, { inTime: true }));
      if (overWindow(state, policy)) {
        // Decided inside the batch, because callers would wait for its window.
        waits.cancel(key);
        return reportFailure(decideNow(address, { inTime: false }));
      }
      if (!waits.has(key)) waits.add(address, range);
      return undefined;
    },
  };
}
