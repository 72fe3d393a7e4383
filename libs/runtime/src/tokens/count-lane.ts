import { Worker } from 'node:worker_threads';
import { TotalRecallError } from '../errors.ts';
import type { CountAnswer, CountQuestion, CountWorkerData } from './count-messages.ts';
import type { TokenFamily } from './token-family.ts';

interface Pending {
  readonly question: CountQuestion;
  readonly resolve: (counts: number[]) => void;
  readonly reject: (error: unknown) => void;
  attempts: number;
}

const MAX_ATTEMPTS = 2;

/** One counting thread and its pending questions. The thread starts with the first question and again after a crash. */
export interface CountLane {
  readonly pending: number;
  ask(family: string, texts: readonly string[]): Promise<number[]>;
  close(): Promise<void>;
}

/**
 * Creates the lane. A question whose thread crashed is asked once more; if that one crashes too, it
 * fails with `unavailable`.
 */
export function createCountLane(families: readonly TokenFamily[], workerUrl: URL = defaultWorkerUrl()): CountLane {
  const waiting = new Map<number, Pending>();
  let worker: Worker | undefined;
  let nextId = 1;
  let closed = false;

  function settle(answer: CountAnswer): void {
    const entry = waiting.get(answer.id);
    if (!entry) return;
    waiting.delete(answer.id);
    if (waiting.size === 0) worker?.unref();
    if ('counts' in answer) entry.resolve(answer.counts);
    else entry.reject(new TotalRecallError('internal', `Tokens could not be counted: ${answer.error}`));
  }

  function onExit(died: Worker, cause: unknown): void {
    if (worker !== died) return;
    worker = undefined;
    for (const [id, entry] of Array.from(waiting)) {
      if (!closed && entry.attempts < MAX_ATTEMPTS) {
        send(entry);
        continue;
      }
      waiting.delete(id);
      entry.reject(
        closed
          ? closedError()
          : new TotalRecallError('unavailable', 'The token counter crashed twice on this text.', { cause, retryAfterMs: 1_000 }),
      );
    }
  }

  function running(): Worker {
    if (worker) return worker;
    const started = startWorker(workerUrl, families);
    let cause: unknown;
    started.on('message', settle);
    started.on('error', (error) => {
      cause = error;
    });
    started.on('exit', () => onExit(started, cause));
    worker = started;
    return started;
  }

  function send(entry: Pending): void {
    entry.attempts += 1;
    const thread = running();
    thread.ref();
    thread.postMessage(entry.question);
  }

  return {
    get pending() {
      return waiting.size;
    },
    ask(family, texts) {
      if (closed) return Promise.reject(closedError());
      return new Promise((resolve, reject) => {
        const entry: Pending = { question: { id: nextId++, family, texts: [...texts] }, resolve, reject, attempts: 0 };
        waiting.set(entry.question.id, entry);
        send(entry);
      });
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

function startWorker(url: URL, families: readonly TokenFamily[]): Worker {
  const fromSource = url.pathname.endsWith('.ts');
  const data: CountWorkerData = { families };
  return new Worker(url, {
    workerData: data,
    execArgv: fromSource ? ['--conditions=total-recall-source', '--no-warnings=ExperimentalWarning'] : [],
  });
}

function defaultWorkerUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './count-worker.ts' : './count-worker.js', import.meta.url);
}

function closedError(): TotalRecallError {
  return new TotalRecallError('closed', 'The token counter is closed.');
}
