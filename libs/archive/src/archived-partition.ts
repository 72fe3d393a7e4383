import type { LogRecord, SegmentStore } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { ReadChapter } from './chapter-format.ts';
import { findChapter, loadChapter } from './load-chapter.ts';

interface LoadedChapter {
  readonly chapter: ReadChapter;
  readonly records: readonly LogRecord[];
}

/** The current chapter and the next. */
const CHAPTERS_HELD = 2;

/** Reader of the archive of one partition. */
export interface ArchivedPartition {
  /** Returns undefined if the archive has nothing at or after the offset, or cannot read it. */
  read(fromOffset: number, limit: number): Promise<LogRecord[] | undefined>;
}

export const NOTHING_ARCHIVED: ArchivedPartition = { read: async () => undefined };

/**
 * Opens the archive of a partition and reads once how far it goes. Caches two chapters. Calls `onFallback` for a
 * chapter that cannot be read.
 */
export async function openArchivedPartition(
  generation: string,
  partition: number,
  segments: SegmentStore,
  onFallback: (error: unknown, chapter: number) => void,
): Promise<ArchivedPartition> {
  const place = { generation, partition };
  const count = await segments.chapters(place);
  const held = new Map<number, Promise<LoadedChapter | undefined>>();

  const load = async (number: number): Promise<LoadedChapter | undefined> => {
    try {
      const chapter = await findChapter(segments, place, number);
      if (!chapter) throw new TotalRecallError('not_found', `Chapter ${number} of partition ${partition} is gone from the archive.`);
      return { chapter, records: await loadChapter(segments, chapter) };
    } catch (error) {
      onFallback(error, number);
      return undefined;
    }
  };
  const hold = (number: number): Promise<LoadedChapter | undefined> => {
    const known = held.get(number);
    if (known) return known;
    const loading = load(number);
    held.set(number, loading);
    if (held.size > CHAPTERS_HELD) held.delete(held.keys().next().value!);
    return loading;
  };
  /** Returns undefined also if the chapter is gone or damaged. */
  const findWhole = (number: number): Promise<ReadChapter | undefined> => findChapter(segments, place, number).catch(() => undefined);
  /** Finds the number of the chapter that holds an offset, by binary search. */
  const numberAt = async (offset: number): Promise<number> => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      const chapter = await findWhole(middle);
      if (chapter && chapter.to < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  let last: ReadChapter | undefined;
  for (let number = count - 1; !last && number >= 0; number--) last = await findWhole(number);
  const endsAt = last?.to ?? -1;
  let expected: { readonly offset: number; readonly number: number } | undefined;

  return {
    async read(fromOffset, limit) {
      if (fromOffset > endsAt) return undefined;
      const isNext = expected?.offset === fromOffset;
      const number = isNext ? expected!.number : await numberAt(fromOffset);
      const loaded = await hold(number);
      if (!loaded) return undefined;
      if (isNext && number + 1 < count) void hold(number + 1);
      const at = loaded.records.findIndex(({ position }) => position.offset >= fromOffset);
      const records = loaded.records.slice(at, at + limit).map((record) => ({ ...record, sealed: new Uint8Array(record.sealed) }));
      const { offset } = records.at(-1)!.position;
      expected = { offset: offset + 1, number: offset < loaded.chapter.to ? number : number + 1 };
      return records;
    },
  };
}
