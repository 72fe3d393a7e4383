// `npm run bench:mcp -- [--events 3000] [--rounds 200] [--out FILE]`: what the MCP server adds to a recall, and how long it
// takes to start. Each question is asked over HTTP directly, over MCP on stdio and over MCP on HTTP, in a new order, so
// that other load affects all alike. The first to ask a question also warms the service for the others, which is why the
// order is drawn.
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createClient, type NewEventWire } from '@total-recall/client';
import { createSeededRandom } from '@total-recall/evaluation';
import { callTool, connectStdio, startMcpHttp } from '../apps/cli/testing/mcp-clients.ts';
import { median, quantiles, round } from './measure/figures.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { withFolder } from './service/open-service.ts';
import { serveProcess } from './service/serve-process.ts';
import { createQueries, createTraffic } from './service/traffic.ts';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '3000' }, rounds: { type: 'string', default: '200' }, out: { type: 'string' } },
});
const [events, rounds] = [Number(values.events), Number(values.rounds)];
const WARM_UP = 20;
const STARTS = 11;
const SEED = 1;

type Env = Readonly<Record<string, string>>;
type Ask = (query: string) => Promise<unknown>;

async function fill(url: string, apiKey: string): Promise<string[]> {
  const session = createClient({ url, apiKey }).space('work').session('run');
  const texts: string[] = [];
  const traffic = createTraffic(SEED, 0);
  for (let at = 0; at < events;) {
    // Over HTTP an attachment is base64; recall does not need them here.
    const request = traffic.next().events.map(({ attachments: _none, ...event }) => event as NewEventWire);
    const isLast = at + request.length >= events;
    await session.append(request, { wait: isLast ? 'searchable' : 'durable' });
    texts.push(...request.flatMap(({ text }) => (text === undefined ? [] : [text])));
    at += request.length;
  }
  return texts;
}

/** Takes the time, and the CPU time of the server, from the start of the process until its tools are listed. */
async function timeStarts(env: Env): Promise<{ readonly wall: number[]; readonly cpu: number[] }> {
  const took = { wall: [] as number[], cpu: [] as number[] };
  for (let at = 0; at < STARTS; at += 1) {
    const before = performance.now();
    const { client, pid, close } = await connectStdio(['--space', 'work'], env, 'auto');
    await client.listTools();
    took.wall.push(performance.now() - before);
    took.cpu.push(await cpuMsOf(pid));
    await close();
  }
  return took;
}

/** Returns the CPU time of a process with all its threads, in steps of 10 ms, as Linux tells it. */
async function cpuMsOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function timeRecalls(env: Env, texts: readonly string[]): Promise<Map<string, number[]>> {
  const space = createClient({ url: env['TOTAL_RECALL_URL']!, apiKey: env['TOTAL_RECALL_API_KEY']! }).space('work');
  const stdio = await connectStdio(['--space', 'work'], env, 'auto');
  const http = await startMcpHttp(['--space', 'work'], env);
  const client = await http.connect('auto');
  const ways: (readonly [string, Ask])[] = [
    ['HTTP directly', (query) => space.recall({ queries: [query] })],
    ['MCP on stdio', (query) => callTool(stdio.client, 'recall', { query })],
    ['MCP on HTTP', (query) => callTool(client, 'recall', { query })],
  ];
  const took = new Map(ways.map(([name]) => [name, [] as number[]]));
  const random = createSeededRandom('order of ways');
  const query = createQueries(SEED, texts);
  for (let at = 0; at < WARM_UP + rounds; at += 1) {
    const asked = query();
    for (const [name, ask] of random.shuffled(ways)) {
      const before = performance.now();
      await ask(asked);
      if (at >= WARM_UP) took.get(name)!.push(performance.now() - before);
    }
  }
  await client.close();
  await stdio.close();
  await http.stop();
  return took;
}

const loadBefore = loadNow();
const { recalls, starts } = await withFolder(async (folder) => {
  const service = await serveProcess(folder, 'off', {
    env: { TOTAL_RECALL_RATE_LIMIT_PER_SECOND: '1000000', TOTAL_RECALL_RATE_LIMIT_BURST: '1000000' },
  });
  try {
    const env = { TOTAL_RECALL_URL: service.url, TOTAL_RECALL_API_KEY: service.apiKey! };
    const texts = await fill(service.url, service.apiKey!);
    return { recalls: await timeRecalls(env, texts), starts: await timeStarts(env) };
  } finally {
    await service.stop();
  }
});
const direct = recalls.get('HTTP directly')!;
const rows = [...recalls].map(([name, took]) => {
  const { p50, p95 } = quantiles(took);
  const ratio = median(took.map((one, at) => one / direct[at]!)).toFixed(2);
  return [`a recall, ${name}`, String(took.length), String(round(p50)), String(round(p95)), took === direct ? '' : ratio];
});
const startRow = (what: string, took: readonly number[]): string[] => {
  const { p50, p95 } = quantiles(took);
  return [what, String(took.length), String(round(p50)), String(round(p95)), ''];
};
rows.push(startRow('start on stdio until the tools are listed', starts.wall), startRow('the same, CPU time of the server', starts.cpu));
const table = {
  how: `npm run bench:mcp -- --events ${events} --rounds ${rounds}; ${machineLine(describeMachine())}`,
  load: `${loadBefore.join(' ')}, after ${loadNow().join(' ')}`,
  columns: ['ms', 'n', 'p50', 'p95', 'median ratio to HTTP, by question'],
  align: 'lrrrr',
  rows,
};
console.log(JSON.stringify(table, undefined, 2));
if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(table, undefined, 2)}\n`);
