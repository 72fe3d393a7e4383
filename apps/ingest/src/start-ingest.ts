import { createGroupDirectory } from '@total-recall/adapter-kafka';
import {
  configuredVectors,
  followClosedSessions,
  followReadModel,
  kafkaSettings,
  sealIngestPositions,
  serverProbes,
  startCore,
  wireCluster,
  type RunningService,
  type ServiceProcess,
} from '@total-recall/composition';
import { serviceModule } from '@total-recall/nest';
import type { IngestConfig } from '@total-recall/runtime';
import { createShare } from './create-share.ts';
import { createPartitionRoles } from './partition-roles.ts';

/**
 * Starts ingest in the roles of this process: it appends to every partition, and projects and embeds its share of them.
 * Resolves when it answers.
 */
export function startIngest(service: ServiceProcess<IngestConfig>): Promise<RunningService> {
  return startCore('ingest', service, async (base) => {
    const { config, logger } = base;
    const roles = new Set(config.ingestRoles);
    const vectorsOf = configuredVectors(config);
    const needed = vectorsOf === null ? (['append', 'project'] as const) : (['append', 'project', 'embed'] as const);
    for (const role of needed) base.metrics.ingestRoles.set({ role }, roles.has(role) ? 1 : 0);
    const { kafka, prefix } = kafkaSettings(config, logger);
    const projectors = { groupId: `${prefix}.ingest`, topic: `${prefix}.events` };
    const owners = await base.keep(createGroupDirectory({ kafka, ...projectors }));
    // The model is loaded only by processes that embed.
    const wiring = await wireCluster(roles.has('embed') ? base : { ...base, config: { ...config, embedder: 'off' } }, { owners });
    const closed = await followClosedSessions(base, wiring);
    const ingest = wiring.ingestWith({ roles: [] }, { gate: closed, ...(vectorsOf !== null && { sharedEmbedding: { model: vectorsOf } }) });
    const onFailure = (error: unknown): void => logger.error({ err: error }, 'a partition could not be taken up again');
    const held = createPartitionRoles({ ingest, scheduler: base.scheduler, onFailure });
    const readModel = followReadModel({ ...base, ...wiring, around: held.pauseAround });
    // An append needs only the log; everything else catches up from the log later.
    const servers = serverProbes(wiring.stores, { ...base, needed: ['kafka'] });
    const { append, updateTaskState, compact, policy } = sealIngestPositions(ingest, wiring.positions);
    // A process that does not project a partition answers with the address of the one that does.
    const eraseFrom = wiring.partitionEraserOver(ingest)?.eraseFrom;
    const port = {
      ...(roles.has('append') && { append, updateTaskState, policy, compact }),
      ...(roles.has('project') && { compact }),
      ...(eraseFrom && { eraseFrom }),
    };
    return {
      module: serviceModule({ ingest: port }),
      components: [...wiring.foundation, ...servers, readModel, closed, ingest, ...(roles.has('project') ? [wiring.archiver] : [])],
      whenServed: (address) => {
        const share = { ...projectors, held, index: wiring.stores.index, address };
        return [
          ...(roles.has('project') ? [createShare(base, { ...share, role: 'project' })] : []),
          ...(roles.has('embed') && vectorsOf !== null ? [createShare(base, { ...share, groupId: `${prefix}.embed`, role: 'embed' })] : []),
        ];
      },
    };
  });
}
