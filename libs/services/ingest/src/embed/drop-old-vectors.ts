import { createChangeSignal } from '../follow/change-signal.ts';
import type { IngestDeps, IngestVectors } from '../ingest-deps.ts';

/** Pause between two parts, so that other writes of the index can run. */
const PAUSE_MS = 20;

/** Pause between two looks at what other processes have reached. */
const LOOK_MS = 60_000;

type DropperDeps = Pick<IngestDeps, 'log' | 'index' | 'scheduler' | 'observer'>;

/**
 * Erases the vectors of earlier models once the current model has caught up in every partition; until then a change of
 * the model can be undone. The store says so, since other processes may have the other partitions: its progress is
 * compared with how far the index had come in all of them at the first look. That is when the first partition reports
 * that it has caught up; later looks follow once a minute, and at each report while all partitions have reported to
 * this process. Runs in the background, once per process.
 */
export function createOldVectorDropper({ log, index, scheduler, observer }: DropperDeps, { index: vectors }: IngestVectors) {
  const stopping = new AbortController();
  const signal = createChangeSignal(scheduler);
  const reported = new Set<number>();
  let reports = 0;
  let targets: readonly number[] | undefined;
  let dropping: Promise<void> | undefined;

  async function readTargets(): Promise<readonly number[]> {
    const read: number[] = [];
    while (read.length < log.partitions) read.push((await index.marks(read.length)).searchable);
    return read;
  }

  async function hasCaughtUp(model: string): Promise<boolean> {
    targets ??= await readTargets();
    for (const [partition, target] of targets.entries()) if ((await vectors.progress(partition, model)) < target) return false;
    return true;
  }

  async function drop(model: string): Promise<void> {
    while (!stopping.signal.aborted && (await vectors.dropOtherModels(model))) await scheduler.delay(PAUSE_MS, stopping.signal);
  }

  async function dropOnceCaughtUp(model: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const before = reports;
      try {
        if (await hasCaughtUp(model)) return await drop(model);
      } catch (error) {
        if (!stopping.signal.aborted) observer.failed('embed', error);
      }
      const isDue = (): boolean => stopping.signal.aborted || (reported.size === log.partitions && reports > before);
      await signal.until(isDue, { timeoutMs: LOOK_MS, lookMs: LOOK_MS });
    }
  }

  return {
    caughtUp(partition: number, model: string): void {
      if (stopping.signal.aborted) return;
      reported.add(partition);
      reports += 1;
      signal.changed();
      dropping ??= dropOnceCaughtUp(model);
    },
    async stop(): Promise<void> {
      stopping.abort();
      signal.changed();
      await dropping;
    },
  };
}
