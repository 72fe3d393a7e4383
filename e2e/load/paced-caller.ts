import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export const OPERATIONS = ['append', 'window', 'recall'] as const;
export type OperationName = (typeof OPERATIONS)[number];

export interface PacedCallerOptions {
  readonly url: string;
  /** Address of the gRPC port; without it requests go over HTTP. */
  readonly grpcAddress?: string;
  readonly apiKey: string;
  /** Requests per second, cycling through the operations. */
  readonly perSecond: number;
  /** Size in bytes of the text of each event. */
  readonly textBytes: number;
}

export interface PacedReport {
  readonly sent: number;
  /** Number of 429 answers, and how long they took. */
  readonly refused: number;
  readonly refusedMs: readonly number[];
  /** Number of them without a time to wait. */
  readonly refusedWithoutWait: number;
  /** Number of requests that were due while too many were unanswered. */
  readonly notSent: number;
  /** Latencies of 2xx answers. */
  readonly latenciesMs: Readonly<Record<OperationName, readonly number[]>>;
  /** The first few other answers. */
  readonly failed: readonly string[];
}

/** Requests of one tenant at a fixed pace, to the session `s1` of its space `main`. */
export interface PacedCaller {
  run(seconds: number): Promise<PacedReport>;
  close(): Promise<void>;
}

export function startPacedCaller(options: PacedCallerOptions): PacedCaller {
  const worker = new Worker(new URL('./paced-caller-worker.ts', import.meta.url), { workerData: options });
  return {
    async run(seconds) {
      worker.postMessage({ seconds });
      const [report] = (await once(worker, 'message')) as [PacedReport];
      return report;
    },
    async close() {
      worker.postMessage('close');
      await once(worker, 'exit');
    },
  };
}
