import { createCertificateSigner, createRevisedBodies } from '@total-recall/runtime';
import { createEraser, type EraseDeps } from '../src/index.ts';
import type { MemoryIngest, MemoryStores } from './memory-ingest.ts';

/** An eraser over memory stores and a running ingest: as often as wanted over the same ones, to play a process that died and came back. */
export function createMemoryEraser(stores: MemoryStores, { ingest, deps }: MemoryIngest, more: Partial<EraseDeps> = {}) {
  const failures: unknown[] = [];
  const { keys, ledger, artifactStore, anatomy } = stores;
  const eraser = createEraser({
    ...deps,
    ledger,
    signer: createCertificateSigner({ keys }),
    version: '0.0.0-test',
    erasing: stores.index.erasing!,
    revised: createRevisedBodies({ store: artifactStore, keys }),
    artifactStore,
    anatomy,
    exclusively: (partition, work) => ingest.exclusively(partition, work),
    foldTimeoutMs: 30_000,
    observer: { erased: () => undefined, failed: (_where, error) => failures.push(error) },
    ...more,
  });
  return { eraser, failures };
}
