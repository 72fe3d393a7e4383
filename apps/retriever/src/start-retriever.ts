import { runCore, type RunningService, type ServiceProcess } from '@total-recall/composition';
import { serviceModule } from '@total-recall/nest';

/** The retriever: windows and recall over what ingest wrote. Resolves when it answers. */
export function startRetriever(service: ServiceProcess): Promise<RunningService> {
  return runCore('retriever', service, (wiring) => {
    const retriever = wiring.retrieverWith({});
    return { module: serviceModule({ retriever }), components: [retriever] };
  });
}
