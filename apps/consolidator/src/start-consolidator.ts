import { createKafkaEventLog, joinPartitionGroup, type PartitionGroup } from '@total-recall/adapter-kafka';
import {
  followReadModel,
  kafkaOf,
  openClusterStores,
  serverProbes,
  startCore,
  type RunningService,
  type ServiceBase,
  type ServiceProcess,
} from '@total-recall/composition';
import { serviceModule } from '@total-recall/nest';
import type { EventLog } from '@total-recall/ports';
import { TotalRecallError, type Component } from '@total-recall/runtime';
import { createLedgerFollower } from './follow-ledger.ts';

/**
 * The consolidator as far as it is built: it has its share of the ledger and reads it, and answers `not_implemented` to every call. Resolves when it
 * answers.
 */
export function startConsolidator(service: ServiceProcess): Promise<RunningService> {
  return startCore('consolidator', service, async (base) => {
    const { config, logger, metrics } = base;
    const stores = await base.keep(openClusterStores(config, base));
    const ledger = await base.keep(
      createKafkaEventLog({ ...kafkaOf(config, logger), partitions: config.partitions, log: 'ledger', metrics }),
    );
    const servers = serverProbes(stores, { ...base, needed: ['kafka', 'opensearch'] });
    return {
      module: serviceModule({ consolidator: {} }),
      components: [...servers, followReadModel({ ...base, stores }), createShare(base, ledger)],
    };
  });
}

/** The partitions of the ledger that this process owns, which is the right to sweep their spaces. Source: architecture §3, consolidation. */
function createShare({ config, logger, metrics }: ServiceBase, ledger: EventLog): Component {
  const onFailure = (error: unknown): void => logger.error({ err: error }, 'a share of the ledger could not be read');
  let group: PartitionGroup | undefined;
  // A first share is read before the group has been joined in full.
  const joined = Promise.withResolvers<PartitionGroup>();
  joined.promise.catch(() => undefined);
  const follower = createLedgerFollower({
    ledger,
    commit: async (partition, epoch, nextOffset) => (await joined.promise).commit(partition, epoch, nextOffset),
    onFailure,
  });
  return {
    name: 'partitions',
    start: async () => {
      const { kafka, prefix } = kafkaOf(config, logger);
      const groupId = `${prefix}.consolidator`;
      group = await joinPartitionGroup({
        kafka,
        topic: `${prefix}.ledger`,
        groupId,
        owner: follower,
        onFailure,
        shown: { metrics, role: 'consolidate' },
      });
      joined.resolve(group);
    },
    stop: async () => {
      joined.reject(new TotalRecallError('closed', 'The consolidator is stopping.'));
      await group?.leave();
    },
    health: () => (group ? follower.health() : { ready: false, detail: 'not in the group yet' }),
  };
}
