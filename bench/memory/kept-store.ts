import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillDirect } from '../service/fill-direct.ts';
import { fillStore, type FilledStore } from '../service/fill-store.ts';
import { fillVectors } from '../service/fill-vectors.ts';
import { openService, type BenchEmbedder } from '../service/open-service.ts';
import { openVectorBank } from '../service/vector-bank.ts';

export interface KeptStoreOptions {
  readonly events: number;
  readonly embedder: BenchEmbedder;
  readonly seed: number;
}

/**
 * Size above which a store is written directly, without artifacts, compactions and token vectors, because appends would
 * take an hour.
 */
const MOST_APPENDED = 200_000;

/**
 * A store of one space that is filled once and kept. It is appended through the service; its vectors are drawn from
 * those of texts that the model embedded.
 */
export interface KeptStore {
  readonly filled: FilledStore;
  /** Copies the store to a folder that may be written. The kept store stays unchanged. */
  copyTo(folder: string): Promise<void>;
}

export async function keptStore(folder: string, { events, embedder, seed }: KeptStoreOptions): Promise<KeptStore> {
  const at = join(folder, `${events}-${embedder}-${seed}`);
  const [dataDir, record] = [join(at, 'data'), join(at, 'filled.json')];
  if (!existsSync(record)) {
    await rm(at, { recursive: true, force: true });
    await mkdir(at, { recursive: true, mode: 0o700 });
    const filled = await fill(dataDir, { events, embedder, seed });
    await writeFile(`${record}.new`, JSON.stringify(filled));
    await rename(`${record}.new`, record);
  }
  return {
    filled: JSON.parse(await readFile(record, 'utf8')) as FilledStore,
    copyTo: (target) => cp(dataDir, target, { recursive: true, preserveTimestamps: true }),
  };
}

/** Fills the store with texts, then with drawn vectors, as embedding them in the service would take hours. */
async function fill(dataDir: string, { events, embedder, seed }: KeptStoreOptions): Promise<FilledStore> {
  const service = await openService(dataDir);
  try {
    const start = performance.now();
    const isDirect = events > MOST_APPENDED;
    const filled = await (isDirect ? fillDirect : fillStore)(service.cores, { name: 'one space', events, spaces: 1 }, seed);
    console.log(`filled with ${filled.events} events at ${Math.round((1_000 * filled.events) / (performance.now() - start))} events/s`);
    if (embedder === 'off') return filled;
    const bank = await openVectorBank(seed, isDirect);
    if (!bank.isReal) throw new Error('There is no model here to draw vectors from: run `total-recall model fetch` first.');
    const { documents, tokenRows } = await fillVectors(service.cores, bank, { withTokens: !isDirect });
    console.log(
      `${documents} vectors and ${tokenRows} token vectors, ${bank.drawn()} of ${documents} drawn from those of ${bank.embedded()}`,
    );
    await bank.close();
    return filled;
  } finally {
    await service.close();
  }
}
