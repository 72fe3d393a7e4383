import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

/** Reads what was noted in a file beside a database; undefined where there is none, or it cannot be read. */
export function readNoted(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Replaces what is noted beside a database, durably, so that it is never ahead of what was committed before. What it
 * belongs to is done and answered without it, as on a full disk: the next one is noted.
 */
export function writeNoted(file: string, text: string): void {
  try {
    const draft = openSync(`${file}.draft`, 'w', 0o600);
    try {
      writeSync(draft, text);
      fsyncSync(draft);
    } finally {
      closeSync(draft);
    }
    renameSync(`${file}.draft`, file);
  } catch {
    return;
  }
}
