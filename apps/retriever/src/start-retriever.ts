import {
  followErasedArtifacts,
  followReadModel,
  sealRetrieverPositions,
  serverProbes,
  startCore,
  wireCluster,
  type RunningService,
  type ServiceProcess,
} from '@total-recall/composition';
import { serviceModule } from '@total-recall/nest';
import type { RetrieverConfig } from '@total-recall/runtime';

/** Starts the retriever: windows and recall over what ingest wrote. Resolves when it answers. */
export function startRetriever(service: ServiceProcess<RetrieverConfig>): Promise<RunningService> {
  return startCore('retriever', service, async (base) => {
    const wiring = await wireCluster(base);
    const erased = await followErasedArtifacts(base);
    const retriever = wiring.retrieverWith({}, erased);
    const servers = serverProbes(wiring.stores, { ...base, needed: ['kafka', 'opensearch'] });
    return {
      module: serviceModule({ retriever: sealRetrieverPositions(retriever, wiring.positions) }),
      components: [...wiring.foundation, ...servers, followReadModel({ ...base, ...wiring }), erased, retriever],
    };
  });
}
