import { IMPORT_LIMITS } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';

/** Bytes that what is said of the rest has room in. */
const NOTE_BYTES = 200;

/**
 * Returns a text as an event can hold it. One that is too large keeps its beginning and says how much is left out: as much
 * of it as the clients keep, so that an event is the same whichever way it comes.
 */
export function boundText(given: string, line: number, report: ImportReport): string {
  const text = given.toWellFormed();
  const most = IMPORT_LIMITS.eventTextBytes;
  // A UTF-16 unit is at most three bytes, so most texts need no counting.
  if (text.length * 3 <= most) return text;
  const size = Buffer.byteLength(text);
  if (size <= most) return text;
  const kept = text.slice(0, Math.floor((most - NOTE_BYTES) / 3)).toWellFormed();
  const left = size - Buffer.byteLength(kept);
  report.warn(line, `${left} of ${size} bytes of a text left out: an event has ${most} at most`);
  return `${kept}\n[${left} of ${size} bytes left out: an event has ${most} at most]`;
}
