import { importSession, type ImportFormat, type ImportResult } from '@total-recall/importers';
import type { Clock, Scheduler } from '@total-recall/ports';
import { createWorkGate, startWorker, TotalRecallError, workerFile } from '@total-recall/runtime';

/** A session file of another tool. */
export interface SessionFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format?: ImportFormat;
}

/** Reads a tenant's file to sessions. Errors: `unavailable`, and those of `WorkGate`. */
export type ReadSessionFile = (file: SessionFile, tenant: string) => Promise<ImportResult>;

/** Size up to which a file is read at once: it takes a few milliseconds, and a thread some hundred to start. */
const SMALL_BYTES = 256 * 1024;
const GATE = { slots: 1, deadlineMs: 20_000, waitingPerTenant: 8, waiting: 64 };
const COST_BYTES = 1024 * 1024;

/** Creates the reader of files. Larger ones are read in a thread that ends with its file, one at a time, with tenants in turn. */
export function createFileReader(deps: { readonly clock: Clock; readonly scheduler: Scheduler }): ReadSessionFile {
  const gate = createWorkGate(deps, GATE);
  return async (file, tenant) => {
    if (file.bytes.length <= SMALL_BYTES) return importSession(file);
    const cost = file.bytes.length / COST_BYTES;
    return gate.run({ tenant, kind: 'parse', cost }, async (turn) => {
      // A caller gives way to others before its file is read, as it may be refused then.
      await turn.spend(cost);
      return readInThread(file);
    });
  };
}

async function readInThread(file: SessionFile): Promise<ImportResult> {
  const thread = startWorker('import', workerFile('./file-thread', import.meta.url), file);
  try {
    return await new Promise<ImportResult>((resolve, reject) => {
      const ended = (cause?: unknown): void =>
        reject(new TotalRecallError('unavailable', 'The file could not be read just now.', { cause, retryAfterMs: 1_000 }));
      thread.once('message', resolve).once('error', ended);
      thread.once('exit', () => ended());
    });
  } finally {
    await thread.terminate();
  }
}
