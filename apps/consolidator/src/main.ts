import { connectService } from '@total-recall/adapter-grpc';
import { createGroupDirectory, createKafkaLedger } from '@total-recall/adapter-kafka';
import { drainMsOf, keepAudit, wireCores } from '@total-recall/composition';
import {
  createServicePorts,
  followReadModel,
  kafkaSettings,
  openClusterStores,
  runService,
  serverProbes,
  readKeyFile,
} from '@total-recall/composition/cluster';
import { serviceModule } from '@total-recall/nest';
import { createServiceTokenSigner, memoryOf, readSigningKey, withLedger } from '@total-recall/runtime';
import { createErasureService } from './erasure-service.ts';
import { createFactsService } from './facts-service.ts';
import { createShare } from './create-share.ts';
import { purgeDestroyedKeys } from './purge-destroyed-keys.ts';

/** Longest time for an erasure in one partition. It may take long, and is asked for again when its answer is lost. */
const PARTITION_TIMEOUT_MS = 600_000;

/**
 * Limits of one sweep. Each session that is erased whole is a request to another process, and each sweep makes the
 * servers remove deleted data from their files.
 */
const SWEEP = { events: 50_000, wholeSessions: 250 };

/** Partition of the ledger whose owner also owns the audit, so that one process does. */
const AUDIT_PARTITION = 0;

/**
 * The consolidator: it owns its share of the ledger, decides there which facts the events of a space state, carries out
 * the erasures in it and removes what has exceeded its retention, with the help of the projectors. One of them signs the
 * audit and drops it by age.
 */
runService('consolidator', { env: process.env, manifest: new URL('../../package.json', import.meta.url) }, async (service) => {
  const { logger, clock, scheduler, tracing, life, held } = service;
  // It only reads what is indexed and never searches by vectors.
  const config = { ...service.config, embedder: 'off' as const };

  // Its ledger, its stores, and the projectors that it calls.
  const topics = kafkaSettings(config, logger);
  const group = { topic: `${topics.prefix}.ledger`, groupId: `${topics.prefix}.consolidator` };
  const ledger = await life.keep('connections', createKafkaLedger({ ...topics, partitions: config.partitions }));
  held.count('ledger', () => ledger.heldBytes());
  const owners = await life.keep('connections', createGroupDirectory({ ...topics, ...group }));
  const stores = await life.keep('stores', openClusterStores(config, { ...service, ownsLedger: true }));
  const key = await readKeyFile('TOTAL_RECALL_SERVICE_KEY_FILE', config.serviceKeyFile, readSigningKey);
  const tokens = createServiceTokenSigner({ key, clock });
  const calls = { tokens, clock, scheduler, tracer: tracing, timeoutMs: PARTITION_TIMEOUT_MS, security: config.callSecurity };
  const ingest = await connectService('ingest', { ...calls, address: config.ingestAddress });
  await life.keep('connections', { close: () => ingest.close(drainMsOf(config)) });

  // The eraser over them. A caller is answered before its own timeout ends.
  const wiring = await wireCores({ ...stores, ledger }, config, { ...service, isOnlyWriter: false });
  const answerWithinMs = Math.floor((2 * config.requestTimeoutMs) / 3);
  const knownBackups = async () => stores.control.backups?.known();
  const eraser = wiring.eraserOver(ingest, { answerWithinMs, knownBackups, retention: { sweep: SWEEP } })!;
  const consolidator = wiring.consolidatorOver(ingest, eraser)!;
  const retention = eraser.retention!;
  const sweeping = wiring.sweepingOver(retention);
  const destroyedKeys = purgeDestroyedKeys(wiring.stores.keys, scheduler, (error) =>
    logger.warn({ err: error }, 'destroyed keys could not be let go of; it is tried again'),
  );
  const audit = keepAudit({ ...wiring, logger }, { signsForAll: true });
  const ownerOf = (tenant: string): Promise<string | undefined> => owners.addressOf(ledger.partitionOf(tenant));
  const facts = createFactsService(consolidator, { owns: (tenant) => consolidator.owns(tenant), ownerOf });
  const erasures = createErasureService({ eraser, retention, ownerOf });
  const module = serviceModule({ consolidator: { ...facts, ...erasures } });
  const ports = createServicePorts(module, { ...service, config }, withLedger(memoryOf(config)));

  await life.start(
    ...wiring.foundation,
    ...serverProbes(wiring.stores, { ...service, needed: ['kafka', 'opensearch'] }),
    followReadModel({ ...service, ...wiring }),
    sweeping,
    { name: 'consolidator', start: async () => consolidator.watch(), stop: () => consolidator.stop() },
    { name: 'audit', stop: () => audit.stop() },
    destroyedKeys,
    ports,
  );

  // It takes its share of the ledger once others can reach it, and sweeps again, as another process may have left work.
  const addresses = ports.addresses();
  const owner = {
    take: async (partition: number, isHeld: () => boolean): Promise<void> => {
      wiring.ledgerOwner!.hold(partition, isHeld);
      await eraser.take(partition);
      await consolidator.take(partition);
      sweeping.again();
      if (partition === AUDIT_PARTITION) await audit.take();
    },
    release: async (partition: number): Promise<void> => {
      // A drop of old audit entries may take long, and must not hold up the end of erasures.
      await Promise.all([eraser.release(partition), consolidator.release(partition), partition === AUDIT_PARTITION && audit.release()]);
      wiring.ledgerOwner!.release(partition);
    },
  };
  await life.start(
    createShare(service, { ...group, ledger, owner, address: addresses.service }),
    // Stops first: the calls that wait for an erasure are answered then, and neither they nor sweeps hold up the rest.
    { name: 'eraser', stop: () => eraser.stop() },
  );
  return { addresses };
});
