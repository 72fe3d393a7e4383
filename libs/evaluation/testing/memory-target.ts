import { createMemoryStores, wireMemoryStores } from '@total-recall/adapter-memory/testing';
import { DEFAULT_CONDITIONING, type Violation } from '@total-recall/domain';
import { createIngest } from '@total-recall/ingest';
import { createRetriever, type RetrieverConfig } from '@total-recall/retriever';
import { createTokenCounter } from '@total-recall/runtime';
import type { AblationTarget } from '../src/index.ts';

export interface MemoryTarget {
  readonly target: AblationTarget;
  /** Violations that the service has detected; `failures` are errors of background work. */
  readonly violations: readonly Violation[];
  readonly failures: readonly unknown[];
  close(): Promise<void>;
}

const WAIT_MS = 20_000;
const TENANT = 'evaluation';

/** Creates ingest and retriever over memory stores in this process, as the target of evaluations in CI. */
export async function createMemoryTarget(): Promise<MemoryTarget> {
  const stores = createMemoryStores();
  const wired = wireMemoryStores(stores);
  const { log, marks, clock, analyser } = wired;
  const tokens = createTokenCounter({ threads: 0 });
  const violations: Violation[] = [];
  const failures: unknown[] = [];
  const observer = {
    appended: () => undefined,
    projected: () => undefined,
    decided: () => undefined,
    selfChecked: () => undefined,
    assembled: () => undefined,
    recalled: () => undefined,
    overBudget: () => undefined,
    violated: (violation: Violation) => void violations.push(violation),
    failed: (_where: string, error: unknown) => void failures.push(error),
  };
  const shared = { ...wired, tokens, observer };
  const ingest = createIngest(shared, { selfCheckProbes: 0 });
  const retrieverWith = (settings: Partial<RetrieverConfig>) =>
    createRetriever(
      { ...shared, signer: { sign: (id) => id, signIn: (_place, id) => id } },
      { foldTimeoutMs: WAIT_MS, coverTimeoutMs: WAIT_MS, ...settings },
    );
  const retriever = retrieverWith({});
  await ingest.start();

  /** Waits until everything in the log is searchable and nothing was added meanwhile. */
  async function settle(): Promise<void> {
    for (;;) {
      const ends = await Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
      await Promise.all(ends.map((end, partition) => (end < 0 ? undefined : marks.waitFor(partition, end, 'searchable', WAIT_MS))));
      const after = await Promise.all(ends.map((_, partition) => log.end(partition)));
      if (after.every((end, partition) => end === ends[partition])) return;
    }
  }

  return {
    target: {
      tenant: TENANT,
      ingest,
      retriever,
      analyser,
      clock,
      settle,
      recallUnder: ({ conditioning }) => retrieverWith({ conditioning: { ...DEFAULT_CONDITIONING, ...conditioning } }).recall,
      async configure({ space, session }, settings) {
        const at = session === undefined ? `space/${TENANT}/${space}` : `session/${TENANT}/${space}/${session}`;
        await stores.control.putPolicy({ at, settings, updatedAt: clock.now() });
      },
    },
    violations,
    failures,
    async close() {
      await ingest.stop();
      await tokens.close();
    },
  };
}
