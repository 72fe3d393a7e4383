import { createIndexFollower, type IndexFollower } from '../follow/index-follower.ts';
import type { RecentEvents } from '../follow/recent-events.ts';
import { readUpTo } from '../follow/read-up-to.ts';
import type { DemandObserver, IngestConfig, IngestDemand, IngestDeps } from '../ingest-deps.ts';
import { createDemandReader, type DemandRead } from './read-demand.ts';

/**
 * Counts the demand side of recall of one partition, from where its own progress stands. What a batch tells and the progress are kept as one:
 * after a crash the batch is read again, to the same result. Source: R10.
 */
export function createDemandRole(
  deps: IngestDeps,
  demand: IngestDemand,
  config: IngestConfig,
  { partition, recent }: { readonly partition: number; readonly recent: RecentEvents },
): IndexFollower {
  const follower = `demand/${deps.log.generation}/${partition}`;
  const reader = createDemandReader(deps, demand.store, recent);
  return createIndexFollower(deps, {
    role: 'demand',
    resume: () => demand.store.progress(follower),
    async step(reached, upTo) {
      const records = await readUpTo(deps.log, partition, reached + 1, upTo, config.demandRecords);
      const offset = records.at(-1)?.position.offset ?? upTo;
      const read = await reader.read(records);
      await demand.store.append({ follower, offset, ...read });
      demand.observer?.counted?.(summaryOf(read));
      return offset;
    },
    failed: () => reader.reset(),
  });
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
