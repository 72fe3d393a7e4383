// `npm run check:dashboards`: promtool over the rules, and every panel's query against a real Prometheus that scraped a loaded service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import { SILENT_LOGGER } from '@total-recall/observability';
import { DASHBOARDS } from './dashboards/all-dashboards.ts';
import { loadService } from './dashboards/load-service.ts';
import { startPrometheus } from './dashboards/prometheus-server.ts';
import { findCommand, run } from './servers/server-host.ts';

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
  const service = await createStandalone(
    parseConfig({
      TOTAL_RECALL_DATA_DIR: join(folder, 'data'),
      TOTAL_RECALL_PORT: '0',
      TOTAL_RECALL_OPS_PORT: '0',
      TOTAL_RECALL_WINDOW_TOKENS: '8192',
      TOTAL_RECALL_REDACTION: 'mark',
      TOTAL_RECALL_ARCHIVE: 'on',
      TOTAL_RECALL_ARCHIVE_RECORDS: '50',
    }),
    SILENT_LOGGER,
    '0.0.0-check',
  );
  const server = await startPrometheus({ command, folder, target: new URL(service.operationsUrl).host });
  try {
    if (service.bootstrap.kind !== 'created') throw new Error('the first start made no key');
    const from = Date.now();
    await loadService({ url: service.url, apiKey: service.bootstrap.apiKey, forMs: LOAD_MS });
    await server.scraped(from + LOAD_MS);
    return await report((expr) => server.samples(expr, from / 1_000, Date.now() / 1_000));
  } finally {
    await server.stop();
    await service.stop();
  }
}

/** 1 where a query fails, or has nothing to show and should have. */
async function report(samples: (expr: string) => Promise<number>): Promise<number> {
  const counts = { shown: 0, quiet: 0, empty: 0 };
  const modelThere = (await samples('total_recall_embed_documents_total')) > 0;
  if (!modelThere) console.log('NOT CHECKED: what embedding shows, as the model is not here and could not be fetched.');
  for (const { title, rows } of DASHBOARDS) {
    for (const panel of rows.flatMap((row) => row.panels)) {
      for (const { expr, onlyAfter } of panel.queries) {
        if (!modelThere && expr.includes('total_recall_embed_')) continue;
        const found = await samples(expr);
        if (found > 0) counts.shown += 1;
        else if (onlyAfter !== undefined) counts.quiet += 1;
        else counts.empty += 1;
        if (found === 0)
          console.log(
            `${onlyAfter === undefined ? 'EMPTY ' : 'quiet '} ${title} / ${panel.title}: ${onlyAfter === undefined ? expr : `shows something only after ${onlyAfter}`}`,
          );
      }
    }
  }
  console.log(`${counts.shown} queries return data, ${counts.quiet} have nothing to show yet, ${counts.empty} should and do not.`);
  return counts.empty === 0 ? 0 : 1;
}
