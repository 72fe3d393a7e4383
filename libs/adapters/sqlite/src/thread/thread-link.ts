import { Worker, type MessagePort } from 'node:worker_threads';

/** The way to a database in another thread. */
export interface ThreadLink {
  readonly threadId: number;
  readonly port: Worker | MessagePort;
  /** `run` gets the error by which the thread ended. */
  onFailed(run: (cause: unknown) => void): void;
  /** `run` is called once nothing answers any more: the database was closed, or its thread has ended. */
  onEnded(run: () => void): void;
  /** Ends the thread in the middle of its work. */
  kill(): Promise<unknown>;
}

/**
 * Returns the file of a worker beside the caller: `workerFile('./log-writer', import.meta.url)`; `.ts` in the source
 * tree, `.js` when built.
 */
export function workerFile(stem: string, importMetaUrl: string): URL {
  return new URL(`${stem}${importMetaUrl.endsWith('.ts') ? '.ts' : '.js'}`, importMetaUrl);
}

export function startWorker(name: string, file: URL, data?: unknown): Worker {
  const execArgv = ['--no-warnings=ExperimentalWarning'];
  if (file.pathname.endsWith('.ts')) execArgv.push('--conditions=total-recall-source');
  return new Worker(file, { workerData: data, name, execArgv });
}

/** Starts a thread that serves one database. */
export function linkOwnThread(name: string, file: URL, data: unknown): ThreadLink {
  const worker = startWorker(name, file, data);
  return {
    threadId: worker.threadId,
    port: worker,
    onFailed: (run) => void worker.on('error', run),
    onEnded: (run) => void worker.once('exit', run),
    kill: () => worker.terminate(),
  };
}
