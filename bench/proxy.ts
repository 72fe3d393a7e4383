// `npm run bench:proxy -- [--samples 30] [--window 32000] [--traces FOLDER] [--only times|tokens] [--out FILE]`: the time to
// the first byte through the proxy and directly, of conversations that it knows and of ones that it has never seen; then
// the tokens that go to the vendor, and the share of them that repeats the beginning of the call before, over generated
// traces or those of a folder. The vendor is a server that answers at once.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSeededRandom, generateTraces } from '@total-recall/evaluation';
import type { ImportedSession } from '@total-recall/importers';
import { openTestProxy } from '@total-recall/proxy/testing';
import { createSystemScheduler } from '@total-recall/runtime';
import { startCli } from '../apps/cli/testing/run-cli.ts';
import { quantiles } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { startQuickVendor, timeToFirstByte, type QuickVendor } from './proxy/quick-vendor.ts';
import { bodyOf, replayThroughProxy, type ReplayedCalls } from './proxy/replay-through-proxy.ts';
import { withFolder } from './service/open-service.ts';
import { readSessionFiles } from './service/read-session-files.ts';

const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '30' },
    window: { type: 'string', default: '32000' },
    traces: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string' },
  },
});
const samples = Number(values.samples);
const TURNS = [10, 200] as const;
const WORDS = 'harbour crane quay ledger manifest pilot tide anchor berth cargo signal depot'.split(' ');

/** An agent's run: a call of a tool and some 2,000 characters of its output in each turn. */
function messagesOfRun(name: string, turns: number): string[] {
  const random = createSeededRandom(name);
  const word = (): string => `${WORDS[Math.floor(random.next() * WORDS.length)]} ${Math.floor(random.next() * 1e5)}`;
  const turn = (at: number): object[] => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'run', arguments: `{"at":${at}}` } }],
    },
    { role: 'tool', tool_call_id: `c${at}`, content: Array.from({ length: 160 }, word).join(', ') },
  ];
  const said = [{ role: 'user', content: `Run ${name}.` }, ...Array.from({ length: turns }, (_, at) => turn(at)).flat()];
  return said.map((message) => JSON.stringify(message));
}

async function timeRuns(proxyUrl: string, vendor: QuickVendor): Promise<string[][]> {
  const rows: string[][] = [];
  for (const turns of TURNS) {
    const took = { directly: [] as number[], known: [] as number[], 'never seen': [] as number[] };
    for (let at = -3; at < samples; at += 1) {
      const name = `${turns}-${at}`;
      const [known, fresh] = [messagesOfRun(`${name}-known`, turns), messagesOfRun(`${name}-new`, turns)];
      await timeToFirstByte(proxyUrl, bodyOf(known.slice(0, -2), `${name}-known`));
      const direct = await timeToFirstByte(vendor.url, bodyOf(known, name));
      const again = await timeToFirstByte(proxyUrl, bodyOf(known, `${name}-known`));
      const first = await timeToFirstByte(proxyUrl, bodyOf(fresh, `${name}-new`));
      if (at < 0) continue;
      took['directly'].push(direct);
      took['known'].push(again);
      took['never seen'].push(first);
    }
    for (const [what, times] of Object.entries(took)) {
      const { n, p50, p95 } = quantiles(times);
      rows.push([`${turns} turns, ${what === 'directly' ? what : `through the proxy, ${what}`}`, String(n), String(p50), String(p95)]);
    }
  }
  return rows;
}

async function readTraces(): Promise<readonly ImportedSession[]> {
  if (values.traces === undefined) return generateTraces({ traces: 4 }).flatMap(({ sessions }) => sessions);
  return (await readSessionFiles(values.traces)).flatMap(({ sessions }) => sessions);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Waits long for everything: on a busy machine a counter that is late would be taken for one that hangs. */
const patient = { ...createSystemScheduler(), delay: (_ms: number, signal?: AbortSignal) => wait(120_000, undefined, { signal: signal! }) };

async function countTokens(vendor: QuickVendor): Promise<string[][]> {
  const sessions = await readTraces();
  const totals: ReplayedCalls[] = [];
  for (const windowTokens of [Number(values.window), 128_000]) {
    const proxy = await openTestProxy(vendor.url, { windowTokens, scheduler: patient });
    totals.push(await replayThroughProxy(proxy.url, vendor, sessions));
    await proxy.close();
  }
  const row = (what: string, cell: (total: ReplayedCalls) => string): string[] => [what, ...totals.map(cell)];
  return [
    row('sessions, calls', ({ sessions: n, calls }) => `${n}, ${calls.toLocaleString('en')}`),
    row('tokens that the agent sent', ({ given }) => given.toLocaleString('en')),
    row('tokens that went to the vendor', ({ sent }) => sent.toLocaleString('en')),
    row('of these, in the same beginning as the call before', ({ repeated, sent }) => percent(repeated / sent)),
    row('the same without the proxy', ({ givenRepeated, given }) => percent(givenRepeated / given)),
    row('tokens not in it', ({ repeated, sent }) => (sent - repeated).toLocaleString('en')),
    row('tokens not in it, without the proxy', ({ givenRepeated, given }) => (given - givenRepeated).toLocaleString('en')),
  ];
}

const loadBefore = loadNow();
const result = await withFolder(async (folder) => {
  const vendor = await startQuickVendor();
  const started = startCli(
    ['proxy', '--port', '0', '--json', '--window', values.window, '--openai-url', vendor.url, '--data-dir', join(folder, 'memory')],
    { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'error' },
  );
  try {
    const { url } = JSON.parse(/^\{.*\}$/m.exec(await started.printed(/^\{.*\}$/m))![0]) as { url: string };
    const times = values.only === 'tokens' ? [] : await timeRuns(url, vendor);
    const tokens = values.only === 'times' ? [] : await countTokens(vendor);
    return { times, tokens };
  } finally {
    started.child.kill('SIGTERM');
    await started.finished;
    await vendor.close();
  }
});
const shared = {
  how: `npm run bench:proxy -- --samples ${samples} --window ${values.window}`,
  machine: machineLine(describeMachine()),
  load: `${loadBefore.join(' ')}, after ${loadNow().join(' ')}`,
};
const tables = {
  times: { ...shared, columns: ['ms to the first byte', 'n', 'p50', 'p95'], align: 'lrrr', rows: result.times },
  tokens: { ...shared, columns: ['replayed calls', `window ${values.window}`, 'window 128000'], align: 'lrr', rows: result.tokens },
};
console.log(JSON.stringify(tables, undefined, 2));
if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(tables, undefined, 2)}\n`);
