import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { startChildServer } from '../servers/child-server.ts';

const SCRAPE_SECONDS = 1;
const STEP_SECONDS = 2;
const QUERY_MS = 30_000;
const SCRAPED_MS = 30_000;

export interface PrometheusOptions {
  readonly command: string;
  readonly folder: string;
  /** Targets to scrape, as `host:port`. */
  readonly targets: readonly string[];
}

export interface PrometheusServer {
  /** Resolves when a scrape has finished after that time, in milliseconds. */
  scraped(afterMs: number): Promise<void>;
  /**
   * Counts the numbers that a panel's query returns between two times, in seconds. Errors: when Prometheus cannot run
   * it.
   */
  samples(expr: string, from: number, to: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a real Prometheus on a free port. It scrapes its targets every second. */
export async function startPrometheus({ command, folder, targets }: PrometheusOptions): Promise<PrometheusServer> {
  const config = join(folder, 'prometheus.yml');
  const scrape = { job_name: 'total-recall', scrape_interval: `${SCRAPE_SECONDS}s`, static_configs: [{ targets }] };
  await writeFile(config, JSON.stringify({ scrape_configs: [scrape] }));
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const child = await startChildServer({
    name: 'prometheus',
    command,
    args: [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'tsdb')}`, `--web.listen-address=${address}`],
    logFile: join(folder, 'prometheus.log'),
    ready: async () => (await fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2_000) })).ok,
  });

  async function samples(expr: string, from: number, to: number): Promise<number> {
    const query = expr
      .replaceAll('$__rate_interval', '20s')
      .replaceAll('$__range', `${Math.ceil(to - from)}s`)
      .replaceAll(/\$(job|instance)/g, '.+');
    const body = new URLSearchParams({ query, start: String(from), end: String(to), step: String(STEP_SECONDS) });
    const answer = await fetch(`${url}/api/v1/query_range`, { method: 'POST', body, signal: AbortSignal.timeout(QUERY_MS) });
    const { status, error, data } = (await answer.json()) as {
      status: string;
      error?: string;
      data?: { result: { values: [number, string][] }[] };
    };
    if (status !== 'success') throw new Error(`Prometheus refuses ${query}: ${error}`);
    return (data?.result ?? []).flatMap(({ values }) => values).filter(([, value]) => value !== 'NaN').length;
  }

  return {
    samples,
    scraped: async (afterMs) => {
      const until = performance.now() + SCRAPED_MS;
      while ((await samples(`sum(up) == ${targets.length}`, afterMs / 1_000, Date.now() / 1_000)) === 0) {
        if (performance.now() > until) throw new Error(`Prometheus did not scrape ${targets.join(', ')}`);
        await delay(250);
      }
    },
    stop: () => child.stop(),
  };
}
