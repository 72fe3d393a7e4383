import { createIndexFollower, type IndexFollower } from '../follow/index-follower.ts';
import type { RecentEvents } from '../follow/recent-events.ts';
import { readUpTo } from '../follow/read-up-to.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDemand, IngestDeps } from '../ingest-deps.ts';
import type { DemandObserver } from '../ingest-observers.ts';
import type { PartitionRole } from '../partitions/partition-role.ts';
import { failureReason, isTransient } from '../follow/failure-reason.ts';
import { createDemandReader, type DemandRead } from './read-demand.ts';

/**
 * Attempts at a step that fails because of its records. After them the records are read one by one, and one that fails
 * as often alone is skipped.
 */
const TRIES = 3;
const NOTHING: DemandRead = { turns: [], received: [], uses: [] };

export type DemandRoleDeps = Pick<IngestDeps, 'log' | 'index' | 'sealer' | 'content' | 'scheduler' | 'random' | 'observer'>;

/**
 * Counts the demand side of recall for one partition, starting at its own checkpoint. Results and checkpoint of a batch
 * are stored together: after a crash the batch is read again with the same result. A record that cannot be counted
 * affects only its own count. Source: R10.
 */
export function createDemandRole(
  deps: DemandRoleDeps,
  demand: IngestDemand,
  config: Pick<IngestConfig, 'demandRecords' | 'demandPauseMs'>,
  { partition, recent }: { readonly partition: number; readonly recent: RecentEvents },
): IndexFollower & Required<Pick<PartitionRole, 'forget'>> {
  const follower = `demand/${deps.log.generation}/${partition}`;
  const reader = createDemandReader(deps, demand.store, recent);
  /** Failures in a row after the offset `behind`. Records up to `aloneUpTo` are read one by one. */
  let attempts = { behind: -1, failures: 0, aloneUpTo: -1 };

  async function keep(offset: number, read: DemandRead): Promise<number> {
    await demand.store.append({ follower, offset, ...read });
    demand.observer?.counted?.(summaryOf(read));
    return offset;
  }

  const role = createIndexFollower(deps, {
    name: 'demand',
    pauseMs: config.demandPauseMs,
    resume: () => demand.store.progress(follower),
    async step(reached, upTo) {
      const isAlone = reached < attempts.aloneUpTo;
      const records = await readUpTo(deps.log, partition, reached + 1, upTo, isAlone ? 1 : config.demandRecords);
      const offset = records.at(-1)?.position.offset ?? upTo;
      try {
        return await keep(offset, await reader.read(records));
      } catch (error) {
        if (isTransient(error)) throw error;
        const failures = attempts.behind === reached ? attempts.failures + 1 : 1;
        const isFinal = failures >= TRIES;
        if (isFinal && records.length > 1) attempts = { behind: reached, failures: 0, aloneUpTo: offset };
        else attempts = { ...attempts, behind: reached, failures };
        if (!isFinal || records.length > 1) throw error;
        reader.reset();
        // If this append fails too, the store is at fault, and the step is retried.
        await demand.store.append({ follower, offset, ...NOTHING });
        demand.observer?.skipped?.({ partition, offset, reason: failureReason(error) });
        return offset;
      }
    },
    failed: () => reader.reset(),
  });
  return { ...role, forget: reader.forget };
}

function summaryOf({ turns, received, uses }: DemandRead): Parameters<NonNullable<DemandObserver['counted']>>[0] {
  return {
    userTurns: turns.filter(({ byModel }) => !byModel).length,
    modelTurns: turns.filter(({ byModel }) => byModel).length,
    recallTurns: new Set(received.map(({ tenant, space, session, turn }) => JSON.stringify([tenant, space, session, turn]))).size,
    evidence: received.reduce((sum, { evidence }) => sum + evidence, 0),
    uses: uses.map(({ kind }) => kind),
  };
}
