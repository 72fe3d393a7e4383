import { stat } from 'node:fs/promises';
import type { Scheduler } from '@total-recall/ports';
import { findSessions, type SessionFile } from './find-sessions.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Calls `onGrown` for every session file at a path that has changed since it was looked at last, new ones in a folder included, until the signal
 * fires. One after another: a file that grows meanwhile is found by the next look.
 */
export async function followFiles(
  path: string,
  options: {
    readonly known: readonly SessionFile[];
    readonly scheduler: Pick<Scheduler, 'delay'>;
    readonly signal: AbortSignal;
    readonly lookEveryMs?: number;
    onGrown(file: SessionFile): Promise<void>;
  },
): Promise<void> {
  const { scheduler, signal, onGrown, lookEveryMs = LOOK_EVERY_MS } = options;
  const seen = new Map(options.known.map((file) => [file.path, stampOf(file)]));
  while (!signal.aborted) {
    for (const file of await present(path)) {
      if (signal.aborted) return;
      if (seen.get(file.path) === stampOf(file)) continue;
      await onGrown(file);
      seen.set(file.path, stampOf(file));
    }
    await scheduler.delay(lookEveryMs, signal).catch(() => undefined);
  }
}

/** A file that is being replaced may be away for a moment. */
async function present(path: string): Promise<SessionFile[]> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere ? findSessions(path) : [];
}

function stampOf({ sizeBytes, modifiedAt }: SessionFile): string {
  return `${sizeBytes} ${modifiedAt}`;
}
