import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { NoiseOrder } from '../service/noise-worker.ts';
import type { FairTarget } from './fair-target.ts';
import { text } from './texts.ts';

/** Requests of the noisy tenant. */
export interface Noise {
  readonly path: string;
  /** Bodies, sent in turn; where there is none, the path is read. */
  readonly bodies: readonly string[];
  readonly atOnce: number;
}

export function noiseOf(name: string, heavy: number): Noise {
  if (name === 'hollow')
    return { path: '/v1/spaces/big/sessions/s/events', bodies: [`{"events":[${'{},'.repeat(10_000_000)}{}]}`], atOnce: 4 };
  if (name === 'facts') return { path: '/v1/spaces/known/facts?text=zzzz', bodies: [], atOnce: heavy };
  if (name === 'texts') return { path: '/v1/spaces/large/sessions/s/events', bodies: [largeAppend()], atOnce: 1 };
  return { path: '/v1/spaces/big/recall', bodies: Array.from({ length: 16 }, heavyRecall), atOnce: heavy };
}

/** Builds a request of the largest size that the service accepts: eight queries of the longest kind, all hits. */
const heavyRecall = (): string => JSON.stringify({ queries: Array.from({ length: 8 }, () => text(1_200).slice(0, 8_000)), limit: 100 });

/** Builds 30 MB of events whose texts stay in the log. */
const largeAppend = (): string => {
  const long = text(24_000).slice(0, 250 * 1024);
  return JSON.stringify({ events: Array.from({ length: 120 }, (_, at) => ({ kind: 'user_message', text: `${at} ${long}` })) });
};

/**
 * Keeps this many requests of the noise in flight until `stop`, which resolves with the number of answers by status.
 */
export function makeNoise({ url, keys }: FairTarget, noise: Noise): { stop(): Promise<ReadonlyMap<number, number>> } {
  const order: NoiseOrder = {
    url: url + noise.path,
    apiKey: keys.noisy,
    bodies: noise.bodies.map((body) => Buffer.from(body)),
    atOnce: noise.atOnce,
  };
  const worker = new Worker(new URL('../service/noise-worker.ts', import.meta.url), {
    workerData: order,
    execArgv: ['--conditions=total-recall-source', '--no-warnings=ExperimentalWarning'],
  });
  return {
    stop: async () => {
      worker.postMessage('stop');
      const [answers] = (await once(worker, 'message')) as [ReadonlyMap<number, number>];
      return answers;
    },
  };
}
