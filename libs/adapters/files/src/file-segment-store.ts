import { mkdirSync, rmSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionAddress } from '@total-recall/domain';
import {
  parseSegmentName,
  parseSortableNumber,
  placeProblem,
  SEGMENT_LIMITS,
  segmentName,
  sortableNumber,
  type ArchivePartition,
  type SegmentPlace,
  type SegmentStore,
} from '@total-recall/ports';
import { createClosing, TotalRecallError } from '@total-recall/runtime';
import { folderName } from './artifact-path.ts';
import { orUndefinedIfMissing, writeDurably } from './durable-file.ts';
import { createKeyedQueues } from './named-turns.ts';

export interface FileSegmentStoreOptions {
  /**
   * Folder with the subfolders `segments`, `chapters` and `drafts`, created if missing. Only one process at a time may
   * write to it.
   */
  readonly root: string;
}

/**
 * Stores the archived log in files: one per segment, in a folder per session, and one per chapter, in a folder per
 * partition.
 */
export function createFileSegmentStore({ root }: FileSegmentStoreOptions): SegmentStore {
  const drafts = join(root, 'drafts');
  // A killed process may have left drafts.
  rmSync(drafts, { recursive: true, force: true });
  for (const folder of ['segments', 'chapters', 'drafts']) mkdirSync(join(root, folder), { recursive: true, mode: 0o700 });
  const writes = createKeyedQueues();
  const { refuseClosed, close } = createClosing('The archive', () => writes.idle());

  const check = (place: ArchivePartition): void => {
    refuseClosed();
    const problem = placeProblem(place);
    if (problem !== undefined) throw new TotalRecallError('invalid_request', problem);
  };
  const writeOnce = (path: string, bytes: Uint8Array): Promise<{ created: boolean }> => {
    if (bytes.length > SEGMENT_LIMITS.bytes)
      throw new TotalRecallError('payload_too_large', `An object of the archive has at most ${SEGMENT_LIMITS.bytes} bytes.`);
    return writes.inTurn(path, async () => {
      if (await orUndefinedIfMissing(stat(path))) return { created: false };
      await writeDurably(drafts, path, bytes);
      return { created: true };
    });
  };
  const read = async (path: string): Promise<Uint8Array | undefined> => {
    const bytes = await orUndefinedIfMissing(readFile(path));
    return bytes && new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const sessionFolder = ({ generation, tenant, space, session }: SessionAddress & { readonly generation: string }): string =>
    join(root, 'segments', folderName('t', tenant), folderName('s', space), folderName('x', session), folderName('g', generation));
  const segmentPath = (place: SegmentPlace): string => join(sessionFolder(place), segmentName(place));
  const chapterFolder = ({ generation, partition }: ArchivePartition): string =>
    join(root, 'chapters', folderName('g', generation), String(partition));
  const chapterPath = (place: ArchivePartition & { readonly number: number }): string =>
    join(chapterFolder(place), sortableNumber(place.number));

  return {
    put: async (place, bytes) => {
      check(place);
      return writeOnce(segmentPath(place), bytes);
    },
    get: async (place) => {
      check(place);
      return read(segmentPath(place));
    },
    list: async ({ from = 0, limit, ...address }) => {
      check({ ...address, partition: 0, first: from } as ArchivePartition);
      const names = ((await orUndefinedIfMissing(readdir(sessionFolder(address)))) ?? []).sort();
      const places = names.flatMap((name) => {
        const segment = parseSegmentName(name);
        return segment ? [{ ...address, ...segment }] : [];
      });
      return places.filter(({ first }) => first >= from).slice(0, limit);
    },
    putChapter: async (place, bytes) => {
      check(place);
      return writeOnce(chapterPath(place), bytes);
    },
    chapter: async (place) => {
      check(place);
      return read(chapterPath(place));
    },
    chapters: async (place) => {
      check(place);
      const names = (await orUndefinedIfMissing(readdir(chapterFolder(place)))) ?? [];
      return names.reduce((count, name) => Math.max(count, (parseSortableNumber(name) ?? -1) + 1), 0);
    },
    close,
  };
}
