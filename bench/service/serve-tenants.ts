import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchEmbedder } from './open-service.ts';
import { serveProcess, type ServeOptions, type ServeProcess } from './serve-process.ts';

export interface BenchTenant {
  readonly id: string;
  readonly quotas?: { readonly requestsPerSecond: number; readonly burst: number };
}

const CHECKOUT = join(import.meta.dirname, '..', '..');

/** Starts the built service on an empty folder with these tenants. Also returns their keys by id. */
export async function serveTenants(
  folder: string,
  embedder: BenchEmbedder,
  tenants: readonly BenchTenant[],
  options: ServeOptions = {},
): Promise<{ readonly service: ServeProcess; readonly keys: ReadonlyMap<string, string> }> {
  await (await serveProcess(folder, embedder, options)).stop();
  const cli = join(options.checkout ?? CHECKOUT, 'apps', 'cli', 'bin', 'total-recall.js');
  const made = await promisify(execFile)(process.execPath, [cli, 'keys', 'create', '--tenant', 'system', '--data-dir', folder, '--json']);
  const operator = (JSON.parse(made.stdout) as { apiKey: string }).apiKey;
  const service = await serveProcess(folder, embedder, options);
  const keys = new Map<string, string>();
  for (const { id, quotas } of tenants) {
    const answer = await fetch(`${service.url}/v1/admin/tenants`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${operator}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ id, name: id, ...(quotas && { quotas }) }),
    });
    keys.set(id, ((await answer.json()) as { apiKey: string }).apiKey);
  }
  return { service, keys };
}
