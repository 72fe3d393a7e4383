import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { OpenRequest } from './shared-worker.ts';
import { startWorker, workerFile } from '@total-recall/runtime/start-worker';
import type { ThreadLink } from './thread-link.ts';

/**
 * One thread for several databases, whose calls wait for each other. A thread takes 8 MiB and some 50 ms of processor
 * before it does anything, so databases that are rarely asked share one where memory is short, and all do in a program
 * that serves nobody.
 */
export interface SharedThread {
  /** Has the thread open another database: `file` calls `serveDatabase`, `data` is for its `open`. */
  link(file: URL, data: unknown): ThreadLink;
  /** Ends the thread. Databases that are still open are cut off as by a kill, so they are closed before. */
  close(): Promise<void>;
}

export function startSharedThread(name: string): SharedThread {
  const worker = startWorker(name, workerFile('./shared-worker', import.meta.url));
  const exited = once(worker, 'exit').catch(() => undefined);
  let hasExited = false;
  // Each database listens.
  worker.setMaxListeners(0);
  worker.once('exit', () => (hasExited = true));
  return {
    link(file, data) {
      const { port1, port2 } = new MessageChannel();
      const request: OpenRequest = { file: file.href, data, port: port2 };
      worker.postMessage(request, [port2]);
      worker.once('exit', () => port1.close());
      if (hasExited) port1.close();
      return {
        port: port1,
        onFailed: (run) => void worker.on('error', run),
        onEnded: (run) => void port1.once('close', run),
        kill: () => worker.terminate(),
      };
    },
    async close() {
      await worker.terminate();
      await exited;
    },
  };
}
