import { ingestContract, retrieverContract, type ServicesHarness } from '@total-recall/ports/testing';
import { serveMemory } from '../testing/serve-memory.ts';

const overGrpc = (): ServicesHarness => ({ open: serveMemory, dispose: async () => undefined });

ingestContract('over gRPC', overGrpc);
retrieverContract('over gRPC', overGrpc);
