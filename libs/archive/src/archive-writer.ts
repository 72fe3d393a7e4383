import { cutBefore, sessionKey, type ChapterCut, type ChapterLimits } from '@total-recall/domain';
import { SEGMENT_LIMITS, type ArchivePartition, type LogRecord, type SegmentStore } from '@total-recall/ports';
import { inParallel, TotalRecallError } from '@total-recall/runtime';
import { encodeChapter, type Chapter, type ChapterSegment } from './chapter-format.ts';
import { findChapter } from './load-chapter.ts';
import { encodeSegment } from './segment-format.ts';

/** Writes the log of one partition into the archive, chapter by chapter. */
export interface ArchiveWriter {
  /**
   * Finds the end of the archive and drops gathered records. Call it first, and after an error. Resolves to the
   * last archived offset, or -1.
   */
  resume(): Promise<number>;
  /** Returns the offset of the next record to add. */
  next(): number;
  /** Takes the next records, in order, and writes each chapter that they complete. */
  add(records: readonly LogRecord[]): Promise<WrittenChapter[]>;
}

export interface WrittenChapter {
  readonly chapter: Chapter;
  /** False if another process had written the same. */
  readonly created: boolean;
  readonly storedBytes: number;
}

const WRITES_AT_A_TIME = 8;

/**
 * Creates the writer of one partition. Segments are durable before the chapter that names them, and a chapter marks its
 * records as archived: after a crash in between, the same bytes are written again under the same names. If another
 * writer's chapter is in the way, it continues after that one.
 */
export function createArchiveWriter(segments: SegmentStore, place: ArchivePartition, limits: ChapterLimits): ArchiveWriter {
  let number = 0;
  let from = 0;
  let previous = '';
  let gathered: LogRecord[] = [];
  let bytes = 0;

  async function resume(): Promise<number> {
    const count = await segments.chapters(place);
    if (count > 0) {
      const last = await findChapter(segments, place, count - 1);
      if (!last)
        throw new TotalRecallError('unavailable', `Chapter ${count - 1} of partition ${place.partition} is gone from the archive.`);
      previous = last.sum;
      from = last.to + 1;
    }
    number = count;
    gathered = [];
    bytes = 0;
    return from - 1;
  }

  /** Writes the gathered records as a chapter. Returns undefined if another chapter is already in its place. */
  async function write(cut: ChapterCut): Promise<WrittenChapter | undefined> {
    const runs = [...Map.groupBy(gathered, ({ envelope }) => sessionKey(envelope)).values()];
    const stored = await inParallel(runs, WRITES_AT_A_TIME, (records) => writeSegment(segments, place, records));
    const named = stored.map(({ segment }) => segment);
    const to = gathered.at(-1)!.position.offset;
    const chapter: Chapter = { ...place, number, from, to, records: gathered.length, bytes, cut, previous, segments: named };
    const encoded = await encodeChapter(chapter);
    const { created } = await segments.putChapter({ ...place, number }, encoded.bytes);
    if (!created && (await findChapter(segments, place, number))?.sum !== encoded.sum) return undefined;
    number += 1;
    from = to + 1;
    previous = encoded.sum;
    gathered = [];
    bytes = 0;
    return { chapter, created, storedBytes: encoded.bytes.length + stored.reduce((sum, { size }) => sum + size, 0) };
  }

  return {
    resume,
    next: () => (gathered.at(-1)?.position.offset ?? from - 1) + 1,
    async add(records) {
      const written: WrittenChapter[] = [];
      for (const record of records) {
        const open = { records: gathered.length, bytes, firstRecordedAt: gathered[0]?.envelope.recordedAt ?? 0 };
        const cut = cutBefore(open, { bytes: record.sealed.length, recordedAt: record.envelope.recordedAt }, limits);
        if (cut !== undefined) {
          const chapter = await write(cut);
          if (!chapter) {
            await resume();
            break;
          }
          written.push(chapter);
        }
        gathered.push(record);
        bytes += record.sealed.length;
      }
      return written;
    },
  };
}

async function writeSegment(
  segments: SegmentStore,
  place: ArchivePartition,
  records: readonly LogRecord[],
): Promise<{ segment: ChapterSegment; size: number }> {
  const { tenant, space, session } = records[0]!.envelope;
  const [first, last] = [records[0]!.position.offset, records.at(-1)!.position.offset];
  const { bytes, sum } = await encodeSegment(records);
  if (bytes.length > SEGMENT_LIMITS.bytes) throw new TotalRecallError('internal', 'A segment came out larger than any may be.');
  await segments.put({ ...place, tenant, space, session, first, last }, bytes);
  return { segment: { tenant, space, session, first, last, records: records.length, sum }, size: bytes.length };
}
