import type { Retriever } from '@total-recall/ports';
import { createWorkGate, type Component, type Health } from '@total-recall/runtime';
import { createDemandReader } from './read/read-demand.ts';
import { createEventReader } from './read/read-events.ts';
import { createMarkerReader } from './read/read-markers.ts';
import { createSessionReader } from './read/read-sessions.ts';
import { createTaskStateReader } from './read/read-task-state.ts';
import { createOpener } from './open/create-opener.ts';
import { createRecall } from './recall/create-recall.ts';
import { DEFAULT_RETRIEVER_CONFIG, type RetrieverConfig, type RetrieverDeps } from './retriever-deps.ts';
import { createFoldWait } from './read/fold-wait.ts';
import { createEntryContents } from './window/entry-contents.ts';
import { createPackPrefetcher } from './window/prefetch-pack.ts';
import { createPackPusher } from './window/push-pack.ts';
import { watchErasures } from './watch-erasures.ts';
import { createWindowAssembler } from './window/assemble-window-service.ts';

export type RetrieverService = Retriever & Required<Omit<Component, 'health'>> & { health(): Health };

/** Creates the retriever service: windows and recall. It only reads, and owns no data. */
export function createRetriever(deps: RetrieverDeps, settings: Partial<RetrieverConfig> = {}): RetrieverService {
  const config = { ...DEFAULT_RETRIEVER_CONFIG, ...settings };
  const gate = deps.gate ?? createWorkGate({ clock: deps.clock, scheduler: deps.scheduler }, config.work);
  const wait = createFoldWait(config);
  const reads = { ...deps, wait };
  const erasures = watchErasures(deps.onErased, deps.clock);
  const recall = createRecall({ ...deps, erasures }, config, gate);
  const contents = createEntryContents(deps, config);
  const prefetcher = createPackPrefetcher({ ...deps, contents, recall: (request) => recall(request, { kind: 'prefetch' }) }, config);
  deps.onErased?.(() => {
    contents.forget();
    prefetcher.forget();
  });
  let started = false;
  return {
    name: 'retriever',
    assembleWindow: createWindowAssembler(
      { ...deps, contents, push: createPackPusher(deps, recall, prefetcher), gate, erasures, wait },
      config,
    ),
    prefetch: prefetcher.prefetch,
    recall: (request) => recall(request),
    open: createOpener(reads, config, gate),
    ...createEventReader(reads, config),
    ...createMarkerReader(reads, config),
    ...createSessionReader(reads, config),
    ...createTaskStateReader(reads, config),
    ...createDemandReader(deps),
    async start() {
      started = true;
    },
    async stop() {
      started = false;
      await prefetcher.stop();
    },
    health: () => (started ? { ready: true } : { ready: false, detail: 'not started' }),
  };
}
