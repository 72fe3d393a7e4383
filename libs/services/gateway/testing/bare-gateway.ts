import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { createSystemClock, createSystemRandom, createSystemScheduler } from '@total-recall/runtime';
import { createGateway } from '../src/create-gateway.ts';
import type { GatewayConfig, GatewayDeps } from '../src/gateway.ts';

/** Creates a gateway of which only `deps` are called: there is nothing behind it. */
export const createBareGateway = (deps: Partial<GatewayDeps> = {}, config?: GatewayConfig): ReturnType<typeof createGateway> =>
  createGateway(
    {
      control: createMemoryControlStore(),
      ingest: {} as GatewayDeps['ingest'],
      retriever: {} as GatewayDeps['retriever'],
      clock: createSystemClock(),
      random: createSystemRandom(),
      scheduler: createSystemScheduler(),
      families: [],
      policyDefaults: {},
      ...deps,
    },
    config,
  );
