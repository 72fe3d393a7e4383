import type { MessagePort, Worker } from 'node:worker_threads';
import { startWorker } from '@total-recall/runtime/start-worker';

/** The way to a database in another thread. */
export interface ThreadLink {
  readonly port: Worker | MessagePort;
  /** `run` gets the error by which the thread ended. */
  onFailed(run: (cause: unknown) => void): void;
  /** `run` is called once nothing answers any more: the database was closed, or its thread has ended. */
  onEnded(run: () => void): void;
  /** Ends the thread in the middle of its work. */
  kill(): Promise<unknown>;
}

/** Starts a thread that serves one database. */
export function linkOwnThread(name: string, file: URL, data: unknown): ThreadLink {
  const worker = startWorker(name, file, data);
  return {
    port: worker,
    onFailed: (run) => void worker.on('error', run),
    onEnded: (run) => void worker.once('exit', run),
    kill: () => worker.terminate(),
  };
}
