import { ingestContract, retrieverContract, type ServicesHarness } from '@total-recall/ports/testing';
import { createMemoryService, createServiceStores } from '../testing/memory-service.ts';

const inProcess = (): ServicesHarness => ({
  async open() {
    const { ingest, retriever } = createMemoryService(createServiceStores(), { policy: { windowTokens: 8_192 } });
    await ingest.start();
    return { ingest, retriever, close: () => ingest.stop() };
  },
  dispose: async () => undefined,
});

ingestContract('in process', inProcess);
retrieverContract('in process', inProcess);
