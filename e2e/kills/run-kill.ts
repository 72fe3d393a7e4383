import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VerifyReport } from '@total-recall/ingest';
import { startLoad } from '../load/event-load.ts';
import { findLosses } from '../load/find-losses.ts';
import { runProgram } from '../load/run-program.ts';
import { printedKey, serveProcess, type ServedProcess } from '../serve-process.ts';
import { UNLIMITED } from '../unlimited.ts';
import { cutWal } from './cut-wal.ts';
import type { Kill, KillPlan } from './kill-plan.ts';

/** Result of one seed. */
export interface KillResult {
  readonly plan: KillPlan;
  readonly kills: number;
  readonly acknowledged: number;
  readonly repeated: number;
  /** Number of frames that were left of each write-ahead log that was cut, in order of the cuts. */
  readonly cuts: readonly string[];
  /** Counts of `verify`. */
  readonly kinds?: VerifyReport['kinds'];
  /**
   * Problems; empty when every acknowledged event exists once, in order and searchable, and all stored data agrees with
   * the log.
   */
  readonly wrong: readonly string[];
}

const SPACE = 'load';
const WRITERS = 4;
const AFTER_EVENTS = 40;
const SEARCHED = 10;
const LARGE_EVERY = 9;

/**
 * Kills a service under load as planned, loses each time what a power cut may lose, and restarts it. At the end looks
 * for everything acknowledged.
 */
export async function runKill(plan: KillPlan, embedderEnv: Readonly<Record<string, string>>): Promise<KillResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-kills-'));
  const env = {
    ...UNLIMITED,
    TOTAL_RECALL_WINDOW_TOKENS: '8192',
    ...(plan.hasVectors && embedderEnv),
  };
  let service: ServedProcess = await serveProcess(dataDir, env);
  const target = { url: () => service.url, apiKey: printedKey(service.output()) };
  const load = startLoad({ target, space: SPACE, writers: WRITERS, largeEvery: LARGE_EVERY });
  try {
    const cuts: string[] = [];
    for (const kill of plan.kills) {
      await load.reached(load.acknowledged() + kill.events);
      await new Promise((resolve) => setTimeout(resolve, kill.delayMs));
      await service.kill();
      cuts.push(...(await cutAll(dataDir, kill.keptOf)));
      if (kill.startKilledAfterMs !== undefined) await killStart(dataDir, env, kill.startKilledAfterMs);
      service = await serveProcess(dataDir, env);
    }
    await load.reached(load.acknowledged() + AFTER_EVENTS);
    const { acknowledged, repeated, wrong } = await load.stop();
    const losses = await findLosses({ target, space: SPACE, writers: load.writers, searched: SEARCHED });
    const code = await service.stop();
    const report = await verify(dataDir, env);
    return {
      plan,
      kills: plan.kills.reduce((sum, { startKilledAfterMs }) => sum + (startKilledAfterMs === undefined ? 1 : 2), 0),
      acknowledged,
      repeated,
      cuts,
      ...(report.kinds && { kinds: report.kinds }),
      wrong: [
        ...wrong,
        ...losses,
        ...(code === 0 ? [] : [`the service ended with ${code}: ${service.output().slice(-500)}`]),
        ...report.wrong,
      ],
    };
  } finally {
    load.abandon();
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function cutAll(dataDir: string, keptOf: Kill['keptOf']): Promise<string[]> {
  const readModel = (await readdir(dataDir)).find((entry) => /^read-model-[0-9a-f]+-v\d+$/.test(entry));
  if (readModel === undefined) return [];
  const cuts: string[] = [];
  for (const [file, kept] of Object.entries(keptOf)) {
    const left = await cutWal(join(dataDir, readModel, `${file}-wal`), kept);
    if (left !== undefined) cuts.push(`${file}: ${left}`);
  }
  return cuts;
}

async function killStart(dataDir: string, env: Readonly<Record<string, string>>, afterMs: number): Promise<void> {
  const start = runProgram(['serve'], { ...process.env, ...SERVE_ANYWHERE, TOTAL_RECALL_DATA_DIR: dataDir, ...env });
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await start.kill();
}

const SERVE_ANYWHERE = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_EMBEDDER: 'off' };

async function verify(
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly kinds?: VerifyReport['kinds']; readonly wrong: readonly string[] }> {
  const { code, out, notes } = await runProgram(['verify', '--json', '--data-dir', dataDir], {
    ...process.env,
    TOTAL_RECALL_EMBEDDER: 'off',
    ...env,
  }).ended;
  const report = JSON.parse(out || '{}') as Partial<VerifyReport>;
  const isWhole = code === 0 && report.ok === true && report.behind === 0;
  if (isWhole) return { kinds: report.kinds!, wrong: [] };
  const said = report.findings === undefined ? `${out} ${notes}`.slice(0, 500) : JSON.stringify(report.findings.slice(0, 5));
  return { ...(report.kinds && { kinds: report.kinds }), wrong: [`verify ended with ${code}, ${report.behind} behind: ${said}`] };
}
