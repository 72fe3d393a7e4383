import { connectService, type ConnectedService } from '@total-recall/adapter-grpc';
import { createKafkaControlStore, createKafkaProbe } from '@total-recall/adapter-kafka';
import { drainMsOf, loadFront } from '@total-recall/composition';
import {
  followErasures,
  followOwedErasures,
  kafkaSettings,
  openLedgerFeed,
  remoteConsolidator,
  remoteEraser,
  remoteRetention,
  runService,
  withRefusal,
  readKeyFile,
} from '@total-recall/composition/cluster';
import { createServiceTokenSigner, readSigningKey, serverProbe, TOKEN_FAMILIES } from '@total-recall/runtime';
import { serviceConnections } from './service-connections.ts';

/** The gateway: the public API over the services. It answers after they do. */
runService('gateway', { env: process.env, manifest: new URL('../../package.json', import.meta.url) }, async (service) => {
  const { config, logger, clock, scheduler, tracing, life } = service;

  // The services that it calls. Without a consolidator nothing can be erased, and there are no facts.
  const key = await readKeyFile('TOTAL_RECALL_SERVICE_KEY_FILE', config.serviceKeyFile, readSigningKey);
  const tokens = createServiceTokenSigner({ key, clock });
  const calls = { tokens, clock, scheduler, tracer: tracing, timeoutMs: config.requestTimeoutMs, security: config.callSecurity };
  const keep = async <T extends Pick<ConnectedService<unknown>, 'close'>>(connecting: Promise<T>): Promise<T> => {
    const connected = await connecting;
    await life.keep('connections', { close: () => connected.close(drainMsOf(config)) });
    return connected;
  };
  const ingest = await keep(connectService('ingest', { ...calls, address: config.ingestAddress }));
  const retriever = await keep(connectService('retriever', { ...calls, address: config.retrieverAddress }));
  const { consolidatorAddress: address } = config;
  const consolidator = address === undefined ? undefined : await keep(connectService('consolidator', { ...calls, address }));

  // Tenants and keys, which are cached in memory, so that the known ones are served without the brokers.
  const topics = kafkaSettings(config, logger);
  const control = await life.keep('connections', createKafkaControlStore(topics));
  const brokers = await life.keep('connections', createKafkaProbe({ ...topics, topic: `${topics.prefix}.control` }));
  const feed = await life.keep('connections', openLedgerFeed(config, logger));

  const owed = followOwedErasures(feed, service);
  // The proxy holds what was recalled, and there are no keys here whose destruction would tell of an erasure.
  const holdsTexts = config.proxyPort !== 'off';
  const newsFeed = holdsTexts ? await life.keep('connections', openLedgerFeed(config, logger)) : undefined;
  const news = newsFeed && followErasures(newsFeed, service);
  // A stop answers callers that wait for an erasure with `running`, because the consolidator completes it.
  const stopping = new AbortController();
  const waiting = { clock, scheduler, withinMs: Math.floor((2 * config.requestTimeoutMs) / 3), stopping: stopping.signal };
  const { openFront } = await loadFront();
  const front = await openFront(config, {
    ...service,
    health: life.health,
    owed,
    ...(news && { onErased: news.onErased }),
    ingest,
    retriever,
    control,
    families: TOKEN_FAMILIES.map(({ name }) => name),
    ...(consolidator && {
      eraser: remoteEraser(consolidator, waiting),
      retention: remoteRetention(consolidator),
      consolidator: remoteConsolidator(consolidator),
    }),
  });

  await life.start(
    withRefusal(
      serverProbe('kafka', () => brokers.ask(), { ...service, needed: [] }),
      [control, feed, ...(newsFeed ? [newsFeed] : [])],
    ),
    ...serviceConnections({ ingest, retriever, ...(consolidator && { consolidator }) }, config.startDeadlineMs),
    owed,
    ...(news ? [news] : []),
    front,
    { name: 'erasures', stop: async () => stopping.abort() },
  );
  const { url, operationsUrl, grpcAddress, proxyUrl, bootstrap } = front.addresses();
  return {
    addresses: {
      api: url,
      operations: operationsUrl,
      ...(grpcAddress !== undefined && { grpc: grpcAddress }),
      ...(proxyUrl !== undefined && { proxy: proxyUrl }),
    },
    ...(bootstrap.kind === 'created' && { apiKey: bootstrap.apiKey }),
  };
});
