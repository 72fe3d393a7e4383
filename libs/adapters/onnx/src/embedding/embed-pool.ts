import type { Embedding, EmbeddingInput } from '@total-recall/ports';
import { startEmbedLane, type EmbeddedAnswer, type EmbedLane } from './embed-lane.ts';
import type { EmbedWorkerData } from './embed-messages.ts';
import { createWorkQueue, type EmbedCall, type Share } from './work-queue.ts';

/** Pool of embedding threads with the queue of waiting calls. */
export interface EmbedPool {
  /** Time from start to a loaded model, of the slowest thread. */
  readonly loadMs: number;
  /** Embeds a call of at least one text. Fails with the first of its shares that fails. */
  embed(inputs: readonly EmbeddingInput[], tokens: boolean): Promise<Embedding[]>;
  close(): Promise<void>;
}

/**
 * Size of a share, about 125 wordpieces: a query waits some 10 ms for it. A single text may be longer, up to 256
 * wordpieces.
 */
const SHARE_LIMITS = { maxTexts: 4, maxCharacters: 500 };

/** Starts all threads. If one fails, ends the others and throws the first error. */
export async function startEmbedPool(
  threads: number,
  data: EmbedWorkerData,
  onShare: (answer: EmbeddedAnswer) => void,
): Promise<EmbedPool> {
  const lanes = await startLanes(threads, data);
  const queue = createWorkQueue(SHARE_LIMITS);
  let nextId = 1;

  function dispatch(): void {
    for (const lane of lanes) {
      if (lane.busy) continue;
      const share = queue.take();
      if (!share) return;
      void work(lane, share).then(dispatch);
    }
  }

  async function work(lane: EmbedLane, { call, from, inputs }: Share): Promise<void> {
    try {
      const answer = await lane.ask({ id: nextId++, inputs, tokens: call.tokens });
      answer.embeddings.forEach((embedding, index) => (call.results[from + index] = embedding));
      onShare(answer);
      call.open -= inputs.length;
      if (call.open === 0) call.done();
    } catch (error) {
      queue.drop(call);
      call.done(error);
    }
  }

  return {
    loadMs: Math.max(...lanes.map((lane) => lane.loadMs)),
    embed(inputs, tokens) {
      return new Promise((resolve, reject) => {
        const call: EmbedCall = {
          inputs,
          tokens,
          results: [],
          next: 0,
          open: inputs.length,
          done: (error) => (error === undefined ? resolve(call.results) : reject(error)),
        };
        queue.add(call);
        dispatch();
      });
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

async function startLanes(threads: number, data: EmbedWorkerData): Promise<Awaited<ReturnType<typeof startEmbedLane>>[]> {
  const starting = await Promise.allSettled(Array.from({ length: Math.max(1, threads) }, () => startEmbedLane(data)));
  const lanes = starting.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = starting.find((outcome) => outcome.status === 'rejected');
  if (!failed) return lanes;
  await Promise.all(lanes.map((lane) => lane.close()));
  throw failed.reason;
}
