import { createGroupDirectory } from '@total-recall/adapter-kafka';
import { configuredVectors, sealIngestPositions, wireCores } from '@total-recall/composition';
import {
  createServicePorts,
  createSwitchWhenFilled,
  followClosedSessions,
  followReadModel,
  isOfEarlierFold,
  kafkaSettings,
  openClusterStores,
  openLedgerFeed,
  refuseBelowFolded,
  runService,
  serverProbes,
} from '@total-recall/composition/cluster';
import { serviceModule } from '@total-recall/nest';
import { createShare } from './create-share.ts';
import { createPartitionRoles } from './partition-roles.ts';
import { refuseShortLog } from './refuse-short-log.ts';

/** Ingest in the roles of this process: it appends to every partition, and projects and embeds its share of them. */
runService('ingest', { env: process.env, manifest: new URL('../../package.json', import.meta.url) }, async (service) => {
  const { logger, metrics, scheduler, life } = service;
  const roles = new Set(service.config.ingestRoles);
  const vectorsOf = configuredVectors(service.config);
  for (const role of vectorsOf === null ? (['append', 'project'] as const) : (['append', 'project', 'embed'] as const))
    metrics.ingestRoles.set({ role }, roles.has(role) ? 1 : 0);
  // The model is loaded only by processes that embed.
  const config = roles.has('embed') ? service.config : { ...service.config, embedder: 'off' as const };

  // Its stores, and what it hears from the other processes.
  const topics = kafkaSettings(config, logger);
  const projectors = { groupId: `${topics.prefix}.ingest`, topic: `${topics.prefix}.events` };
  const owners = await life.keep('connections', createGroupDirectory({ ...topics, ...projectors }));
  const opened = await life.keep('stores', openClusterStores(config, service));
  const stores = { ...opened, log: refuseBelowFolded(opened.log, { ...service, index: opened.index }) };
  const feed = await life.keep('connections', openLedgerFeed(config, logger));

  // The core over them. An append needs only the log; everything else catches up from the log later.
  const wiring = await wireCores(stores, config, { ...service, isOnlyWriter: false, owners });
  const closed = followClosedSessions(feed, wiring, logger);
  const ingest = wiring.ingestWith({ roles: [] }, { gate: closed, ...(vectorsOf !== null && { sharedEmbedding: { model: vectorsOf } }) });
  const onFailure = (error: unknown): void => logger.error({ err: error }, 'a partition could not be taken up again');
  const held = createPartitionRoles({ ingest, scheduler, onFailure });

  // Its port. A process that does not project a partition answers with the address of the one that does.
  const { append, updateTaskState, compact, policy } = sealIngestPositions(ingest, wiring.positions);
  const eraseFrom = wiring.partitionEraserOver(ingest)?.eraseFrom;
  const port = {
    ...(roles.has('append') && { append, updateTaskState, policy, compact }),
    ...(roles.has('project') && { compact }),
    ...(eraseFrom && { eraseFrom }),
  };
  const ports = createServicePorts(serviceModule({ ingest: port }), { ...service, config });

  // A process that projects fills the index generation of this version, and makes it current once all partitions are there.
  const isEarlier = (generation: string): boolean => isOfEarlierFold(generation, wiring.stores.log);
  const switching = roles.has('project') && createSwitchWhenFilled({ ...service, ...wiring, isEarlier });

  await life.start(
    refuseShortLog(wiring.stores, service),
    ...wiring.foundation,
    ...serverProbes({ ...wiring.stores, feed }, { ...service, needed: ['kafka'] }),
    followReadModel({ ...service, ...wiring, around: held.pauseAround, ...(switching && { switching }) }),
    closed,
    ingest,
    ...(roles.has('project') ? [wiring.archiver] : []),
    ports,
  );

  // It takes partitions once others can reach it.
  const addresses = ports.addresses();
  const share = { ...projectors, held, index: wiring.stores.index, address: addresses.service };
  await life.start(
    ...(roles.has('project') ? [createShare(service, { ...share, role: 'project' })] : []),
    ...(roles.has('embed') && vectorsOf !== null
      ? [createShare(service, { ...share, groupId: `${topics.prefix}.embed`, role: 'embed' })]
      : []),
  );
  return { addresses };
});
