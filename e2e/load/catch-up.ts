import type { EventLog } from '@total-recall/ports';
import { readMarks, type ReadModelPlace } from './read-model-watch.ts';

const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 100;

/** Returns the offsets of the last records, by partition. */
export const endsOf = (log: EventLog): Promise<number[]> =>
  Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));

/**
 * Waits until the read model has reached the end of the log, including events that are appended meanwhile, or `upTo`.
 * Returns the problems if it does not within two minutes.
 */
export async function catchUp(log: EventLog, place: ReadModelPlace, upTo?: readonly number[]): Promise<string[]> {
  const until = performance.now() + PATIENCE_MS;
  let last: number[] = [];
  while (performance.now() < until) {
    last = await recordsBehind(place, upTo ?? (() => endsOf(log))).catch(() => last);
    if (last.length > 0 && last.every((records) => records <= 0)) return [];
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return [`after ${PATIENCE_MS / 1_000} s the marks are ${last.join(', ')} records behind the log`];
}

async function recordsBehind(place: ReadModelPlace, upTo: readonly number[] | (() => Promise<number[]>)): Promise<number[]> {
  const marks = await readMarks(place);
  const ends = typeof upTo === 'function' ? await upTo() : upTo;
  return marks.map(({ searchable }, partition) => ends[partition]! - searchable);
}
