import { basename } from 'node:path';
import type { Transferable } from 'node:worker_threads';
import { TotalRecallError } from '@total-recall/runtime';
import type { SharedThread } from './shared-thread.ts';
import { linkOwnThread, type ThreadLink } from './thread-link.ts';
import { CLOSE_METHOD, type DatabaseHandlers, type ThreadFailure, type ThreadReply } from './thread-messages.ts';

export interface DatabaseThread<Handlers extends DatabaseHandlers> {
  /** Id that no other database of this process has or had. */
  readonly id: number;
  /** Runs a handler in the thread, in order of the calls. Buffers in `transferList` are moved and not copied. */
  call<Method extends keyof Handlers & string>(
    method: Method,
    args: Parameters<Handlers[Method]>,
    transferList?: readonly Transferable[],
  ): Promise<Awaited<ReturnType<Handlers[Method]>>>;
  /** Lets the calls in flight finish, closes the database and ends the thread. Kills the thread at the deadline. */
  close(deadlineMs?: number): Promise<void>;
}

export interface DatabaseThreadOptions {
  /** Name shown in errors and in the name of the thread. */
  readonly name: string;
  /** File of the worker, from `workerFile`. */
  readonly file: URL;
  /** Data passed to the thread's `open`. */
  readonly data: unknown;
  /** Thread that it shares with other databases. Default: one of its own. */
  readonly beside?: SharedThread;
  /** Most waiting calls; one more is refused with `unavailable`. Default: 10,000. */
  readonly maxPending?: number;
}

/** Delay before a retry: somebody has to make room first. */
const DISK_RETRY_MS = 10_000;
let lastId = 0;

interface PendingCall {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts a thread that owns a database connection and resolves once it is open. Errors: those of its `open`. If the
 * thread crashes, every pending and later call rejects with `unavailable`.
 */
export async function startDatabaseThread<Handlers extends DatabaseHandlers>(
  options: DatabaseThreadOptions,
): Promise<DatabaseThread<Handlers>> {
  const { name, file, data, beside, maxPending = 10_000 } = options;
  const link = beside ? beside.link(file, data) : linkOwnThread(name, file, data);
  const { port } = link;
  const database = fileOf(data) ?? name;
  const pending = new Map<number, PendingCall>();
  let nextId = 0;
  let ended: TotalRecallError | undefined;
  let closing: Promise<void> | undefined;

  const end = (reason: TotalRecallError): void => {
    ended ??= reason;
    for (const call of pending.values()) call.reject(ended);
    pending.clear();
  };
  const exited = new Promise<void>((resolve) => {
    link.onEnded(() => {
      end(new TotalRecallError(closing ? 'closed' : 'unavailable', `The database thread "${name}" has ended.`));
      resolve();
    });
  });
  const send = <T>(method: string, args: readonly unknown[], transferList?: readonly Transferable[]): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (ended) return reject(ended);
      if (pending.size >= maxPending)
        return reject(
          new TotalRecallError('unavailable', `The database thread "${name}" has ${maxPending} calls waiting.`, { retryAfterMs: 100 }),
        );
      const id = nextId++;
      pending.set(id, { resolve: resolve as (value: never) => void, reject });
      try {
        port.postMessage({ id, method, args }, transferList);
      } catch (error) {
        pending.delete(id);
        reject(error as Error);
      }
    });

  await new Promise<void>((resolve, reject) => {
    port.on('message', (reply: ThreadReply) => {
      if (reply.kind === 'ready') return resolve();
      if (reply.kind === 'failed') return reject(rebuildError(database, reply.failure));
      const call = pending.get(reply.id);
      pending.delete(reply.id);
      if (reply.kind === 'result') call?.resolve(reply.value as never);
      else call?.reject(rebuildError(database, reply.failure));
    });
    link.onFailed((cause) => {
      const error = new TotalRecallError('unavailable', `The database thread "${name}" crashed; restart the service.`, { cause });
      end(error);
      reject(error);
    });
    void exited.then(() => reject(ended));
  });

  const close = async (deadlineMs: number): Promise<void> => {
    if (!ended) send(CLOSE_METHOD, []).catch(() => undefined);
    await killAfter(deadlineMs, link, exited);
  };
  return {
    id: (lastId += 1),
    call: (method, args, transferList) =>
      closing ? Promise.reject(new TotalRecallError('closed', `The database "${name}" is closed.`)) : send(method, args, transferList),
    close: (deadlineMs = 10_000) => (closing ??= close(deadlineMs)),
  };
}

/** Resolves when the thread has ended, by itself or killed at the deadline. */
async function killAfter(deadlineMs: number, link: ThreadLink, exited: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const killed = new Promise<void>((resolve) => {
    timer = setTimeout(() => void link.kill().then(() => resolve()), deadlineMs);
  });
  try {
    await Promise.race([exited, killed]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the name of the file that a thread opens. Its folder is no caller's business. */
function fileOf(data: unknown): string | undefined {
  const { path } = (data ?? {}) as { readonly path?: unknown };
  return typeof path === 'string' ? basename(path) : undefined;
}

function rebuildError(database: string, failure: ThreadFailure): TotalRecallError {
  const { errcode } = failure;
  const cause = Object.assign(new Error(`${database}: ${failure.message}`), errcode !== undefined && { errcode });
  if (failure.stack) cause.stack = failure.stack;
  if (failure.refused) return new TotalRecallError(failure.code, failure.message, { details: failure.details, cause });
  const why = failure.reason === undefined ? '' : `: ${failure.reason}`;
  const retryAfterMs = failure.code === 'unavailable' && failure.reason !== undefined ? DISK_RETRY_MS : undefined;
  return new TotalRecallError(failure.code, `An operation on ${database} failed${why}.`, {
    cause,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
