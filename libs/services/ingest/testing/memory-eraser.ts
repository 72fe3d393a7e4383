import { createCertificateSigner, createRevisedBodies } from '@total-recall/runtime';
import { createEraser, createPartitionEraser, type EraseDeps, type PartitionEraseDeps } from '../src/index.ts';
import type { MemoryIngest, MemoryStores } from './memory-ingest.ts';

/**
 * Creates an eraser over memory stores and a running ingest. Calling it again over the same stores simulates a process
 * that died and came back.
 */
export function createMemoryEraser(
  stores: MemoryStores,
  { ingest, gate, deps }: MemoryIngest,
  more: Partial<EraseDeps & Pick<PartitionEraseDeps, 'exclusively'>> = {},
  /** Replaces parts of what erases in the partitions. */
  inPartitions: Partial<PartitionEraseDeps> = {},
) {
  const failures: unknown[] = [];
  const { keys, ledger, artifactStore, anatomy } = stores;
  const eraser = createEraser({
    ...deps,
    ledger,
    signer: createCertificateSigner({ keys }),
    version: '0.0.0-test',
    mode: 'one_process',
    erasing: stores.index.erasing!,
    artifactStore,
    anatomy,
    partitions: createPartitionEraser({
      ...deps,
      erasing: stores.index.erasing!,
      revised: createRevisedBodies({ store: artifactStore, keys }),
      anatomy,
      exclusively: more.exclusively ?? ((partition, work) => ingest.exclusively(partition, work)),
      ...inPartitions,
    }),
    retention: {
      control: stores.control,
      withoutAppends: (sessions, work) => gate.withoutAppends(sessions, work),
    },
    foldTimeoutMs: 30_000,
    observer: { erased: () => undefined, failed: (_where, error) => failures.push(error), reopened: () => undefined },
    ...more,
  });
  return { eraser, failures };
}
