import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Embedding } from '@total-recall/ports';
import { collectWhenAsked } from '@total-recall/runtime/collect-garbage';
import type { EmbedAnswer, EmbedQuestion, EmbedWorkerData } from './embed-messages.ts';
import { createEncoder, loadOnnxRuntime, type Encoder, type OnnxRuntime } from './encoder.ts';

const port = parentPort!;
const say = (answer: EmbedAnswer, transfer: ArrayBuffer[] = []): void => port.postMessage(answer, transfer);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function start(): Promise<Encoder | undefined> {
  const started = performance.now();
  let runtime: OnnxRuntime;
  try {
    runtime = loadOnnxRuntime();
  } catch (error) {
    say({ kind: 'unusable', reason: 'runtime', message: messageOf(error) });
    return undefined;
  }
  try {
    const encoder = await createEncoder(runtime, workerData as EmbedWorkerData);
    say({ kind: 'ready', loadMs: performance.now() - started });
    return encoder;
  } catch (error) {
    say({ kind: 'unusable', reason: 'model', message: messageOf(error) });
    return undefined;
  }
}

async function answer(encoder: Encoder, { id, inputs, tokens }: EmbedQuestion): Promise<void> {
  const started = performance.now();
  try {
    const embeddings: Embedding[] = [];
    let pieces = 0;
    for (const input of inputs) {
      const encoded = await encoder.encode(input, tokens);
      embeddings.push(encoded.embedding);
      pieces += encoded.pieces;
    }
    say({ kind: 'embedded', id, embeddings, pieces, busyMs: performance.now() - started }, embeddings.flatMap(buffersOf));
  } catch (error) {
    say({ kind: 'failed', id, message: messageOf(error) });
  }
}

function buffersOf({ vector, tokens, kept }: Embedding): ArrayBuffer[] {
  const arrays = [
    vector,
    ...(tokens ? [tokens.ids, tokens.vectors, tokens.scales] : []),
    ...(kept ? [kept.ids, kept.lines, kept.codes] : []),
  ];
  return arrays.map((array) => array.buffer as ArrayBuffer);
}

/** Niceness of the thread: embedding may wait, answers of the service must not. */
const NICENESS = 5;

/**
 * Lowers the priority of this thread. Only Linux has a priority per thread; elsewhere it would apply to the whole
 * process.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // Without permission the thread shares the CPU evenly.
  }
}

giveWay();
collectWhenAsked();
const encoder = await start();
if (encoder) {
  port.on('message', (message: EmbedQuestion | 'end') => {
    if (message !== 'end') void answer(encoder, message);
    else void encoder.release().finally(() => port.close());
  });
} else {
  port.close();
}
