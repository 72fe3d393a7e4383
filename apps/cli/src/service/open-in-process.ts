import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_CONDITIONING, rankingWithout, type Violation } from '@total-recall/domain';
import type { AblationTarget } from '@total-recall/evaluation';
import { SILENT_LOGGER } from '@total-recall/observability';
import { policyLevels, startInOrder, type StandaloneConfig } from '@total-recall/runtime';
import type { CoresHooks } from '@total-recall/composition';
import { createCores, type Cores } from '@total-recall/data-folder';

export interface InProcess {
  readonly cores: Cores;
  readonly target: AblationTarget;
  readonly dataDir: string;
  /** Stops the cores and removes the folder if it was temporary. */
  close(): Promise<void>;
}

/** Time to wait for all events to be indexed. A large data set takes minutes on a busy machine. */
const SETTLE_MS = 1_800_000;
/**
 * Time that a query waits for its vectors, so that results do not depend on the load of the machine. Latencies show the
 * wait.
 */
const EMBED_TIMEOUT_MS = 10_000;

/** Limits under which the questions of an evaluation wait for each other as long as necessary. */
const NOBODY_ELSE = { workWaitingPerTenant: 10_000, workDeadlineMs: 120_000 };

/** Opens the service in this process without its HTTP API, on the given folder or on a temporary one. */
export async function openInProcess(
  config: StandaloneConfig,
  options: { readonly dataDir?: string; readonly hooks?: CoresHooks },
): Promise<InProcess> {
  const dataDir = options.dataDir === undefined ? await mkdtemp(join(tmpdir(), 'total-recall-')) : resolve(options.dataDir);
  const dispose = async (): Promise<void> => {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const violations: Violation[] = [];
  try {
    const cores = await createCores(
      {
        ...config,
        dataDir,
        masterKeyFile: join(dataDir, 'master.key'),
        masterKeys: undefined,
        catchUpMs: Math.max(config.catchUpMs, 60_000),
        ...NOBODY_ELSE,
      },
      SILENT_LOGGER,
      { ...options.hooks, onViolation: (violation) => void violations.push(violation) },
    );
    const running = await startInOrder(cores.components, {
      scheduler: cores.scheduler,
      startDeadlineMs: config.startDeadlineMs,
      stopDeadlineMs: config.shutdownDeadlineMs,
    });
    const close = async (): Promise<void> => {
      await running.stop();
      await dispose();
    };
    return { cores, target: { ...targetOf(cores, config.tenant), takeViolations: () => violations.splice(0) }, dataDir, close };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function targetOf(cores: Cores, tenant: string): AblationTarget {
  const { consolidator } = cores;
  const retrieverWith: Cores['retrieverWith'] = (settings) => cores.retrieverWith({ embedTimeoutMs: EMBED_TIMEOUT_MS, ...settings });
  return {
    tenant,
    ingest: cores.ingest,
    retriever: retrieverWith({}),
    analyser: cores.analyser,
    clock: cores.clock,
    recallWithout: (parts) => retrieverWith({ ranking: rankingWithout(parts) }).recall,
    recallUnder: ({ conditioning }) => retrieverWith({ conditioning: { ...DEFAULT_CONDITIONING, ...conditioning } }).recall,
    settle: () => cores.ingest.settle(SETTLE_MS),
    ...(consolidator && {
      consolidate: async (space) => {
        let hasMore = true;
        while (hasMore) ({ hasMore } = await consolidator.consolidate({ tenant, space }));
      },
    }),
    async configure({ space, session }, settings) {
      const at = policyLevels({ tenant, space, session }).at(-1)!;
      await cores.stores.control.putPolicy({ at, settings, updatedAt: cores.clock.now() });
    },
  };
}
