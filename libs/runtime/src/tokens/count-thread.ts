import type { Worker } from 'node:worker_threads';
import { startWorker } from '../threads/start-worker.ts';
import type { CountAnswer, CountOrder, CountWorkerData } from './count-messages.ts';
import type { TokenFamily } from './token-family.ts';

/** A thread that counts. It starts with the first order, and again with the next one after it has died. */
export interface CountThread {
  post(order: CountOrder): void;
  /** Lets the process end while nothing is counted. */
  rest(): void;
  close(): Promise<void>;
}

interface CountThreadEvents {
  readonly onAnswer: (answer: CountAnswer) => void;
  /** Called where the thread ended, by a crash or by `close`: orders without an answer are lost. */
  readonly onExit: (cause: unknown) => void;
}

export function createCountThread(families: readonly TokenFamily[], url: URL, { onAnswer, onExit }: CountThreadEvents): CountThread {
  let worker: Worker | undefined;

  function running(): Worker {
    if (worker) return worker;
    const data: CountWorkerData = { families };
    const started = startWorker('count', url, data);
    let cause: unknown;
    started.on('message', onAnswer);
    started.on('error', (error) => {
      cause = error;
    });
    started.on('exit', () => {
      if (worker !== started) return;
      worker = undefined;
      onExit(cause);
    });
    worker = started;
    return started;
  }

  return {
    post(order) {
      const thread = running();
      thread.ref();
      thread.postMessage(order);
    },
    rest: () => worker?.unref(),
    async close() {
      await worker?.terminate();
    },
  };
}
