// `npm run kills:sweeps -- --mode standalone|cluster --kills 200`: kills the consolidator in its sweeps again and again,
// by seeds. Results are kept by seed, so an interrupted run continues. On a cluster it starts real servers of its own.
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, loadNow } from '../../../bench/measure/machine.ts';
import { openSoakServers } from '../../faults/soak-servers.ts';
import { openClusterTarget } from './cluster-target.ts';
import { runSweepKills, type SweepKills } from './run-sweep-kills.ts';
import { openStandaloneTarget } from './standalone-target.ts';
import { sweepPlanOf } from './sweep-plan.ts';

const { values } = parseArgs({
  options: {
    mode: { type: 'string', default: 'standalone' },
    kills: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    results: { type: 'string' },
  },
});
const { mode } = values;
if (mode !== 'standalone' && mode !== 'cluster') throw new Error('--mode is standalone or cluster.');
const [wanted, first] = [Number(values.kills), Number(values.first)];
if (!(wanted >= 1) || !Number.isSafeInteger(first)) throw new Error('--kills and --first are whole numbers, --kills at least 1.');
const results = resolve(values.results ?? `.total-recall/sweep-kills-${mode}.jsonl`);

/** Between two sweeps that nobody asks for; the first comes with the start. */
const DAY_MINUTES = 1_440;

type Kept = SweepKills & { readonly date: string; readonly commit: string; readonly load: string };
const kept: Kept[] = (await readFile(results, 'utf8').catch(() => ''))
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Kept);
await mkdir(dirname(results), { recursive: true });
const { commit } = describeMachine();
let isStopping = false;
process.once('SIGINT', () => (isStopping = true));

const servers = mode === 'cluster' ? await openSoakServers((text) => console.log(`  ${text}`)) : undefined;
const openTarget = async (minutes: number) => {
  if (!servers) return openStandaloneTarget(minutes);
  const [kafka, opensearch] = [await servers.kafka(1), await servers.opensearch()];
  const [clickhouse, s3] = [await servers.clickhouse(), await servers.s3()];
  return openClusterTarget({ kafka, opensearch, clickhouse, s3 }, minutes);
};

const sum = (of: (one: Kept) => number): number => kept.reduce((total, one) => total + of(one), 0);
try {
  for (let seed = first; sum(({ kills }) => kills) < wanted && !isStopping; seed += 1) {
    if (kept.some((one) => one.seed === seed)) continue;
    const plan = sweepPlanOf(seed, mode);
    const result = await killSeed(plan).catch((error: unknown): SweepKills => ({
      seed,
      catchesUp: plan.catchesUp,
      kills: 1,
      inside: 0,
      events: 0,
      facts: 0,
      wrong: [`it ended with ${String(error)}`],
    }));
    const line: Kept = { ...result, date: new Date().toISOString(), commit, load: loadNow().join(' ') };
    kept.push(line);
    await appendFile(results, `${JSON.stringify(line)}\n`);
    const { kills, inside, events, facts, wrong } = result;
    console.log(
      `${wrong.length === 0 ? 'holds' : 'WRONG'}  seed ${seed}: ${kills} kills, ${inside} in a sweep; ${events} events, ${facts} facts`,
    );
    for (const one of wrong.slice(0, 10)) console.log(`  ${one}`);
  }
} finally {
  await servers?.close();
}

async function killSeed(plan: ReturnType<typeof sweepPlanOf>): Promise<SweepKills> {
  const target = await openTarget(plan.catchesUp ? DAY_MINUTES : 0);
  return runSweepKills(target, plan).finally(() => target.stop());
}

const wrong = kept.filter((one) => one.wrong.length > 0);
console.log(
  `${mode}: ${sum(({ kills }) => kills)} kills over ${kept.length} seeds, ${sum(({ inside }) => inside)} in a sweep, ` +
    `${sum(({ events }) => events)} events, ${sum(({ facts }) => facts)} facts; wrong: ${wrong.map(({ seed }) => seed).join(', ') || 'none'}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
