import type { SessionAddress } from '@total-recall/domain';

/** A partition of one log. */
export interface ArchivePartition {
  readonly generation: string;
  readonly partition: number;
}

/** A session's records in a range of offsets of its partition, both ends included. */
export interface SegmentPlace extends SessionAddress, ArchivePartition {
  readonly first: number;
  readonly last: number;
}

/** A chapter of one partition; chapters are numbered from 0 without a gap. */
export interface ChapterPlace extends ArchivePartition {
  readonly number: number;
}

/** Largest object, and longest page of a list. */
export const SEGMENT_LIMITS = { bytes: 512 * 1024 * 1024, page: 1_000 } as const;

/**
 * Storage for the archive of the log: segments, each of one session, and chapters, each naming the segments of a run of
 * a partition. Bytes are opaque here; bodies in them stay sealed as in the log.
 *
 * - Append-only: `put` and `putChapter` write an object that does not exist and never change one that does. They
 *   resolve once the bytes are durable. Of several concurrent writers exactly one is told that it created the object.
 * - The caller decides the order of writing: a chapter goes in after its segments, so everything that a chapter names
 *   exists.
 * - `list` returns a session's segments of one log, ordered by first offset, starting at `from`, at most `limit`
 *   (1..1000).
 * - `chapters` returns one more than the number of the last chapter, 0 where there is none.
 * - A generation is 1 to 32 letters and digits; numbers are whole and not negative. Anything else is refused with
 *   `invalid_request` before a path is built from it. Objects above 512 MiB: `payload_too_large`.
 * - The adapter retries what is safe to repeat. `close` waits for running calls, then refuses with `closed`.
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
const SORTABLE_NUMBER = /^\d{16}$/;
const SEGMENT_NAME = /^(\d{16})-(\d{16})-(\d+)$/;

/** Formats an offset or a number with leading zeros, so that text order equals numeric order. */
export function sortableNumber(number: number): string {
  return String(number).padStart(OFFSET_DIGITS, '0');
}

/** Parses what `sortableNumber` formats for a number that a place may have; returns undefined for anything else. */
export function parseSortableNumber(text: string): number | undefined {
  const number = SORTABLE_NUMBER.test(text) ? Number(text) : Infinity;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Formats the name of a segment within its session. Names sort by first offset. */
export function segmentName({ first, last, partition }: Pick<SegmentPlace, 'first' | 'last' | 'partition'>): string {
  return `${sortableNumber(first)}-${sortableNumber(last)}-${partition}`;
}

/** Parses the name of a segment; returns undefined for any other name. */
export function parseSegmentName(name: string): Pick<SegmentPlace, 'first' | 'last' | 'partition'> | undefined {
  const [, first, last, partition] = SEGMENT_NAME.exec(name) ?? [];
  return first === undefined ? undefined : { first: Number(first), last: Number(last), partition: Number(partition) };
}

const GENERATION = /^[A-Za-z0-9]{1,32}$/;

/**
 * Returns the error message for an invalid place, or undefined. Adapters call it before they build a path from the
 * place.
 */
export function placeProblem(place: ArchivePartition & Partial<SegmentPlace> & Partial<ChapterPlace>): string | undefined {
  if (!GENERATION.test(place.generation)) return 'A generation is 1 to 32 letters and digits.';
  const numbers = [place.partition, place.first, place.last, place.number].filter((number) => number !== undefined);
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0))
    return 'Partitions, offsets and numbers are whole and not negative.';
  if (place.first !== undefined && place.last !== undefined && place.last < place.first) return 'A segment ends where it begins or later.';
  return undefined;
}
