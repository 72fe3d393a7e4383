import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchOverGrpc } from '@total-recall/nest/testing';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import { describeApi, type ApiUnderTest } from './api-spec.ts';
import { describeDelegation } from './delegation-spec.ts';
import { describeFacts } from './facts-spec.ts';

async function open(transport: 'HTTP' | 'gRPC'): Promise<ApiUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-http-api-'));
  const { url, operationsUrl, grpcAddress, bootstrap, stop } = await createStandalone(
    parseConfig('standalone', {
      TOTAL_RECALL_DATA_DIR: dataDir,
      TOTAL_RECALL_PORT: '0',
      TOTAL_RECALL_GRPC_PORT: '0',
      TOTAL_RECALL_OPS_PORT: '0',
      TOTAL_RECALL_WINDOW_TOKENS: '8192',
      TOTAL_RECALL_EMBEDDER: 'off',
    }),
    SILENT_LOGGER,
    '0.0.0-test',
  );
  if (bootstrap.kind !== 'created') throw new Error('the first start made no key');
  const grpc = transport === 'gRPC' ? fetchOverGrpc(grpcAddress!) : undefined;
  return {
    url,
    apiKey: bootstrap.apiKey,
    ...(grpc && { fetch: grpc.fetch }),
    operations: [operationsUrl],
    close: async () => {
      grpc?.close();
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

for (const transport of ['HTTP', 'gRPC'] as const) {
  describeApi(`over ${transport}`, () => open(transport));
  describeFacts(`over ${transport}`, () => open(transport));
  describeDelegation(`over ${transport}`, () => open(transport));
}
