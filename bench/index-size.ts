// `npm run bench:index-size -- <folders or files of sessions>`: measures the size of the index per byte of text, by
// table. The sessions are appended to a service of one process until every passage is embedded. `--cache` keeps
// embeddings of texts, `--folder` keeps the service's data.
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { cacheEmbeddings, openInProcess, type InProcess } from '@total-recall/cli';
import { appendInOrder } from '@total-recall/evaluation';
import { findSessionFiles, importSession } from '@total-recall/importers';
import { parseConfig } from '@total-recall/runtime';
import { describeMachine, machineLine } from './measure/machine.ts';
import { indexPath } from './service/index-path.ts';
import { withFolder } from './service/open-service.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { embedder: { type: 'string', default: 'minilm' }, cache: { type: 'string' }, folder: { type: 'string' } },
});
const SPACE = 'traces';
const SETTLE_MS = 3_600_000;

async function sessionFiles(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true });
  return findSessionFiles(entries.map((entry) => ({ path: entry }))).map((entry) => join(path, entry.path));
}

/** Fills the service. The text of an event is its text or the arguments of its call. */
async function fill({ cores, target }: InProcess): Promise<{ sessions: number; events: number; textBytes: number }> {
  const filled = { sessions: 0, events: 0, textBytes: 0 };
  for (const path of (await Promise.all(positionals.map(sessionFiles))).flat()) {
    for (const { events, source } of importSession({ name: path, bytes: await readFile(path) }).sessions) {
      const address = { tenant: target.tenant, space: SPACE, session: `${filled.sessions}` };
      await appendInOrder(
        {
          append: (batch) => cores.ingest.append({ ...address, source, events: batch }),
          updateTaskState: (event) => cores.ingest.updateTaskState({ ...address, update: event.taskState! }),
        },
        events,
      );
      filled.sessions += 1;
      filled.events += events.length;
      for (const { text, call } of events) filled.textBytes += Buffer.byteLength(text ? text : (call?.arguments ?? ''));
    }
  }
  await cores.ingest.settle(SETTLE_MS);
  return filled;
}

/** Returns the bytes of each table with its indexes, and the unused part of their pages. */
async function weigh(dataDir: string): Promise<{ documents: number; tables: { name: string; bytes: number; unused: number }[] }> {
  const db = new DatabaseSync(await indexPath(dataDir), { readOnly: true });
  try {
    const tables = db.prepare(`SELECT tbl_name AS name, sum(pgsize) AS bytes, sum(unused) AS unused
      FROM dbstat JOIN sqlite_schema USING (name) WHERE aggregate = TRUE GROUP BY tbl_name ORDER BY bytes DESC`);
    const { documents } = db.prepare('SELECT coalesce(sum(documents), 0) AS documents FROM vector_set').get() as { documents: number };
    return { documents, tables: tables.all() as never };
  } finally {
    db.close();
  }
}

async function measure(dataDir: string): Promise<void> {
  const { cache } = values;
  const config = parseConfig('standalone', { TOTAL_RECALL_EMBEDDER: values.embedder, TOTAL_RECALL_EMBEDDER_THREADS: '1' });
  const service = await openInProcess(config, { dataDir, ...(cache !== undefined && { hooks: { wrapEmbedder: cacheEmbeddings(cache) } }) });
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const filled = await fill(service);
  const [seconds, { user, system }] = [(performance.now() - start) / 1_000, process.cpuUsage(cpu)];
  await service.close();
  const { documents, tables } = await weigh(dataDir);
  const { sessions, events, textBytes } = filled;
  console.log(`${sessions} sessions, ${events} events, ${textBytes} bytes of text, ${documents} passages with a vector`);
  console.log(`filled in ${seconds.toFixed(1)} s, processor ${((user + system) / 1e6).toFixed(1)} s`);
  const line = (name: string, bytes: number, unused: number): void =>
    console.log(`  ${name.padEnd(20)}${(bytes / textBytes).toFixed(3).padStart(8)}, of it unused ${(unused / textBytes).toFixed(3)}`);
  const total = (key: 'bytes' | 'unused'): number => tables.reduce((sum, table) => sum + table[key], 0);
  line('all tables', total('bytes'), total('unused'));
  for (const { name, bytes, unused } of tables) if (bytes > textBytes / 500) line(name, bytes, unused);
}

console.log(machineLine(describeMachine()));
const { folder } = values;
if (folder === undefined) await withFolder(measure);
else {
  await mkdir(folder, { recursive: true });
  await measure(folder);
}
