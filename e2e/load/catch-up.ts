import type { EventLog } from '@total-recall/ports';
import { readMarks, type ReadModelPlace } from './read-model-watch.ts';

const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 100;

/** Waits until the read model holds the whole log and the log grows no more by what was decided on it. What is wrong where it does not come to that. */
export async function catchUp(log: EventLog, place: ReadModelPlace, patienceMs = PATIENCE_MS): Promise<string[]> {
  const until = performance.now() + patienceMs;
  let last: number[] = [];
  while (performance.now() < until) {
    last = await recordsBehind(log, place).catch(() => last);
    if (last.length > 0 && last.every((records) => records === 0)) return [];
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return [`after ${patienceMs / 1_000} s the marks are ${last.join(', ')} records behind the log`];
}

/** By partition. */
async function recordsBehind(log: EventLog, place: ReadModelPlace): Promise<number[]> {
  const marks = await readMarks(place);
  return Promise.all(marks.map(async ({ searchable }, partition) => (await log.end(partition)) - searchable));
}
