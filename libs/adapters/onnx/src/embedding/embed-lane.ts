import type { Worker } from 'node:worker_threads';
import { startWorker, TotalRecallError, workerFile } from '@total-recall/runtime';
import type { EmbedAnswer, EmbedQuestion, EmbedWorkerData } from './embed-messages.ts';

export type EmbeddedAnswer = Extract<EmbedAnswer, { kind: 'embedded' }>;

/** One embedding thread, which handles one request at a time. */
export interface EmbedLane {
  readonly busy: boolean;
  /**
   * Embeds one share of texts. Errors: `unavailable` when the thread died twice on it, or cannot be restarted;
   * `internal` when the model failed on it.
   */
  ask(question: EmbedQuestion): Promise<EmbeddedAnswer>;
  /** Ends the thread. Running work fails. */
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 2;

interface Thread {
  readonly worker: Worker;
  readonly loadMs: number;
  /** Resolves with the cause when the thread has ended. */
  readonly ended: Promise<unknown>;
}

/** Starts a thread and waits until its model is loaded. Errors: `unavailable`, naming what is missing. */
export async function startEmbedLane(data: EmbedWorkerData): Promise<EmbedLane & { readonly loadMs: number }> {
  let thread: Thread | undefined = await startThread(data);
  const { loadMs } = thread;
  let busy = false;
  let closed = false;

  async function ask(question: EmbedQuestion, attempt: number): Promise<EmbeddedAnswer> {
    if (closed) throw new TotalRecallError('closed', 'The embedder is closed.');
    thread ??= await startThread(data);
    const outcome = await outcomeOf(thread, question);
    if (outcome.kind === 'embedded') return outcome;
    if (outcome.kind === 'failed')
      throw new TotalRecallError('internal', 'The embedding model failed on a text.', { cause: outcome.message });
    thread = undefined;
    if (closed) throw new TotalRecallError('closed', 'The embedder is closed.');
    if (attempt < MAX_ATTEMPTS) return ask(question, attempt + 1);
    throw new TotalRecallError('unavailable', 'The embedding thread crashed twice on the same texts.', {
      cause: outcome.cause,
      retryAfterMs: 1_000,
    });
  }

  return {
    loadMs,
    get busy() {
      return busy;
    },
    async ask(question) {
      busy = true;
      try {
        return await ask(question, 1);
      } finally {
        busy = false;
      }
    },
    async close() {
      closed = true;
      if (!thread) return;
      // A busy thread runs native code and would handle the message only afterwards, so it is terminated.
      if (busy) await thread.worker.terminate();
      else thread.worker.postMessage('end');
      await thread.ended;
    },
  };
}

function startThread(data: EmbedWorkerData): Promise<Thread> {
  const worker = startWorker('embedder', workerFile('./embed-worker', import.meta.url), data);
  let cause: unknown;
  const ended = new Promise<unknown>((resolve) => worker.once('exit', () => resolve(cause)));
  worker.on('error', (error) => {
    cause = error;
  });
  return new Promise<Thread>((resolve, reject) => {
    let reason: TotalRecallError | undefined;
    worker.once('message', (answer: EmbedAnswer) => {
      if (answer.kind === 'ready') resolve({ worker, loadMs: answer.loadMs, ended });
      else if (answer.kind === 'unusable') reason = unusable(answer);
    });
    void ended.then(() =>
      reject(reason ?? new TotalRecallError('unavailable', 'The embedding thread ended while it was starting.', { cause })),
    );
  });
}

function unusable({ reason, message }: Extract<EmbedAnswer, { kind: 'unusable' }>): TotalRecallError {
  const text =
    reason === 'runtime'
      ? `The optional package onnxruntime-node cannot be used here, so there are no embeddings (is it installed, and is ${process.platform}-${process.arch} among its platforms?).`
      : 'The embedding model cannot be loaded: its files are not those of a model of this kind.';
  return new TotalRecallError('unavailable', text, { cause: message });
}

type Outcome = Extract<EmbedAnswer, { kind: 'embedded' | 'failed' }> | { readonly kind: 'died'; readonly cause: unknown };

/**
 * Asks the thread and resolves with its answer, or with the cause of its end. Not a race against `ended`, which would
 * keep every answer for as long as the thread lives.
 */
function outcomeOf({ worker, ended }: Thread, question: EmbedQuestion): Promise<Outcome> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome): void => {
      worker.off('message', listen).off('exit', die);
      resolve(outcome);
    };
    const listen = (answer: EmbedAnswer): void => {
      if ((answer.kind === 'embedded' || answer.kind === 'failed') && answer.id === question.id) settle(answer);
    };
    const die = (): void => void ended.then((cause) => settle({ kind: 'died', cause }));
    // A thread that has ended already tells nobody any more.
    if (worker.threadId === -1) return die();
    worker.on('message', listen).once('exit', die);
    worker.postMessage(question);
  });
}
