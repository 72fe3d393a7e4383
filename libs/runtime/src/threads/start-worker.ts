import { Worker } from 'node:worker_threads';

/**
 * Returns the file of a worker beside the caller, by its path without an ending and the caller's `import.meta.url`:
 * `.ts` in the source tree, `.js` when built. The bundler finds workers by these calls, so each has both in plain text.
 */
export function workerFile(stem: string, importMetaUrl: string): URL {
  return new URL(`${stem}${importMetaUrl.endsWith('.ts') ? '.ts' : '.js'}`, importMetaUrl);
}

/** Starts a thread from a file of `workerFile`, under a name that debuggers show. */
export function startWorker(name: string, file: URL, data?: unknown): Worker {
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  if (file.pathname.endsWith('.ts')) execArgv.push('--conditions=total-recall-source');
  return new Worker(file, { workerData: data, name, execArgv });
}
