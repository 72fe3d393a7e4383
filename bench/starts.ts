// `npm run bench:starts -- <folder of another build> [--runs 15]`: starts programs of both builds in turn, on folders
// that are there already. A short command spends most of its time starting; hooks of agents pay that with each prompt.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quantiles } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { withFolder } from './service/open-service.ts';
import { serveProcess } from './service/serve-process.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runs: { type: 'string', default: '15' } } });
const [other] = positionals;
if (other === undefined) throw new Error('Name the folder of another build, with its own node_modules, to measure against.');
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1.');
const BUILDS = { other, this: join(import.meta.dirname, '..') };

/** Nothing answers here, so that a hook ends without having asked a service for anything. */
const NOWHERE = { TOTAL_RECALL_URL: 'http://127.0.0.1:9', TOTAL_RECALL_API_KEY: 'tr_none' };
/** Each command, behind the exit code that it has to end with. */
const COMMANDS: Readonly<Record<string, readonly [code: number, ...args: string[]]>> = {
  'all of the help': [0, '--help'],
  'a hook of an agent without a service': [0, 'hook', 'claude-code'],
  'a recall without a service': [
    1,
    'recall',
    'which retries',
    '--url',
    NOWHERE.TOTAL_RECALL_URL,
    '--api-key',
    NOWHERE.TOTAL_RECALL_API_KEY,
  ],
};

/** Returns the time of one command in ms. */
async function timeCommand(checkout: string, [wanted, ...args]: readonly [number, ...string[]]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(checkout, 'apps/cli/bin/total-recall.js'), ...args], {
    env: { ...process.env, ...NOWHERE },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end('{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"which retries"}');
  const [code] = (await once(child, 'exit')) as [number | null];
  const ms = performance.now() - start;
  if (code !== wanted) throw new Error(`${args.join(' ')} ended with ${code}, not ${wanted}.`);
  return ms;
}

const taken = new Map<string, number[]>();
const note = (what: string, build: string, ms: number): void => {
  const key = `${what}, ${build}`;
  taken.set(key, [...(taken.get(key) ?? []), ms]);
};

await withFolder(async (folder) => {
  // The first round fills the cache of compiled code and makes the data folders, and does not count.
  for (let run = 0; run <= runs; run += 1) {
    for (const [build, checkout] of run % 2 === 0 ? Object.entries(BUILDS) : Object.entries(BUILDS).toReversed()) {
      for (const [what, args] of Object.entries(COMMANDS)) {
        const ms = await timeCommand(checkout, args);
        if (run > 0) note(what, build, ms);
      }
      const service = await serveProcess(join(folder, build), 'off', { checkout });
      if (run > 0) {
        note('a service until it is ready', build, service.readyMs);
        note('a service until it is ready, processor', build, await service.cpuMs());
      }
      await service.stop();
    }
  }
});

console.log(`${machineLine(describeMachine())}, load ${loadNow()}, n ${runs} each`);
for (const [what, times] of taken) {
  const { p50, p95 } = quantiles(times);
  console.log(`${what}: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
}
