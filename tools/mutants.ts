// `npm run mutants`: changes the sources in memory, one place at a time, and shows that tests notice. Without options
// the fixed list, with `-- --after-tests` without a run of its tests before; `-- --sample 100` takes places of the domain
// and the services by seed, `--in libs/client,apps/cli` of other packages. Results of a sample are kept, so an
// interrupted run continues.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { checkFixed, checkUnchanged } from './mutants/check-fixed.ts';
import { FIXED_MUTANTS } from './mutants/fixed-mutants.ts';
import { createMutantRunner } from './mutants/mutant-runner.ts';
import { runSample } from './mutants/run-sample.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sample: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    in: {
      type: 'string',
      default: 'libs/domain,libs/services/consolidator,libs/services/gateway,libs/services/ingest,libs/services/retriever',
    },
    'after-tests': { type: 'boolean', default: false },
    results: { type: 'string', default: '.total-recall/mutants.jsonl' },
  },
});
const [count, seed] = [Number(values.sample), Number(values.seed)];
if (!Number.isSafeInteger(count) || count < 0 || !Number.isSafeInteger(seed)) throw new Error('--sample and --seed are whole numbers.');
const runner = createMutantRunner();
let isStopping = false;
process.once('SIGINT', () => (isStopping = true));
process.exitCode = count === 0 ? await fixed() : await sample();
runner.close();

async function fixed(): Promise<number> {
  const wanted = FIXED_MUTANTS.filter(({ file }) => file.includes(values.only));
  // While one mutant is written, and where all tests have just held, the run without any is left out.
  const wrong = values.only === '' && !values['after-tests'] ? await checkUnchanged(wanted, runner) : undefined;
  if (wrong !== undefined) {
    console.log(wrong);
    return 1;
  }
  const outcomes = await checkFixed(wanted, runner, ({ mutant: { file, why, text }, problem, by, seconds }) => {
    if (problem === undefined) console.log(`noticed  ${file}: ${why} (${by}, ${seconds.toFixed(1)} s)`);
    else console.log(`MISSED   ${file}: ${why}\n         ${text.trim()}\n         ${problem}`);
  });
  const missed = outcomes.filter(({ problem }) => problem !== undefined).length;
  console.log(`${outcomes.length} mutants, ${missed} missed`);
  return missed === 0 && outcomes.length > 0 ? 0 : 1;
}

async function sample(): Promise<number> {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const options = { count, seed, packages: values.in.split(','), results: values.results, commit, isStopping: () => isStopping };
  const kept = await runSample(runner, options, (one) => {
    const { outcome, file, line, text, replacement, by } = one;
    console.log(`${outcome.padEnd(9)} ${file}:${line}  ${text.slice(0, 60)} -> ${replacement}${by === undefined ? '' : `  (${by})`}`);
  });
  const of = (...outcomes: string[]): number => kept.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const noticed = of('killed', 'timed_out');
  const judged = kept.length - of('broken');
  console.log(
    `${noticed} of ${judged} noticed (${((100 * noticed) / judged).toFixed(1)} %); ${of('survived')} survived, ${of('untested')} without a test, ` +
      `${of('broken')} not judged`,
  );
  return 0;
}
