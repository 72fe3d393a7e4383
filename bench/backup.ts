// `npm run bench:backup [events]`: backup and restore of one process by the command line, under writes. The restored
// data is compared with the original. `--kept FOLDER` works on a copy of a store that is filled there once, with drawn
// vectors.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { createClient, type Client } from '@total-recall/client';
import { eventually } from '../e2e/eventually.ts';
import { describeMachine, loadNow, machineLine } from './measure/machine.ts';
import { timed } from './measure/timing.ts';
import { keptStore, type KeptStore } from './memory/kept-store.ts';
import { serveProcess } from './service/serve-process.ts';
import { createQueries, createTraffic } from './service/traffic.ts';
import { toWire } from './service/wire-event.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { kept: { type: 'string' } } });
const EVENTS = Number(positionals[0] ?? 100_000);
const WRITERS = 8;
const AN_APPEND = 4;
const APPENDS_A_SECOND = 25;
const ALONE_MS = 8_000;
const PAIRS = 4;
const RECALLS = 50;
const CLI = join(import.meta.dirname, '..', 'apps', 'cli', 'bin', 'total-recall.js');

const run = promisify(execFile);
const root = await mkdtemp(join(tmpdir(), 'total-recall-backup-bench-'));
const [dataDir, target] = [join(root, 'data'), join(root, 'backup')];

interface Report {
  readonly seconds: number;
  readonly files: readonly { readonly bytes: number }[];
  readonly artifacts: { readonly count: number; readonly bytes: number };
  readonly artifactsCopied: number;
}

async function cli(...args: string[]): Promise<{ report: Report; ms: number; megabytes: number }> {
  let stdout = '';
  const ms = await timed(async () => ({ stdout } = await run(process.execPath, [CLI, ...args, '--json'], { maxBuffer: 1e8 })));
  const report = JSON.parse(stdout) as Report;
  return { report, ms, megabytes: report.files.reduce((sum, { bytes }) => sum + bytes, report.artifacts.bytes) / 1e6 };
}

/** Fills the service with hundreds of events per request, in as many sessions as the generated agents have runs. */
async function fill(client: Client): Promise<void> {
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const traffic = createTraffic(7, writer);
      let [done, runs] = [0, 0];
      while (done < EVENTS / WRITERS) {
        const { events, runStarts } = traffic.next();
        if (runStarts) runs += 1;
        await client.space('bench').session(`run-${writer}-${runs}`).append(events.map(toWire));
        done += events.length;
      }
      await client.space('bench').session(`run-${writer}-${runs}`).append({ kind: 'system_note', text: 'done' }, { wait: 'searchable' });
    }),
  );
}

/** Appends at a steady pace until told to stop. Returns the milliseconds of each append. */
async function write(client: Client, number: number, until: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  void until.finally(() => (isOver = true));
  const times: number[] = [];
  const events = Array.from({ length: AN_APPEND }, (_, at) => ({
    kind: 'user_message' as const,
    text: `The gauge of berth ${at} stands still. `.repeat(10),
  }));
  for (const start = performance.now(); !isOver;) {
    times.push(await timed(() => client.space('beside').session(`steady-${number}`).append(events)));
    await delay(Math.max(0, start + (times.length * 1_000) / APPENDS_A_SECOND - performance.now()));
  }
  return times;
}

function quantiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  return `p50/p95/p99 ${at(0.5)}/${at(0.95)}/${at(0.99)} ms, n ${sorted.length}`;
}

/**
 * Returns the answers about data from before any backup: windows of sessions, and recalls over the whole space. Ids of
 * single answers are left out.
 */
async function answersOf(client: Client, { spaceName, sessions, texts }: Asked): Promise<string[]> {
  const space = client.space(spaceName);
  const ask = createQueries(11, texts);
  const answers: string[] = [];
  for (const session of sessions) {
    const { blocks } = await space.session(session).window();
    answers.push(JSON.stringify(blocks));
  }
  for (let at = 0; at < RECALLS; at += 1) {
    const { hits, confidence, outcome } = await space.recall(ask());
    answers.push(JSON.stringify({ hits, confidence, outcome }));
  }
  return answers;
}

/** Sessions and texts that are queried before and after. */
interface Asked {
  readonly spaceName: string;
  readonly sessions: readonly string[];
  readonly texts: readonly string[];
}

async function filledHere(client: Client): Promise<Asked> {
  console.log(`filled with ${EVENTS} events in ${((await timed(() => fill(client))) / 1_000).toFixed(1)} s`);
  // Appends are quicker than the index: a recall that answers says that it is near.
  const answers = () => client.space('bench').recall({ query: 'gauge' });
  const behindMs = await timed(() => eventually(answers, { timeout: 1_200_000, interval: 1_000 }));
  console.log(`recall answers ${(behindMs / 1_000).toFixed(1)} s after that`);
  const { events } = await client.space('bench').session('run-0-1').events({ limit: 200 });
  return {
    spaceName: 'bench',
    sessions: Array.from({ length: WRITERS }, (_, writer) => `run-${writer}-1`),
    texts: events.flatMap(({ body }) => (body?.text ? [body.text] : [])),
  };
}

/** Selects the longest session and some of the others. */
function keptBefore({ filled }: KeptStore): Asked {
  const { longest, sessions, sample } = filled;
  return {
    spaceName: longest.space,
    sessions: [longest, ...sessions].slice(0, WRITERS).map(({ session }) => session),
    texts: sample.map(({ text }) => text),
  };
}

console.log(machineLine(describeMachine()));
const kept = values.kept === undefined ? undefined : await keptStore(values.kept, { events: EVENTS, embedder: 'minilm', seed: 1 });
await kept?.copyTo(dataDir);
const service = await serveProcess(dataDir);
const client = createClient({ url: service.url, apiKey: service.apiKey! });
const asked = kept === undefined ? await filledHere(client) : keptBefore(kept);
const before = await answersOf(client, asked);
const [alone, beside]: [number[], number[]] = [[], []];
for (let pair = 0; pair < PAIRS; pair += 1) {
  alone.push(...(await write(client, pair, delay(ALONE_MS))));
  const backup = cli('backup', dataDir, pair < PAIRS - 1 ? target : `${target}-whole`, ...(pair < PAIRS - 1 ? [] : ['--with-read-model']));
  beside.push(...(await write(client, pair, backup)));
  const { report, ms, megabytes } = await backup;
  console.log(
    `backup${pair < PAIRS - 1 ? '' : ' with read model'}: ${(ms / 1_000).toFixed(1)} s (${report.seconds} s of work), ${megabytes.toFixed(0)} MB, ${(megabytes / report.seconds).toFixed(0)} MB/s, ` +
      `${report.artifacts.count} artifacts, ${report.artifactsCopied} copied`,
  );
}
console.log(`appends alone: ${quantiles(alone)}`);
console.log(`appends beside a backup: ${quantiles(beside)}; load ${loadNow()}`);
await service.stop();
for (const from of [target, `${target}-whole`]) {
  const restored = `${from}-restored`;
  const { report, megabytes } = await cli('restore', from, restored, '--master-key', join(dataDir, 'master.key'));
  const again = await serveProcess(restored);
  const reader = createClient({ url: again.url, apiKey: service.apiKey! }).space('beside');
  const filledMs = await timed(async () => {
    await reader.session('after').append({ kind: 'system_note', text: 'restored' });
    for (let found = 0; found === 0; await delay(100))
      found = (
        await reader
          .session('after')
          .events()
          .catch(() => ({ events: [] }))
      ).events.length;
  });
  console.log(
    `restore of ${from === target ? 'a backup' : 'one with read model'}: ${report.seconds} s, ${(megabytes / report.seconds).toFixed(0)} MB/s; ready ${(again.readyMs / 1_000).toFixed(1)} s after the start, all folded ${(filledMs / 1_000).toFixed(1)} s after that`,
  );
  const same = (await answersOf(createClient({ url: again.url, apiKey: service.apiKey! }), asked)).filter(
    (answer, at) => answer === before[at],
  );
  await again.stop();
  const { stdout } = await run(process.execPath, [CLI, 'verify', '--json', '--data-dir', restored], {
    maxBuffer: 1e8,
    env: { ...process.env, TOTAL_RECALL_EMBEDDER: 'off' },
  });
  const { ok, kinds } = JSON.parse(stdout) as { ok: boolean; kinds: Readonly<Record<string, { checked: number; wrong: number }>> };
  const checked = Object.entries(kinds).map(([kind, of]) => `${of.checked} ${kind}`);
  console.log(
    `  ${same.length} of ${before.length} windows and recalls are equal; verify: ${ok ? 'nothing wrong' : 'WRONG'} of ${checked.join(', ')}`,
  );
}
await rm(root, { recursive: true, force: true });
