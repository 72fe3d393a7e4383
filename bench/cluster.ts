// `npm run bench:cluster`: servers and services together on this machine. `--quick` takes a few minutes, `--only
// rates,whole,vectors,profile` selects parts, `--write` puts the tables into the pages.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openServers } from '../tools/servers/open-servers.ts';
import { SERVER_NAMES } from '../tools/servers/running-server.ts';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { measureRate, measureVectors, measureWhole, type ClusterRun } from './cluster/measure-cluster.ts';
import { measureProfile } from './cluster/measure-profile.ts';
import { value, type FigureTable } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { renderTables } from './measure/render-tables.ts';
import { saveResult } from './measure/report.ts';
import { writePages } from './measure/write-pages.ts';

const PARTS = ['whole', 'profile', 'vectors', 'rates'];
/** Partitions and processes of ingest. One of each is measured by the part `whole`. */
const LAYOUTS = [
  [2, 1],
  [4, 1],
  [2, 2],
  [4, 2],
] as const;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: PARTS.join(',') },
    events: { type: 'string' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const chosen = values.only.split(',');
const sizes = values.quick
  ? { events: 2_000, rateEvents: 1_000, vectorEvents: 200, tenants: 10, reads: 20, paceSeconds: 3, paces: [100] }
  : { events: 100_000, rateEvents: 20_000, vectorEvents: 3_000, tenants: 50, reads: 500, paceSeconds: 20, paces: [500, 1_000, 1_500] };
const events = Number(values.events ?? sizes.events);
const seed = Number(values.seed);
const machine = describeMachine();
console.log(`${machineLine(machine)}, seed ${seed}${values.quick ? ', quick' : ''}\n`);

const root = await mkdtemp(join(tmpdir(), 'total-recall-bench-cluster-'));
const serversFolder = join(root, 'servers');
const note = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
const servers = await openServers({ dataFolder: serversFolder, onStep: note });

/**
 * Creates the function that keeps the tables of a part. Each part is a suite with its own file, so that it can be run
 * again alone.
 */
function keeper(suite: string): (table: FigureTable) => Promise<void> {
  const tables: FigureTable[] = [];
  const [partStarted, from, loaded] = [new Date().toISOString(), performance.now(), { ...machine, loadBefore: loadNow() }];
  return async (table) => {
    tables.push(table);
    console.log(`\n${renderTables([table])}\n`);
    // Saved after every table, so that an interrupted run leaves its measurements.
    const seconds = (performance.now() - from) / 1_000;
    if (!values.quick)
      await saveResult({ suite, quick: false, seed, startedAt: partStarted, seconds, machine: loaded, loadAfter: loadNow(), tables });
  };
}

try {
  const started = new Map<string, number>();
  const running = await Promise.all(
    SERVER_NAMES.map(async (name) => {
      const from = performance.now();
      const server = await servers.server(name);
      started.set(name, (performance.now() - from) / 1_000);
      return [name, server] as const;
    }),
  );
  await keeper('cluster-servers')({
    title: 'Start of the servers, all at once',
    figures: [...started].map(([name, seconds]) => value(name, 's', [seconds])),
  });
  const shared = { ...sizes, servers: Object.fromEntries(running) as unknown as ClusterServers, serversFolder, seed, note };
  const run = (
    keep: ClusterRun['keep'],
    changes: Pick<ClusterRun, 'partitions' | 'replicas' | 'events'> & Partial<ClusterRun>,
  ): ClusterRun => {
    const prefix = `b${randomBytes(5).toString('hex')}`;
    note(`${changes.partitions} partitions, ingest x ${changes.replicas}, ${changes.events} events, embedder ${changes.embedder ?? 'off'}`);
    return { ...shared, prefix, folder: join(root, prefix), embedder: 'off', keep, ...changes };
  };
  const one = { partitions: 1, replicas: 1 };
  const few = { ...one, events: sizes.rateEvents };
  const withModel = { partitions: 2, replicas: 1, events: sizes.vectorEvents, embedder: 'minilm' } as const;
  if (chosen.includes('whole')) await measureWhole(run(keeper('cluster'), { ...one, events }));
  if (chosen.includes('profile')) await measureProfile(run(keeper('cluster-profile'), few));
  if (chosen.includes('vectors')) await measureVectors(run(keeper('cluster-vectors'), withModel));
  const keepRates = keeper('cluster-rates');
  if (chosen.includes('rates'))
    for (const [partitions, replicas] of LAYOUTS) await measureRate(run(keepRates, { ...few, partitions, replicas }));
} finally {
  await servers.close();
  await rm(root, { recursive: true, force: true });
}
if (values.write) await writePages();
