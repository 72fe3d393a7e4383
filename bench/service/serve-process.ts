import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TENANT, type BenchEmbedder } from './open-service.ts';

const CHECKOUT = join(import.meta.dirname, '..', '..');
const READY_MS = 60_000;

/** The built service in its own process, started as `total-recall serve` does. */
export interface ServeProcess {
  readonly pid: number;
  readonly url: string;
  /** Address of metrics and probes. */
  readonly operationsUrl: string;
  /** First key; only when the folder had no tenant before. */
  readonly apiKey: string | undefined;
  /** Time from the start of the process until `/readyz` answered 200. */
  readonly readyMs: number;
  /** Time of the start of the process, by `performance.now`. */
  readonly startedAt: number;
  /** Returns the resident memory in MiB, from its own metrics. */
  residentMiB(): Promise<number>;
  /** Returns the CPU time of all its threads so far, from its own metrics. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

export interface ServeOptions {
  /** Settings in addition to those of the benchmark. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of another build of the service. */
  readonly checkout?: string;
}

export async function serveProcess(
  dataDir: string,
  embedder: BenchEmbedder = 'off',
  { env = {}, checkout = CHECKOUT }: ServeOptions = {},
): Promise<ServeProcess> {
  const app = join(checkout, 'apps', 'cli');
  if (!existsSync(join(app, 'dist'))) throw new Error('The service is not built: run `npm run build` first.');
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [
      join(app, 'bin', 'total-recall.js'),
      'serve',
      '--json',
      '--port',
      '0',
      '--ops-port',
      '0',
      '--data-dir',
      dataDir,
      '--log-level',
      'silent',
    ],
    {
      env: {
        ...process.env,
        TOTAL_RECALL_EMBEDDER: embedder,
        TOTAL_RECALL_TENANT: TENANT,
        TOTAL_RECALL_RATE_LIMIT_PER_SECOND: '1000000',
        TOTAL_RECALL_RATE_LIMIT_BURST: '1000000',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  try {
    const { url, operationsUrl, apiKey } = await firstLine(child);
    while (
      !(await fetch(`${operationsUrl}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ))
    ) {
      if (performance.now() - start > READY_MS) throw new Error('The service was not ready in time.');
      await delay(2);
    }
    return {
      pid: child.pid!,
      url,
      operationsUrl,
      apiKey,
      readyMs: performance.now() - start,
      startedAt: start,
      residentMiB: async () => (await metricOf(operationsUrl, 'process_resident_memory_bytes')) / 2 ** 20,
      cpuMs: async () => (await metricOf(operationsUrl, 'process_cpu_seconds_total')) * 1_000,
      stop: async () => {
        child.kill('SIGINT');
        if (child.exitCode === null) await once(child, 'exit');
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function firstLine(child: ChildProcess): Promise<{ url: string; operationsUrl: string; apiKey?: string }> {
  let text = '';
  let errors = '';
  child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  for await (const chunk of child.stdout!) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  if (!text.includes('\n')) throw new Error(`The service ended before it listened: ${errors}`);
  return JSON.parse(text.slice(0, text.indexOf('\n')));
}

/** Reads the metrics of a service. A connection that was kept may be closed as it is used again, so it is asked twice. */
export async function readMetrics(operationsUrl: string): Promise<string> {
  const ask = async (): Promise<string> => (await fetch(`${operationsUrl}/metrics`)).text();
  return ask().catch(ask);
}

async function metricOf(operationsUrl: string, name: string): Promise<number> {
  const metrics = await readMetrics(operationsUrl);
  const line = new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)`, 'm').exec(metrics);
  return line ? Number(line[1]) : Number.NaN;
}
