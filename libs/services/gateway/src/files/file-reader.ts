import { importSession, type ImportFormat, type ImportResult } from '@total-recall/importers';
import type { Clock, Scheduler } from '@total-recall/ports';
import { createWorkGate, startWorker, TotalRecallError, workerFile } from '@total-recall/runtime';

/** A session file of another tool. */
export interface SessionFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format?: ImportFormat;
}

/**
 * Reads a tenant's file to sessions. Errors: `payload_too_large` for one that takes too long, `invalid_request` once `gone`
 * is aborted, `unavailable`, and those of `WorkGate`.
 */
export type ReadSessionFile = (file: SessionFile, tenant: string, gone?: AbortSignal) => Promise<ImportResult>;

/** Size up to which a file is read at once: it takes a few milliseconds, and a thread some hundred to start. */
const SMALL_BYTES = 256 * 1024;
const GATE = { slots: 1, deadlineMs: 20_000, waitingPerTenant: 8, waiting: 64 };
const COST_BYTES = 1024 * 1024;
/** Longest time for one file. The largest takes a few seconds; all tenants wait for a file that takes longer. */
const LIMIT_MS = 30_000;

interface FileReaderDeps {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly limitMs?: number;
}

/** Creates the reader of files. Larger ones are read in a thread that ends with its file, one at a time, with tenants in turn. */
export function createFileReader(deps: FileReaderDeps): ReadSessionFile {
  const gate = createWorkGate(deps, GATE);
  return async (file, tenant, gone) => {
    if (file.bytes.length <= SMALL_BYTES) return importSession(file);
    const cost = file.bytes.length / COST_BYTES;
    return gate.run({ tenant, kind: 'parse', cost }, async (turn) => {
      // A caller gives way to others before its file is read, as it may be refused then.
      await turn.spend(cost);
      refuseGone(gone);
      return readInThread(file, deps, gone);
    });
  };
}

async function readInThread(
  file: SessionFile,
  { scheduler, limitMs = LIMIT_MS }: FileReaderDeps,
  gone?: AbortSignal,
): Promise<ImportResult> {
  const thread = startWorker('import', workerFile('./file-thread', import.meta.url), file);
  const done = new AbortController();
  try {
    return await new Promise<ImportResult>((resolve, reject) => {
      const ended = (cause?: unknown): void =>
        reject(new TotalRecallError('unavailable', 'The file could not be read just now.', { cause, retryAfterMs: 1_000 }));
      thread.once('message', resolve).once('error', ended);
      thread.once('exit', () => ended());
      gone?.addEventListener('abort', () => reject(callerLeft()), { signal: done.signal });
      scheduler.delay(limitMs, done.signal).then(
        () => reject(tooLong(limitMs)),
        () => undefined,
      );
    });
  } finally {
    done.abort();
    await thread.terminate();
  }
}

/** Errors: `invalid_request` where nobody waits for the import any more. */
export function refuseGone(gone: AbortSignal | undefined): void {
  if (gone?.aborted) throw callerLeft();
}

function callerLeft(): TotalRecallError {
  return new TotalRecallError('invalid_request', 'The caller left before its file was imported. Import it again to store the rest.');
}

function tooLong(limitMs: number): TotalRecallError {
  return new TotalRecallError(
    'payload_too_large',
    `The file takes more than ${limitMs / 1_000} seconds to read, and nothing of it was stored. Send it in smaller files.`,
  );
}
