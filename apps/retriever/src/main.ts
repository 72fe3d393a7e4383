import { sealRetrieverPositions, wireCores } from '@total-recall/composition';
import {
  createServicePorts,
  followErasedArtifacts,
  followReadModel,
  openClusterStores,
  openLedgerFeed,
  openPastUnits,
  runService,
  serverProbes,
} from '@total-recall/composition/cluster';
import { serviceModule } from '@total-recall/nest';

/** The retriever: windows and recall over what ingest wrote. */
runService('retriever', { env: process.env, manifest: new URL('../../package.json', import.meta.url) }, async (service) => {
  const { config, logger, life, held } = service;
  const stores = await life.keep('stores', openClusterStores(config, service));
  const feed = await life.keep('connections', openLedgerFeed(config, logger));
  const { past, ...ledger } = await life.keep('connections', openPastUnits(config, logger));
  held.count('ledger', ledger.heldBytes);

  const wiring = await wireCores(stores, config, { ...service, isOnlyWriter: false });
  const erased = followErasedArtifacts(feed);
  const retriever = wiring.retrieverWith({}, { wasErased: erased.wasErased, past });
  const ports = createServicePorts(serviceModule({ retriever: sealRetrieverPositions(retriever, wiring.positions) }), service);

  await life.start(
    ...wiring.foundation,
    ...serverProbes({ ...wiring.stores, feed }, { ...service, needed: ['kafka', 'opensearch'] }),
    followReadModel({ ...service, ...wiring }),
    erased,
    retriever,
    ports,
  );
  return { addresses: ports.addresses() };
});
