import type { Marks } from '@total-recall/domain';
import type { Clock, EventLog, Scheduler } from '@total-recall/ports';
import { TotalRecallError, type Health } from '@total-recall/runtime';
import { createFillStatus } from './fill-status.ts';

/** Writes a generation from the log: the projectors of ingest, started and with a health of their own. */
export interface GenerationFiller {
  /** The log that it reads. */
  readonly log: Pick<EventLog, 'end' | 'partitions'>;
  /** True when it makes vectors too. */
  readonly hasVectors: boolean;
  /** Reads the marks of the generation that it fills. */
  marks(partition: number): Promise<Marks>;
  /** Not ready once it failed and no retry helps. Errors: what the caller can mend, such as a full disk. */
  health(): Health;
  /** Stops it from writing. Errors: `unavailable` if it did not stop in time. A second call does nothing. */
  stop(): Promise<void>;
}

export interface FillProgress {
  readonly generation: string;
  readonly filled: number;
  readonly records: number;
  /** Estimated time left at the speed so far; absent until that is known. */
  readonly leftSeconds?: number;
}

export interface Filled {
  /** Records of the log that the generation holds. */
  readonly records: number;
  /** Records that it did not hold at the first look. */
  readonly added: number;
  readonly seconds: number;
}

export interface FillDeps {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly scheduler: Pick<Scheduler, 'delay'>;
  /** Name of what is filled in errors: `read model`, `index generation`. */
  readonly noun: string;
  /** Pause between two looks. */
  readonly lookMs: number;
  /** Told of a look that failed, which is then tried again, as a server may come back. Without it the fill fails. */
  readonly onMissedLook?: (error: unknown) => void;
}

export interface FillOptions {
  readonly generation: string;
  /** Reads the marks of the generation that is read meanwhile. Its vectors set how many are enough. */
  readonly marksRead?: (partition: number) => Promise<Marks>;
  readonly onProgress?: (progress: FillProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Waits until a filler has filled its generation, and stops it. Returns undefined when the signal ended the wait.
 * Errors: `internal` when the filler failed, and those of its health and its stop.
 */
export async function fillGeneration(
  filler: GenerationFiller,
  { clock, scheduler, noun, lookMs, onMissedLook }: FillDeps,
  { generation, marksRead = filler.marks, onProgress, signal }: FillOptions,
): Promise<Filled | undefined> {
  const look = createFillStatus({ log: filler.log, clock, marks: filler.marks, marksRead, hasVectors: filler.hasVectors });
  const fromMs = clock.monotonicMs();
  let before: number | undefined;
  while (!signal?.aborted) {
    const { ready, detail } = filler.health();
    if (!ready) throw new TotalRecallError('internal', `The ${noun} cannot be filled: ${detail}.`);
    const seen = onMissedLook ? await look().catch(onMissedLook) : await look();
    if (seen) {
      const { filled, records, isFull } = seen;
      before ??= filled;
      const seconds = (clock.monotonicMs() - fromMs) / 1_000;
      const leftSeconds = filled > before ? Math.ceil(((records - filled) * seconds) / (filled - before)) : undefined;
      onProgress?.({ generation, filled, records, ...(leftSeconds !== undefined && { leftSeconds }) });
      if (isFull) {
        await filler.stop();
        return { records, added: filled - before, seconds };
      }
    }
    await scheduler.delay(lookMs, signal).catch(() => undefined);
  }
  return undefined;
}
