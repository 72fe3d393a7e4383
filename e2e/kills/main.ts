// `npm run kills -- --kills 1000`: kills the standalone service again and again, by seeds. Results are kept by seed, so
// an interrupted run continues.
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../bench/measure/machine.ts';
import { openHashingEndpoint } from '../hashing-endpoint.ts';
import { planOf } from './kill-plan.ts';
import { runKill, type KillResult } from './run-kill.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    first: { type: 'string', default: '1' },
    results: { type: 'string', default: '.total-recall/kills.jsonl' },
  },
});
const [wanted, first, results] = [Number(values.kills), Number(values.first), resolve(values.results)];
if (!(wanted >= 1) || !Number.isSafeInteger(first)) throw new Error('--kills and --first are whole numbers, --kills at least 1.');

type Kept = KillResult & { readonly date: string; readonly commit: string };

const kept: Kept[] = (await readFile(results, 'utf8').catch(() => ''))
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Kept);
await mkdir(dirname(results), { recursive: true });
const { commit } = describeMachine();
let isStopping = false;
process.once('SIGINT', () => (isStopping = true));

/** Makes vectors by hashing words, as their meaning does not matter here. */
const embedder = await openHashingEndpoint(32);

const sum = (of: (one: Kept) => number): number => kept.reduce((total, one) => total + of(one), 0);
for (let seed = first; sum(({ kills }) => kills) < wanted && !isStopping; seed += 1) {
  if (kept.some(({ plan }) => plan.seed === seed)) continue;
  const plan = planOf(seed);
  const result = await runKill(plan, embedder.env).catch((error: unknown): KillResult => ({
    plan,
    kills: 1,
    acknowledged: 0,
    repeated: 0,
    cuts: [],
    wrong: [`it ended with ${String(error)}`],
  }));
  const line: Kept = { ...result, date: new Date().toISOString(), commit };
  kept.push(line);
  await appendFile(results, `${JSON.stringify(line)}\n`);
  console.log(
    `${result.wrong.length === 0 ? 'holds' : 'WRONG'}  seed ${seed}: ${result.kills} kills, ${result.acknowledged} acknowledged; ${result.cuts.join(', ')}`,
  );
  for (const wrong of result.wrong) console.log(`  ${wrong}`);
}
await embedder.close();
const wrong = kept.filter((one) => one.wrong.length > 0);
console.log(
  `${sum(({ kills }) => kills)} kills over ${kept.length} seeds, ${sum(({ cuts }) => cuts.length)} write-ahead logs cut, ${sum(({ acknowledged }) => acknowledged)} events acknowledged, ` +
    `${sum(({ kinds }) => kinds?.vectors.checked ?? 0)} vectors and ${sum(({ kinds }) => kinds?.artifacts.checked ?? 0)} artifacts looked at; wrong: ${wrong.map(({ plan }) => plan.seed).join(', ') || 'none'}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
