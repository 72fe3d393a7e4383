import { createGroupDirectory } from '@total-recall/adapter-kafka';
import { kafkaOf, serverProbes, startCore, wireCluster, type RunningService, type ServiceProcess } from '@total-recall/composition';
import { serviceModule } from '@total-recall/nest';
import { createShare } from './create-share.ts';

/**
 * Ingest, in the roles that this process has: it appends for every partition, and projects and embeds those that are its share of each. Resolves when it
 * answers.
 */
export function startIngest(service: ServiceProcess): Promise<RunningService> {
  return startCore('ingest', service, async (base) => {
    const { config, logger } = base;
    const roles = new Set(config.ingestRoles.split(','));
    const hasVectors = config.embedder !== 'off';
    const { kafka, prefix } = kafkaOf(config, logger);
    const projectors = { groupId: `${prefix}.ingest`, topic: `${prefix}.events` };
    const owners = await base.keep(createGroupDirectory({ kafka, ...projectors }));
    // The model is not loaded where nothing is done with it.
    const wiring = await wireCluster(roles.has('embed') ? base : { ...base, config: { ...config, embedder: 'off' } }, { owners });
    const ingest = wiring.ingestWith({ partitions: 'taken', hasVectors });
    // An append needs the log alone: what else is away is made up for from the log.
    const servers = serverProbes(wiring.stores, { ...base, needed: ['kafka'] });
    const { append, updateTaskState, compact, policy } = ingest;
    const port = {
      ...(roles.has('append') && { append, updateTaskState, policy, compact }),
      ...(roles.has('project') && { compact }),
    };
    return {
      module: serviceModule({ ingest: port }),
      components: [...wiring.foundation, ...servers, ingest, ...(roles.has('project') ? [wiring.archiver] : [])],
      whenServed: (address) => {
        const share = { ...projectors, ingest, index: wiring.stores.index, address };
        return [
          ...(roles.has('project') ? [createShare(base, { ...share, role: 'project' })] : []),
          ...(roles.has('embed') && hasVectors ? [createShare(base, { ...share, groupId: `${prefix}.embed`, role: 'embed' })] : []),
        ];
      },
    };
  });
}
