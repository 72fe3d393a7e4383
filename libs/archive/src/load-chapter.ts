import type { ArchivePartition, LogRecord, SegmentStore } from '@total-recall/ports';
import { inParallel, TotalRecallError } from '@total-recall/runtime';
import { decodeChapter, type ChapterSegment, type ReadChapter } from './chapter-format.ts';
import { decodeSegment } from './segment-format.ts';

const READS_AT_A_TIME = 16;

/** Reads a chapter without its records; undefined if there is none. Errors: `internal` if it is damaged. */
export async function findChapter(segments: SegmentStore, place: ArchivePartition, number: number): Promise<ReadChapter | undefined> {
  const at = { generation: place.generation, partition: place.partition, number };
  const stored = await segments.chapter(at);
  return stored && decodeChapter(at, stored);
}

/**
 * Reads the records of a segment. Errors: `not_found` if it is gone, `internal` if it is damaged or not the
 * one that its chapter names.
 */
export async function loadSegment(
  segments: SegmentStore,
  { generation, partition }: ArchivePartition,
  { tenant, space, session, first, last, sum }: ChapterSegment,
): Promise<LogRecord[]> {
  const place = { generation, partition, tenant, space, session, first, last };
  const bytes = await segments.get(place);
  if (!bytes) throw new TotalRecallError('not_found', `A segment is gone from the archive: partition ${partition}, offset ${first}.`);
  const decoded = await decodeSegment(place, bytes);
  if (decoded.sum !== sum)
    throw new TotalRecallError('internal', `A segment is another than its chapter names: partition ${partition}, offset ${first}.`);
  return decoded.records;
}

/** Reads all records of a chapter into memory, in the order of the log. Errors: those of `loadSegment`. */
export async function loadChapter(segments: SegmentStore, chapter: ReadChapter): Promise<LogRecord[]> {
  const runs = await inParallel(chapter.segments, READS_AT_A_TIME, (segment) => loadSegment(segments, chapter, segment));
  return runs.flat().sort((a, b) => a.position.offset - b.position.offset);
}
