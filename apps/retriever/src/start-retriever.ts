import { runCore, type RunningService, type ServiceProcess } from '@total-recall/composition';

/** The retriever: windows and recall over what ingest wrote. Resolves when it answers. */
export function startRetriever(service: ServiceProcess): Promise<RunningService> {
  return runCore('retriever', service, (wiring) => {
    const retriever = wiring.retrieverWith({});
    return { services: { retriever }, components: [retriever] };
  });
}
