import { join } from 'node:path';
import { createClient, type SpaceClient } from '@total-recall/client';
import { startVendorEmulator, type VendorEmulator } from '@total-recall/proxy/testing';
import { startCli, temporaryFolder } from '../../apps/cli/testing/run-cli.ts';

/** `total-recall proxy` before servers that refuse what the vendors refuse, over a memory of its own. */
export interface ProxyLab {
  readonly url: string;
  readonly emulator: VendorEmulator;
  space(name: string): SpaceClient;
  close(): Promise<void>;
}

export async function openProxyLab(windowTokens: number): Promise<ProxyLab> {
  const folder = await temporaryFolder();
  const emulator = await startVendorEmulator(windowTokens);
  const upstreams = ['--openai-url', `${emulator.url}/v1`, '--anthropic-url', emulator.url];
  const own = ['--port', '0', '--window', String(windowTokens), '--data-dir', join(folder.path, 'memory'), '--json'];
  const env = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn' };
  const started = startCli(['proxy', ...own, ...upstreams], env);
  const told = JSON.parse(/^\{.*\}$/m.exec(await started.printed(/^\{.*\}$/m))![0]) as { url: string; serviceUrl: string; apiKey: string };
  return {
    url: told.url,
    emulator,
    space: (name) => createClient({ url: told.serviceUrl, apiKey: told.apiKey }).space(name),
    async close() {
      started.child.kill('SIGTERM');
      await started.finished;
      await emulator.close();
      await folder.remove();
    },
  };
}
