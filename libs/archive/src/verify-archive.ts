import { sessionKey } from '@total-recall/domain';
import type { EventLog, LogRecord, SegmentStore } from '@total-recall/ports';
import type { ChapterSegment, ReadChapter } from './chapter-format.ts';
import { findChapter, loadSegment } from './load-chapter.ts';
import { sumOfRecords } from './segment-format.ts';

export type ArchiveFault =
  | 'chapter_missing'
  | 'chapter_damaged'
  | 'chain_broken'
  | 'segment_missing'
  | 'segment_damaged'
  | 'segment_not_named'
  | 'differs_from_log';

export interface ArchiveProblem {
  readonly partition: number;
  readonly chapter: number;
  readonly fault: ArchiveFault;
  /** First offset of the segment; absent for a problem of a chapter. */
  readonly first?: number;
}

export interface VerifiedPartition {
  readonly partition: number;
  readonly chapters: number;
  readonly segments: number;
  readonly records: number;
  /** Size of the sealed bodies. */
  readonly bytes: number;
  /** Last offset in the archive and in the log; -1 if empty. */
  readonly archivedTo: number;
  readonly end: number;
  /** The first hundred. */
  readonly problems: readonly ArchiveProblem[];
}

const READ_RECORDS = 1_000;
const PROBLEMS = 100;

/**
 * Compares the archive of a partition with its log, record by record, and checks all checksums and
 * the chain. Changes nothing.
 */
export async function verifyArchive(log: EventLog, segments: SegmentStore, partition: number): Promise<VerifiedPartition> {
  const place = { generation: log.generation, partition };
  const chapters = await segments.chapters(place);
  const end = await log.end(partition);
  const problems: ArchiveProblem[] = [];
  const totals = { segments: 0, records: 0, bytes: 0, archivedTo: -1 };
  let before: Pick<ReadChapter, 'to' | 'sum'> | undefined = { to: -1, sum: '' };
  for (let number = 0; number < chapters; number++) {
    const report = (fault: ArchiveFault, first?: number): void => {
      if (problems.length < PROBLEMS) problems.push({ partition, chapter: number, fault, ...(first === undefined ? {} : { first }) });
    };
    const chapter = await faultless(() => findChapter(segments, place, number), report, 'chapter_missing', 'chapter_damaged');
    if (chapter) {
      if (before && (chapter.previous !== before.sum || chapter.from !== before.to + 1)) report('chain_broken');
      await compareWithLog(log, chapter, report);
      for (const segment of chapter.segments)
        await faultless(() => loadSegment(segments, place, segment), report, 'segment_missing', 'segment_damaged', segment.first);
      totals.segments += chapter.segments.length;
      totals.records += chapter.records;
      totals.bytes += chapter.bytes;
      totals.archivedTo = chapter.to;
    }
    before = chapter;
  }
  return { partition, chapters, ...totals, end, problems };
}

type Report = (fault: ArchiveFault, first?: number) => void;

async function compareWithLog(log: EventLog, chapter: ReadChapter, report: Report): Promise<void> {
  const runs = Map.groupBy(await recordsBetween(log, chapter), ({ envelope }) => sessionKey(envelope));
  for (const segment of chapter.segments) {
    const key = sessionKey(segment);
    if (sumOfRecords(runs.get(key) ?? []) !== segment.sum) report('differs_from_log', segment.first);
    runs.delete(key);
  }
  for (const records of runs.values()) report('segment_not_named', records[0]!.position.offset);
}

async function recordsBetween(log: EventLog, { partition, from, to }: ReadChapter): Promise<LogRecord[]> {
  const found: LogRecord[] = [];
  for (let next = from; next <= to;) {
    const records = await log.read(partition, next, READ_RECORDS);
    if (records.length === 0) break;
    found.push(...records.filter(({ position }) => position.offset <= to));
    next = records.at(-1)!.position.offset + 1;
  }
  return found;
}

/** Reads an object. Reports a missing or damaged one and returns undefined. Errors: those of the store being away. */
async function faultless<T>(
  look: () => Promise<T | undefined>,
  report: Report,
  missing: ArchiveFault,
  damaged: ArchiveFault,
  first?: ChapterSegment['first'],
): Promise<T | undefined> {
  try {
    const found = await look();
    if (found === undefined) report(missing, first);
    return found;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'not_found' && code !== 'internal') throw error;
    report(code === 'not_found' ? missing : damaged, first);
    return undefined;
  }
}
