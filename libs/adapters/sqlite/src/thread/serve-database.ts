import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData, type MessagePort, type Transferable } from 'node:worker_threads';
import { collectWhenAsked } from '@total-recall/runtime/collect-garbage';
import { FULL_DISK } from './lock-refusal.ts';
import { resultCode } from './result-code.ts';
import { CLOSE_METHOD, type DatabaseHandlers, type ThreadFailure, type ThreadReply, type ThreadRequest } from './thread-messages.ts';

/**
 * A refusal with one of our codes, thrown inside a database thread. The main side rethrows it as `TotalRecallError`.
 */
export class DatabaseRefusal extends Error {
  readonly code: ThreadFailure['code'];
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ThreadFailure['code'], message: string, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = 'DatabaseRefusal';
    this.code = code;
    this.details = details;
  }
}

const transfers = new WeakMap<object, Transferable[]>();

/** Marks buffers of a handler's result to be moved to the main side, not copied. */
export function withTransfer<T extends object>(value: T, transferList: Transferable[]): T {
  transfers.set(value, transferList);
  return value;
}

/** Opens a database with the data given to `startDatabaseThread`. */
type OpenDatabase<Data = never> = (data: Data) => { readonly handlers: DatabaseHandlers; readonly close: () => void };

/** Databases of this thread by the module that serves them, where several share it. */
const loaded = new Map<string, OpenDatabase>();
let loading: { taken?: OpenDatabase } | undefined;

/**
 * Runs the worker side of a database thread: opens with the data given to `startDatabaseThread`, then answers calls one
 * after the other. If `open` throws, the start fails; if a handler throws, only its call fails.
 */
export function serveDatabase<Data>(open: OpenDatabase<Data>): void {
  if (loading) {
    loading.taken = open;
    return;
  }
  if (!parentPort) throw new Error('serveDatabase runs in a worker thread only');
  collectWhenAsked();
  void serveOn(parentPort, workerData, () => open);
}

/** Loads a module that calls `serveDatabase`, in a thread of several databases. One at a time. */
export async function loadDatabase(file: string): Promise<OpenDatabase> {
  const known = loaded.get(file);
  if (known) return known;
  loading = {};
  await import(file);
  const { taken } = loading;
  if (!taken) throw new Error(`${file} serves no database`);
  loaded.set(file, taken);
  return taken;
}

/** Opens a database and answers the calls that come through the port, one after the other. */
export async function serveOn(port: MessagePort, data: unknown, load: () => OpenDatabase | Promise<OpenDatabase>): Promise<void> {
  const post = (reply: ThreadReply, transferList?: Transferable[]): void => port.postMessage(reply, transferList);
  let opened: ReturnType<OpenDatabase>;
  try {
    opened = (await load())(data as never);
  } catch (error) {
    post({ kind: 'failed', failure: describeOpening(error, data) });
    port.close();
    return;
  }
  port.on('message', (request: ThreadRequest) => {
    try {
      if (request.method === CLOSE_METHOD) {
        opened.close();
        port.close();
        return;
      }
      const handler = opened.handlers[request.method] as ((...args: readonly unknown[]) => unknown) | undefined;
      if (!handler) throw new Error(`no handler named ${request.method}`);
      const value = handler(...request.args);
      post({ kind: 'result', id: request.id, value }, typeof value === 'object' && value ? transfers.get(value) : undefined);
    } catch (error) {
      post({ kind: 'error', id: request.id, failure: describeFailure(error) });
    }
  });
  post({ kind: 'ready' });
}

/** SQLite codes of errors that may pass: BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN. */
const PASSING_ERRORS: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 13, 14]);

/** SQLite codes for data on disk that is not what was written: CORRUPT, NOTADB. */
const DAMAGE: ReadonlySet<number> = new Set([11, 26]);

/** Reasons for codes that the operator can do something about. */
const REASONS: Readonly<Record<number, string>> = {
  8: 'it is not writable; change its permissions',
  10: 'its disk failed; see the system log',
  11: 'it is damaged',
  13: 'its disk is full; make room on it',
  26: 'it is damaged',
};

const SQLITE_ERROR = 1;

/**
 * Messages of statements that name what a schema lacks. SQLite gives them the code of any statement that is wrong, so a
 * mistake of a migration can only be told by its message.
 */
const OTHER_SCHEMA = /^no such (table|column)\b|has no column named|malformed/;

/** Describes why a database could not be opened, naming its file where the operator can do something about it. */
function describeOpening(error: unknown, data: unknown): ThreadFailure {
  const failure = describeFailure(error);
  const { path } = (data ?? {}) as { readonly path?: unknown };
  const errcode = (error as { errcode?: number } | null)?.errcode ?? 0;
  // An opening asks only for tables and columns that its migrations made, so one that is missing was changed on disk.
  if (errcode === SQLITE_ERROR && OTHER_SCHEMA.test(failure.message)) return { ...failure, code: 'damaged', reason: 'it is damaged' };
  if (typeof path !== 'string') return failure;
  const closed = refusalOfSystem(error, path);
  if (closed !== undefined) return { ...failure, refused: true, code: 'unavailable', message: closed, details: { file: path } };
  const remedy = REMEDIES[resultCode(errcode)];
  if (remedy === undefined) return failure;
  return { ...failure, refused: true, message: `${path} cannot be opened: ${remedy}`, details: { file: path } };
}

/** Says what to do about a file that the system does not let this user open, or make; undefined for other errors. */
function refusalOfSystem(error: unknown, path: string): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EROFS') return `${path} is on a file system that is read-only. Look into the log of the system, or mount it for writing.`;
  if (code !== 'EACCES' && code !== 'EPERM') return undefined;
  return existsSync(path)
    ? `${path} may not be read and written by this user. Change its owner, or run: chmod 600 ${path}`
    : `${path} cannot be made: this user may not write into ${dirname(path)}. Change the owner of that folder, or run: chmod 700 ${dirname(path)}`;
}

function describeFailure(error: unknown): ThreadFailure {
  if (error instanceof DatabaseRefusal)
    return { refused: true, code: error.code, message: error.message, details: error.details, stack: error.stack };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const errcode = (error as { errcode?: unknown } | null)?.errcode;
  const reason = typeof errcode === 'number' ? REASONS[resultCode(errcode)] : undefined;
  return {
    refused: false,
    code: codeOf(errcode),
    message,
    stack,
    ...(reason !== undefined && { reason }),
    ...(typeof errcode === 'number' && { errcode }),
  };
}

/** Remedies for codes that keep a database from being opened: READONLY, IOERR, FULL, CANTOPEN. */
const REMEDIES: Readonly<Record<number, string>> = {
  8: 'it is not writable. Change its permissions, and those of its folder.',
  10: 'its disk failed. Look into the log of the system.',
  13: FULL_DISK,
  14: 'the system does not open it, or a file beside it. Check the permissions of these and of their folder.',
};

function codeOf(errcode: unknown): ThreadFailure['code'] {
  if (typeof errcode !== 'number') return 'internal';
  if (DAMAGE.has(resultCode(errcode))) return 'damaged';
  return PASSING_ERRORS.has(resultCode(errcode)) ? 'unavailable' : 'internal';
}
