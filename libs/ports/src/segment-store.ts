import type { SessionAddress } from '@total-recall/domain';

/** A partition of one log. */
export interface ArchivePartition {
  readonly generation: string;
  readonly partition: number;
}

/** A session's records from one offset of its partition to another, both included. */
export interface SegmentPlace extends SessionAddress, ArchivePartition {
  readonly first: number;
  readonly last: number;
}

/** Of one partition, numbered from 0 without a gap. */
export interface ChapterPlace extends ArchivePartition {
  readonly number: number;
}

/** Bounds of one object, and of a page of a list. */
export const SEGMENT_LIMITS = { bytes: 512 * 1024 * 1024, page: 1_000 } as const;

/**
 * What the archive of the log is kept in: segments, each of one session, and chapters, each naming the segments of a run of a partition. Bytes are
 * opaque here; bodies in them are as sealed as in the log.
 *
 * - Append-only: `put` and `putChapter` write what is not there, and change nothing where something is. They resolve once the bytes are durable;
 *   of many writers one is told that it created.
 * - Order of writing is the caller's: a chapter goes in after its segments, so what a chapter names is there.
 * - `list` gives a session's segments of one log by their first offset, those that begin at `from` or later, at most `limit` (1..1000).
 * - `chapters` is one more than the number of the last that stands, 0 where there is none.
 * - A generation is 1 to 32 letters and digits, numbers are whole and not negative: anything else is refused with `invalid_request` before a
 *   path is made of it. Above 512 MiB: `payload_too_large`.
 * - Retries: the adapter's, of what is safe to repeat. Close: waits for what runs, then refuses with `closed`.
 */
export interface SegmentStore {
  put(place: SegmentPlace, bytes: Uint8Array): Promise<{ created: boolean }>;
  get(place: SegmentPlace): Promise<Uint8Array | undefined>;
  list(query: SessionAddress & { readonly generation: string; readonly from?: number; readonly limit: number }): Promise<SegmentPlace[]>;
  putChapter(place: ChapterPlace, bytes: Uint8Array): Promise<{ created: boolean }>;
  chapter(place: ChapterPlace): Promise<Uint8Array | undefined>;
  chapters(partition: ArchivePartition): Promise<number>;
  close(): Promise<void>;
}

const OFFSET_DIGITS = 16;
const SEGMENT_NAME = /^(\d{16})-(\d{16})-(\d+)$/;

/** An offset or a number as text that sorts as it does. */
export function sortableNumber(number: number): string {
  return String(number).padStart(OFFSET_DIGITS, '0');
}

/** What a segment is called among those of its session; names sort by the first offset. */
export function segmentName({ first, last, partition }: Pick<SegmentPlace, 'first' | 'last' | 'partition'>): string {
  return `${sortableNumber(first)}-${sortableNumber(last)}-${partition}`;
}

/** What the name of a segment says, or undefined where it is none. */
export function parseSegmentName(name: string): Pick<SegmentPlace, 'first' | 'last' | 'partition'> | undefined {
  const [, first, last, partition] = SEGMENT_NAME.exec(name) ?? [];
  return first === undefined ? undefined : { first: Number(first), last: Number(last), partition: Number(partition) };
}

const GENERATION = /^[A-Za-z0-9]{1,32}$/;

/** What is wrong with a place, or undefined: for adapters, before they make a path of it. */
export function placeProblem(place: ArchivePartition & Partial<SegmentPlace> & Partial<ChapterPlace>): string | undefined {
  if (!GENERATION.test(place.generation)) return 'A generation is 1 to 32 letters and digits.';
  const numbers = [place.partition, place.first, place.last, place.number].filter((number) => number !== undefined);
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0))
    return 'Partitions, offsets and numbers are whole and not negative.';
  if (place.first !== undefined && place.last !== undefined && place.last < place.first) return 'A segment ends where it begins or later.';
  return undefined;
}
