// A store of one build of the service in its own process, which fills, opens and queries it on request.
// `recall-process.ts <checkout> <folder>`
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fillStore, type FilledStore, type Layout } from './fill-store.ts';
import { TENANT, type BenchEmbedder, type OpenService } from './open-service.ts';

export type RecallOrder =
  | { readonly kind: 'fill'; readonly layout: Layout; readonly seed: number; readonly vectors: boolean }
  | { readonly kind: 'open'; readonly embedder: BenchEmbedder }
  | { readonly kind: 'recall'; readonly space: string; readonly query: string }
  | { readonly kind: 'close' };

/** Wall time, CPU time of all threads of the process, and the signals that took part. */
export interface RecallTook {
  readonly ms: number;
  readonly cpuMs: number;
  readonly signals: readonly string[];
}

const [checkout, folder] = process.argv.slice(2) as [string, string];
/** Imports the build's own code to open and fill, so that each build is measured on a store of its own making. */
const own = async <Module>(file: string): Promise<Module> => import(pathToFileURL(join(checkout, 'bench', 'service', file)).href) as Module;
const { openService } = await own<typeof import('./open-service.ts')>('open-service.ts');
const dataDir = join(folder, 'data');
const filledFile = join(folder, 'filled.json');
let service: OpenService | undefined;

async function fill({ layout, seed, vectors }: Extract<RecallOrder, { kind: 'fill' }>): Promise<FilledStore> {
  if (existsSync(filledFile)) return JSON.parse(await readFile(filledFile, 'utf8')) as FilledStore;
  const opened = await openService(dataDir, 'off');
  const filled = await fillStore(opened.cores, layout, seed);
  if (vectors) {
    const { fillVectors } = await own<typeof import('./fill-vectors.ts')>('fill-vectors.ts');
    const { openVectorBank } = await own<typeof import('./vector-bank.ts')>('vector-bank.ts');
    const bank = await openVectorBank(seed, false);
    if (!bank.isReal) throw new Error('There is no model here: recall with all signals cannot be measured.');
    await fillVectors(opened.cores, bank);
    await bank.close();
  }
  await opened.close();
  await writeFile(filledFile, JSON.stringify(filled));
  return filled;
}

async function recall(space: string, query: string): Promise<RecallTook> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const { signals } = await service!.cores.retriever.recall({ tenant: TENANT, space, queries: [query] });
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1_000, signals };
}

async function follow(order: RecallOrder): Promise<unknown> {
  switch (order.kind) {
    case 'fill':
      return fill(order);
    case 'open':
      service = await openService(dataDir, order.embedder);
      return true;
    case 'recall':
      return recall(order.space, order.query);
    case 'close':
      await service?.close();
      return true;
  }
}

process.on('message', (order: RecallOrder) => {
  follow(order).then(
    (value) => process.send!({ value }, undefined, undefined, () => order.kind === 'close' && process.disconnect()),
    (error: unknown) => process.send!({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
