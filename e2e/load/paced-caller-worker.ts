// One caller of a service in its own thread, so that its CPU time is not part of the service's figures.
import { parentPort, workerData } from 'node:worker_threads';
import { fetchOverGrpc } from '@total-recall/nest/testing';
import { OPERATIONS, type OperationName, type PacedCallerOptions, type PacedReport } from './paced-caller.ts';

const { url, grpcAddress, apiKey, perSecond, textBytes } = workerData as PacedCallerOptions;
const MOST_UNANSWERED = 256;
const LISTED = 10;
const grpc = grpcAddress === undefined ? undefined : fetchOverGrpc(grpcAddress);
const send = grpc?.fetch ?? fetch;
const text = 'Crates of instruments stand at the quay. '.repeat(Math.ceil(textBytes / 41)).slice(0, textBytes);
let turn = 0;

const REQUESTS: Readonly<Record<OperationName, () => readonly [path: string, body: unknown]>> = {
  append: () => ['/sessions/s1/events', { events: [{ kind: 'user_message', text: `Number ${turn}. ${text}` }] }],
  window: () => ['/sessions/s1/window', {}],
  recall: () => ['/recall', { query: `where does crate ${turn % 100} stand`, session: 's1' }],
};

/** Sends requests at a fixed pace without waiting for answers. */
async function run(seconds: number): Promise<PacedReport> {
  const latenciesMs: Record<OperationName, number[]> = { append: [], window: [], recall: [] };
  const report = { sent: 0, refused: 0, refusedWithoutWait: 0, notSent: 0, refusedMs: [] as number[], latenciesMs, failed: [] as string[] };
  const pending = new Set<Promise<void>>();

  const ask = async (name: OperationName): Promise<void> => {
    const [path, body] = REQUESTS[name]();
    const from = performance.now();
    try {
      const response = await send(`${url}/v1/spaces/main${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.text();
      const ms = performance.now() - from;
      if (response.ok) return void latenciesMs[name].push(ms);
      if (response.status !== 429) throw new Error(`${response.status} ${answer.slice(0, 200)}`);
      report.refused += 1;
      report.refusedMs.push(ms);
      if (!(Number(response.headers.get('retry-after')) >= 1)) report.refusedWithoutWait += 1;
    } catch (error) {
      if (report.failed.length < LISTED) report.failed.push(`${name}: ${String(error)}`);
    }
  };

  const began = performance.now();
  for (let at = 0; at < seconds * perSecond; at++) {
    const wait = began + (at * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (pending.size >= MOST_UNANSWERED) {
      report.notSent += 1;
      continue;
    }
    turn += 1;
    report.sent += 1;
    const asked: Promise<void> = ask(OPERATIONS[turn % OPERATIONS.length]!).finally(() => pending.delete(asked));
    pending.add(asked);
  }
  await Promise.all(pending);
  return report;
}

parentPort!.on('message', (message: { seconds: number } | 'close') => {
  if (message !== 'close') return void run(message.seconds).then((report) => parentPort!.postMessage(report));
  grpc?.close();
  parentPort!.close();
});
