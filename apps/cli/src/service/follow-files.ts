import { stat } from 'node:fs/promises';
import type { Scheduler } from '@total-recall/ports';
import { findSessions, type SessionFile } from './find-sessions.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Calls `onGrown` for every session file that is new or has changed since the last scan, until the signal fires. Files
 * are handled one after another; a file that grows meanwhile is found by the next scan.
 */
export async function followFiles(
  path: string,
  options: {
    readonly known: readonly SessionFile[];
    readonly scheduler: Pick<Scheduler, 'delay'>;
    readonly signal: AbortSignal;
    readonly lookEveryMs?: number;
    onGrown(file: SessionFile): Promise<void>;
    /** Called once for a file that has become too large to be read, and is not followed any more. */
    onTooLarge(file: SessionFile): void;
  },
): Promise<void> {
  const { scheduler, signal, onGrown, lookEveryMs = LOOK_EVERY_MS } = options;
  const tooLarge = new Set<string>();
  const onTooLarge = (file: SessionFile): void => {
    if (!tooLarge.has(file.path)) options.onTooLarge(file);
    tooLarge.add(file.path);
  };
  const seen = new Map(options.known.map((file) => [file.path, stampOf(file)]));
  while (!signal.aborted) {
    for (const file of await present(path, onTooLarge)) {
      if (signal.aborted) return;
      if (seen.get(file.path) === stampOf(file)) continue;
      await onGrown(file);
      seen.set(file.path, stampOf(file));
    }
    await scheduler.delay(lookEveryMs, signal).catch(() => undefined);
  }
}

/** Lists the files at a path. A file that is being replaced may be missing for a moment. */
async function present(path: string, onTooLarge: (file: SessionFile) => void): Promise<SessionFile[]> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere ? findSessions(path, onTooLarge) : [];
}

function stampOf({ sizeBytes, modifiedAt }: SessionFile): string {
  return `${sizeBytes} ${modifiedAt}`;
}
