import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export const OPERATIONS = ['append', 'window', 'recall'] as const;
export type OperationName = (typeof OPERATIONS)[number];

export interface PacedCallerOptions {
  readonly url: string;
  /** Asks over gRPC where this is given. */
  readonly grpcAddress?: string;
  readonly apiKey: string;
  /** Requests, of each operation in turn. */
  readonly perSecond: number;
  /** Of the text of each event. */
  readonly textBytes: number;
}

export interface PacedReport {
  readonly sent: number;
  /** Answered 429, and how long that took. */
  readonly refused: number;
  readonly refusedMs: readonly number[];
  /** Of those: without a time to wait. */
  readonly refusedWithoutWait: number;
  /** Due while too many were unanswered. */
  readonly notSent: number;
  /** Of what was answered with 2xx. */
  readonly latenciesMs: Readonly<Record<OperationName, readonly number[]>>;
  /** Answered otherwise, the first few. */
  readonly failed: readonly string[];
}

/** One tenant's requests at a fixed pace, to the session `s1` of its space `main`. */
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
