import { readFile } from 'node:fs/promises';
import { connectService } from '@total-recall/adapter-grpc';
import { createGroupDirectory, createKafkaLedger } from '@total-recall/adapter-kafka';
import {
  followReadModel,
  kafkaSettings,
  serverProbes,
  startCore,
  wireCluster,
  type RunningService,
  type ServiceBase,
  type ServiceProcess,
} from '@total-recall/composition';
import { serviceModule } from '@total-recall/nest';
import type { PartitionEraser } from '@total-recall/ports';
import { createServiceTokenSigner, readSigningKey, type ConsolidatorConfig } from '@total-recall/runtime';
import { createErasureService } from './erasure-service.ts';
import { createShare } from './create-share.ts';
import { purgeDestroyedKeys } from './purge-destroyed-keys.ts';

/** Longest time for an erasure in one partition. It may take long, and is asked for again when its answer is lost. */
const PARTITION_TIMEOUT_MS = 600_000;

/**
 * Limits of one sweep. Each session that is erased whole is a request to another process, and each sweep makes the
 * servers remove deleted data from their files.
 */
const SWEEP = { events: 50_000, wholeSessions: 250 };

/**
 * Starts the consolidator: it owns its share of the ledger, carries out the erasures in it and removes what has
 * exceeded its retention, with the help of the projectors. It does not consolidate yet and answers `not_implemented` to
 * that. Resolves when it answers.
 */
export function startConsolidator(service: ServiceProcess<ConsolidatorConfig>): Promise<RunningService> {
  return startCore('consolidator', service, async (base) => {
    const { config, logger } = base;
    const topics = kafkaSettings(config, logger);
    const ledger = await base.keep(createKafkaLedger({ ...topics, partitions: config.partitions }));
    const group = { topic: `${topics.prefix}.ledger`, groupId: `${topics.prefix}.consolidator` };
    const owners = await base.keep(createGroupDirectory({ ...topics, ...group }));
    // The consolidator only reads what is indexed and never searches by vectors.
    const wiring = await wireCluster({ ...base, config: { ...config, embedder: 'off' } }, { ledger });
    // A caller is answered before its own timeout ends.
    const answerWithinMs = Math.floor((2 * config.requestTimeoutMs) / 3);
    const eraser = wiring.eraserOver(await connectIngest(base), { answerWithinMs, retention: { sweep: SWEEP } })!;
    const retention = eraser.retention!;
    const sweeping = wiring.sweepingOver(retention);
    // Sweeps again at once, as another process may have left work.
    const owner = {
      take: async (partition: number): Promise<void> => {
        await eraser.take(partition);
        sweeping.again();
      },
      release: (partition: number): Promise<void> => eraser.release(partition),
    };
    const ownerOf = (tenant: string): Promise<string | undefined> => owners.addressOf(ledger.partitionOf(tenant));
    const keysGo = purgeDestroyedKeys(wiring.stores.keys, base.scheduler, (error) =>
      logger.warn({ err: error }, 'destroyed keys could not be let go of; it is tried again'),
    );
    const servers = serverProbes(wiring.stores, { ...base, needed: ['kafka', 'opensearch'] });
    return {
      module: serviceModule({ consolidator: createErasureService({ eraser, retention, ownerOf }) }),
      components: [
        ...wiring.foundation,
        ...servers,
        followReadModel({ ...base, ...wiring }),
        sweeping,
        // Stops before the sweeps, because it ends the erasures they wait for.
        { name: 'eraser', stop: () => eraser.stop() },
        keysGo,
      ],
      whenServed: (address) => [createShare(base, { ...group, ledger, owner, address })],
    };
  });
}

async function connectIngest({ config, clock, scheduler, tracing, keep }: ServiceBase<ConsolidatorConfig>): Promise<PartitionEraser> {
  const tokens = createServiceTokenSigner({ key: readSigningKey(await readFile(config.serviceKeyFile, 'utf8')), clock });
  const options = { tokens, clock, scheduler, tracer: tracing, timeoutMs: PARTITION_TIMEOUT_MS, security: config.callSecurity };
  const ingest = await connectService('ingest', { ...options, address: config.ingestAddress });
  await keep({ close: () => ingest.close(config.shutdownDeadlineMs) });
  return ingest;
}
