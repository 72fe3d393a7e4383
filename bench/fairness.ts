// `npm run bench:fairness`: measures the waiting time of one tenant while another asks far more than its share of the
// CPU, within its rates. Phases alone and beside take turns, and the p95 of each operation is compared phase by phase.
// `--cluster` measures servers and services, each in its own process. `--noise hollow` sends bodies of 30 MB of empty
// objects, four at a time, in place of heavy recalls; `--noise texts` sends appends of 30 MB; `--noise facts` searches
// `--facts` facts for words that none has, `--heavy` at a time. `--burn` adds a phase to each pair in which threads that
// only count take as much processor as the noise took. `--embedder minilm`, `--checkout` for another build of one
// process, `--partitions` of a cluster, `--write` keeps the tables and puts them into the pages.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFairCluster, openFairProcess } from './fairness/fair-target.ts';
import { measurePairs } from './fairness/measure-pairs.ts';
import { noiseOf } from './fairness/noise.ts';
import { fill, fillFacts } from './fairness/quiet-caller.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { renderTables } from './measure/render-tables.ts';
import { saveResult } from './measure/report.ts';
import { writePages } from './measure/write-pages.ts';
import { withFolder, type BenchEmbedder } from './service/open-service.ts';

const { values } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    partitions: { type: 'string', default: '1' },
    events: { type: 'string', default: '5000' },
    heavy: { type: 'string', default: '200' },
    facts: { type: 'string', default: '18000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    embedder: { type: 'string', default: 'off' },
    noise: { type: 'string', default: 'recalls' },
    burn: { type: 'boolean', default: false },
    checkout: { type: 'string', default: join(import.meta.dirname, '..') },
    write: { type: 'boolean', default: false },
  },
});
const [events, rounds, seconds] = [values.events, values.rounds, values.seconds].map(Number) as [number, number, number];
const { cluster, checkout } = values;
const embedder = values.embedder as BenchEmbedder;
const noise = noiseOf(values.noise, Number(values.heavy));
const where = cluster ? 'on a cluster' : 'in one process';
const title = `${noise.atOnce} ${values.noise} of one tenant ${where}, ${events} events, embedder ${embedder}`;
const machine = { ...describeMachine(), loadBefore: loadNow() };
const [startedAt, from] = [new Date().toISOString(), performance.now()];
const note = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
console.log(`${machineLine(machine)}\n${title}`);

await withFolder(async (folder) => {
  const target = cluster
    ? await openFairCluster(folder, { embedder, partitions: values.partitions }, note)
    : await openFairProcess(folder, embedder, checkout);
  try {
    await fill(target, events);
    if (values.noise === 'facts') await fillFacts(target, Number(values.facts));
    const tables = await measurePairs(target, { title, noise, rounds, seconds, burn: values.burn });
    console.log(`\n${renderTables(tables)}`);
    if (!values.write) return;
    const suite = `fairness-${cluster ? 'cluster' : 'process'}-${values.noise}`;
    const taken = (performance.now() - from) / 1_000;
    await saveResult({ suite, quick: false, seed: 0, startedAt, seconds: taken, machine, loadAfter: loadNow(), tables });
  } finally {
    await target.close();
  }
});
if (values.write) await writePages();
