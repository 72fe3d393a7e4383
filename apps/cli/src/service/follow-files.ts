import { stat } from 'node:fs/promises';
import type { Scheduler } from '@total-recall/ports';
import { findSessions, statOf, type SessionFile } from './find-sessions.ts';

const LOOK_EVERY_MS = 1_000;
const LONGEST_PAUSE_SCANS = 32;
const SCAN = Symbol('scan');

/**
 * Calls `onGrown` for every session file that is new or has changed since the last scan, until the signal fires. Files
 * are handled one after another; a file that grows meanwhile is found by the next scan. What fails is tried again after
 * 1, 2, 4 ... scans, at most 32. While a folder cannot be listed, the files that were found last are followed.
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
    /** Called each time that a file fails, or a listing where none is given. Ends the following by throwing. */
    onFailed(error: unknown, file?: SessionFile): void;
    /** Called when a file that had failed was handled, or a listing was made again. */
    onRecovered(file?: SessionFile): void;
  },
): Promise<void> {
  const { scheduler, signal, onGrown, lookEveryMs = LOOK_EVERY_MS } = options;
  const tooLarge = new Set<string>();
  const onTooLarge = (file: SessionFile): void => {
    if (!tooLarge.has(file.path)) options.onTooLarge(file);
    tooLarge.add(file.path);
  };
  const pauses = createPauses();
  /** Returns undefined where it fails or is paused. */
  const attempt = async <T>(work: () => Promise<T>, file?: SessionFile): Promise<T | undefined> => {
    const key = file?.path ?? SCAN;
    if (pauses.isPaused(key)) return undefined;
    try {
      const result = await work();
      if (pauses.end(key)) options.onRecovered(file);
      return result;
    } catch (error) {
      if (signal.aborted) return undefined;
      pauses.begin(key);
      options.onFailed(error, file);
      return undefined;
    }
  };
  const seen = new Map(options.known.map((file) => [file.path, stampOf(file)]));
  let files: readonly SessionFile[] = options.known;
  while (!signal.aborted) {
    files = (await attempt(() => present(path, onTooLarge))) ?? (await lookAgain(files));
    for (const file of files) {
      if (signal.aborted) return;
      if (seen.get(file.path) === stampOf(file)) continue;
      const stamp = await attempt(async () => {
        await onGrown(file);
        return stampOf(file);
      }, file);
      if (stamp !== undefined) seen.set(file.path, stamp);
    }
    await scheduler.delay(lookEveryMs, signal).catch(() => undefined);
  }
}

/** Lists the files at a path. A file that is being replaced may be missing for a moment. */
async function present(path: string, onTooLarge: (file: SessionFile) => void): Promise<readonly SessionFile[]> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere ? findSessions(path, onTooLarge) : [];
}

async function lookAgain(files: readonly SessionFile[]): Promise<readonly SessionFile[]> {
  const looked = await Promise.all(files.map((file) => statOf(file).catch(() => undefined)));
  return looked.filter((file) => file !== undefined);
}

/** Counts the scans that what failed is left alone for. */
function createPauses() {
  const paused = new Map<string | symbol, { scans: number; left: number }>();
  return {
    isPaused(key: string | symbol): boolean {
      const pause = paused.get(key);
      if (pause === undefined || pause.left === 0) return false;
      pause.left -= 1;
      return true;
    },
    begin(key: string | symbol): void {
      const scans = Math.min(LONGEST_PAUSE_SCANS, Math.max(1, (paused.get(key)?.scans ?? 0) * 2));
      paused.set(key, { scans, left: scans });
    },
    /** Returns true where it had failed before. */
    end: (key: string | symbol): boolean => paused.delete(key),
  };
}

function stampOf({ sizeBytes, modifiedAt }: SessionFile): string {
  return `${sizeBytes} ${modifiedAt}`;
}
