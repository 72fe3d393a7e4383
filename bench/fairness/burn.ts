import { Worker } from 'node:worker_threads';

/** Threads that share the load, about as many as searches of a noisy tenant have at work. */
const THREADS = 3;

/** Takes so many cores of the machine, and nothing else of any service, until `stop`. */
export function burn(cores: number): { stop(): Promise<void> } {
  const workers = Array.from(
    { length: THREADS },
    () => new Worker(new URL('../service/burn-worker.ts', import.meta.url), { workerData: cores / THREADS }),
  );
  return { stop: async () => void (await Promise.all(workers.map((worker) => worker.terminate()))) };
}
