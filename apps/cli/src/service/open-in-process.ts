import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_CONDITIONING, rankingWithout, type Violation } from '@total-recall/domain';
import type { AblationTarget } from '@total-recall/evaluation';
import { SILENT_LOGGER } from '@total-recall/observability';
import { policyLevels, startInOrder, type AppConfig } from '@total-recall/runtime';
import type { CoresHooks } from '@total-recall/composition';
import { createCores, type Cores } from '@total-recall/standalone';

export interface InProcess {
  readonly cores: Cores;
  readonly target: AblationTarget;
  readonly dataDir: string;
  /** Stops the cores, and takes the folder away where it was a temporary one. */
  close(): Promise<void>;
}

/** A large data set is embedded for minutes on a busy machine. */
const SETTLE_MS = 1_800_000;
/** What is found must not hang on how busy the machine is: a query waits for its vectors. Its latency shows it. */
const EMBED_TIMEOUT_MS = 10_000;

/** Questions of an evaluation wait for each other as long as it takes. */
const NOBODY_ELSE = { workWaitingPerTenant: 10_000, workDeadlineMs: 120_000 };

/** The service inside this process, without its HTTP surface: over a folder that is given, or over one that is gone afterwards. */
export async function openInProcess(
  config: AppConfig,
  options: { readonly dataDir?: string; readonly hooks?: CoresHooks },
): Promise<InProcess> {
  const dataDir = options.dataDir === undefined ? await mkdtemp(join(tmpdir(), 'total-recall-')) : resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
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
        masterKeys: null,
        catchUpMs: Math.max(config.catchUpMs, 60_000),
        ...NOBODY_ELSE,
      },
      SILENT_LOGGER,
      { ...options.hooks, onViolation: (violation) => void violations.push(violation) },
    );
    const running = await startInOrder(cores.components, { scheduler: cores.scheduler, deadlineMs: config.startDeadlineMs });
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
    async configure({ space, session }, settings) {
      const at = policyLevels({ tenant, space, session }).at(-1)!;
      await cores.stores.control.putPolicy({ at, settings, updatedAt: cores.clock.now() });
    },
  };
}
