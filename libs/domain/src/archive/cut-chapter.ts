/** Limits of one archive chapter. A single record over a limit makes a chapter of its own. */
export interface ChapterLimits {
  readonly records: number;
  /** Total size of sealed bodies. */
  readonly bytes: number;
  /** Time between the recording of the first record and of any other, in milliseconds. */
  readonly ageMs: number;
}

/** A chapter still being filled: the totals of its records so far. */
export interface OpenChapter {
  readonly records: number;
  readonly bytes: number;
  readonly firstRecordedAt: number;
}

export type ChapterCut = 'records' | 'bytes' | 'age';

/**
 * Decides whether the chapter ends before the next record, and by which limit. Depends on the log alone, so every
 * process cuts a log at the same places, whatever its batches and timing.
 */
export function cutBefore(
  open: OpenChapter,
  next: { readonly bytes: number; readonly recordedAt: number },
  limits: ChapterLimits,
): ChapterCut | undefined {
  if (open.records === 0) return undefined;
  if (open.records >= limits.records) return 'records';
  if (open.bytes + next.bytes > limits.bytes) return 'bytes';
  return next.recordedAt - open.firstRecordedAt >= limits.ageMs ? 'age' : undefined;
}
