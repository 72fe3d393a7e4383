/** Bounds of one chapter of the archive. A record over a bound alone makes a chapter of its own. */
export interface ChapterLimits {
  readonly records: number;
  /** Of sealed bodies. */
  readonly bytes: number;
  /** Between the first record and the others, by when they were recorded. */
  readonly ageMs: number;
}

/** A chapter that is still gathered: what stands in it. */
export interface OpenChapter {
  readonly records: number;
  readonly bytes: number;
  readonly firstRecordedAt: number;
}

export type ChapterCut = 'records' | 'bytes' | 'age';

/**
 * Whether the chapter ends before the next record, and by which bound. By what is in the log alone, so whoever cuts a log cuts it alike, in
 * batches of any size and at any time.
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
