import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Load that keeps a service busy. It is sent from its own thread, so that it takes nothing from the measuring thread.
 */
export interface NoiseOrder {
  readonly url: string;
  readonly apiKey: string;
  /** Bodies, sent in turn; where there is none, the address is read. */
  readonly bodies: readonly Uint8Array[];
  readonly atOnce: number;
}

const { url, apiKey, bodies, atOnce } = workerData as NoiseOrder;
const agent = new Agent({ keepAlive: true });
const answers = new Map<number, number>();
let going = true;
parentPort!.once('message', () => (going = false));

/** Returns the status of an answer; 0 when there was none. */
function send(body: Uint8Array | undefined): Promise<number> {
  return new Promise((resolve) => {
    const sent = body && { 'Content-Type': 'application/json', 'Content-Length': body.length };
    const headers = { Authorization: `Bearer ${apiKey}`, ...sent };
    const asked = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (answer) =>
      answer.resume().on('end', () => resolve(answer.statusCode!)),
    );
    asked.on('error', () => resolve(0)).end(body);
  });
}

async function one(at: number): Promise<void> {
  while (going) {
    const status = await send(bodies[at % bodies.length]);
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (status === 503) await delay(1_000);
  }
}

await Promise.all(Array.from({ length: atOnce }, (_, at) => one(at)));
agent.destroy();
parentPort!.postMessage(answers);
