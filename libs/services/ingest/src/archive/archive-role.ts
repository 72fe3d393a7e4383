import { createArchiveWriter } from '@total-recall/archive';
import { createIndexFollower, type IndexFollower } from '../follow/index-follower.ts';
import { readUpTo } from '../follow/read-up-to.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestArchive, IngestDeps } from '../ingest-deps.ts';

export type ArchiveRoleDeps = Pick<IngestDeps, 'log' | 'scheduler' | 'random' | 'observer'>;

/**
 * Archives the searchable part of one partition. A chapter is written as soon as the record after it exists. Records
 * of an unfinished chapter are kept in memory and read again after a crash; the last chapter is the checkpoint.
 * Source: architecture §7.
 */
export function createArchiveRole(
  deps: ArchiveRoleDeps,
  archive: IngestArchive,
  config: Pick<IngestConfig, 'archiveBatch' | 'archiveChapter'>,
  partition: number,
): IndexFollower {
  const writer = createArchiveWriter(archive.segments, { generation: deps.log.generation, partition }, config.archiveChapter);
  let isBroken = false;
  return createIndexFollower(deps, {
    name: 'archive',
    async resume() {
      const offset = await writer.resume();
      archive.observer?.resumed?.({ partition, offset });
      return offset;
    },
    async step(_reached, upTo) {
      if (isBroken) await writer.resume();
      isBroken = false;
      const records = await readUpTo(deps.log, partition, writer.next(), upTo, config.archiveBatch);
      for (const { chapter, created, storedBytes } of await writer.add(records))
        if (created) archive.observer?.archived?.({ ...chapter, storedBytes });
      return records.length === 0 ? upTo : writer.next() - 1;
    },
    failed: () => {
      isBroken = true;
    },
  });
}
