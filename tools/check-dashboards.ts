// `npm run check:dashboards`: promtool over the rules, and every panel's query against a real Prometheus that scraped a
// loaded service; with `--cluster`, the services of a cluster on real servers.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DASHBOARDS } from './dashboards/all-dashboards.ts';
import { loadService } from './dashboards/load-service.ts';
import { startPrometheus } from './dashboards/prometheus-server.ts';
import { watchCluster, watchStandalone } from './dashboards/watched-service.ts';
import { findCommand, run } from './servers/server-host.ts';

const { cluster = false } = parseArgs({ options: { cluster: { type: 'boolean' } } }).values;
const LOAD_MS = 30_000;
const rulesFolder = fileURLToPath(new URL('../infra/prometheus/', import.meta.url));

const [promtool, prometheus] = await Promise.all([findCommand('promtool'), findCommand('prometheus')]);
if (promtool === undefined || prometheus === undefined) {
  console.error('NOT CHECKED: promtool and prometheus are not on the PATH. Debian has both in its package prometheus.');
  process.exit(process.env['REQUIRE_REAL_BACKENDS'] === '1' ? 1 : 0);
}

for (const args of [
  ['check', 'config', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
]) {
  await run(promtool, args, { cwd: rulesFolder }).catch((error: { stdout?: string; stderr?: string }) => {
    console.error(`promtool ${args.join(' ')}\n${error.stdout ?? ''}${error.stderr ?? String(error)}`);
    process.exit(1);
  });
  console.log(`promtool ${args.join(' ')}: ok`);
}

const folder = await mkdtemp(join(tmpdir(), 'total-recall-dashboards-'));
try {
  process.exitCode = await checkQueries(prometheus, folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function checkQueries(command: string, folder: string): Promise<number> {
  const service = await (cluster ? watchCluster : watchStandalone)(folder);
  const server = await startPrometheus({ command, folder, targets: service.targets });
  try {
    const from = Date.now();
    await loadService({ url: service.url, apiKey: service.apiKey, forMs: LOAD_MS });
    await server.scraped(from + LOAD_MS);
    return await report((expr) => server.samples(expr, from / 1_000, Date.now() / 1_000));
  } finally {
    await server.stop();
    await service.stop();
  }
}

/** Reports the results. Returns 1 when a query fails, or shows nothing although it should. */
async function report(samples: (expr: string) => Promise<number>): Promise<number> {
  const counts = { shown: 0, quiet: 0, elsewhere: 0, empty: 0 };
  const modelThere = (await samples('total_recall_embed_documents_total')) > 0;
  if (!modelThere)
    console.log(
      `NOT CHECKED: what embedding shows, as ${cluster ? 'this cluster has none' : 'the model is not here and could not be fetched'}.`,
    );
  for (const { title, rows } of DASHBOARDS) {
    for (const panel of rows.flatMap((row) => row.panels)) {
      for (const { expr, onlyAfter, onlyIn } of panel.queries) {
        if (!modelThere && /total_recall_(embed_|recall_vector_queries)/.test(expr)) continue;
        const found = await samples(expr);
        const outcome = found > 0 ? 'shown' : onlyIn === 'cluster' && !cluster ? 'elsewhere' : onlyAfter === undefined ? 'empty' : 'quiet';
        counts[outcome] += 1;
        if (outcome === 'empty') console.log(`EMPTY  ${title} / ${panel.title}: ${expr}`);
        if (outcome === 'quiet') console.log(`quiet  ${title} / ${panel.title}: shows something only after ${onlyAfter}`);
      }
    }
  }
  const { shown, quiet, elsewhere, empty } = counts;
  if (elsewhere > 0) console.log(`NOT CHECKED: ${elsewhere} queries of a cluster; --cluster runs them.`);
  console.log(`${shown} queries return data, ${quiet} have nothing to show yet, ${empty} should and do not.`);
  return empty === 0 ? 0 : 1;
}
