import { INDEX_LIMITS } from '@total-recall/ports';
import type { DatabaseSync } from 'node:sqlite';
import { migrate } from '../thread/migrate.ts';
import { inTransaction, openDatabase, vacuumAndTruncate } from '../thread/open-database.ts';
import { claimFolder, type OwnFolder } from '../thread/own-folder.ts';
import { serveDatabase } from '../thread/serve-database.ts';
import type { VectorKey } from '../vector-store/vector-cipher.ts';
import type { SpaceKey, VectorWriterHandlers } from '../vector-store/vector-messages.ts';
import type { NumberRange } from '../vector-store/vector-segment-store.ts';
import { createVectorWriter, type VectorWriter } from '../vector-store/write-vectors.ts';
import type { IndexWriterHandlers } from './index-messages.ts';
import { INDEX_STEPS } from './index-schema.ts';
import { prepareStatements } from './index-statements.ts';
import { createNameNumbers } from './name-numbers.ts';
import { flush, openSpace, openSpaceName, putEvent, removePlace, type OpenSpace } from './put-event.ts';
import { createSegmentStore } from './segment-store.ts';

export interface IndexWriterData {
  readonly path: string;
  readonly cacheBytes: number;
  readonly folder?: OwnFolder;
}

serveDatabase((data: IndexWriterData) => {
  // NORMAL is enough. Marks are written after the data they promise, in the same file, so a power cut that loses the
  // last commits loses their marks too, and the projector writes them again from the log.
  const db = openDatabase({ path: data.path, synchronous: 'NORMAL', cacheBytes: data.cacheBytes }, (opened) => {
    opened.exec('PRAGMA wal_autocheckpoint = 4000');
    migrate(opened, 'memory-index', INDEX_STEPS);
    claimFolder(opened, data.path, data.folder);
  });
  const vectors = createVectorWriter(db);
  const { writeVectors, settleVectors, dropVectors, dropOtherModels, nextToSeal, sealSome, wipeSealed, setProgress, restartProgress } =
    vectors;
  const handlers: IndexWriterHandlers & VectorWriterHandlers = {
    ...createWrite(db, vectors),
    ...createFlags(db),
    writeVectors,
    settleVectors,
    dropOtherModels,
    dropVectors,
    nextToSeal,
    sealSome,
    wipeSealed,
    setProgress,
    restartProgress,
  };
  return { handlers, close: () => db.close() };
});

/** Creates the writes, one transaction per call. Names learnt in a failed transaction are forgotten. */
function createWrite(
  db: DatabaseSync,
  vectors: Pick<VectorWriter, 'forget' | 'dropHidden'>,
): Pick<IndexWriterHandlers, 'write' | 'rewrite' | 'remove' | 'wipe'> {
  const statements = prepareStatements(db);
  const segments = createSegmentStore(db);
  const names = createNameNumbers(statements);
  const orForgetNames = (work: () => void): void => {
    try {
      inTransaction(db, work);
    } catch (error) {
      names.forget();
      throw error;
    }
  };
  const saveSpace = (space: OpenSpace, key: VectorKey): void => {
    flush(segments, space);
    if (space.removed.length > 0) vectors.forget(space.id, joinRanges(space.removed), key);
    statements.saveSpace.run(space.next, space.documents, space.totalLength, space.id);
  };
  return {
    write: (writes, supersessions, keys) =>
      orForgetNames(() => {
        const spaces = new Map<string, OpenSpace>();
        for (const write of writes) putEvent(statements, segments, names, openSpace(statements, spaces, write), write);
        for (const [name, space] of spaces) saveSpace(space, keyOf(keys, name));
        for (const { eventId, by, tenant, space } of supersessions) statements.supersede.run(by, eventId, tenant, space);
      }),
    rewrite: (writes, keys) => {
      orForgetNames(() => {
        const spaces = new Map<string, OpenSpace>();
        for (const write of writes) {
          const space = openSpace(statements, spaces, write);
          putEvent(statements, segments, names, space, write, true);
          if (write.accepted.indexed && write.documents.length > 0) statements.owe.run(write.partition, space.id, write.eventId);
          else statements.settle.run(space.id, write.eventId);
        }
        for (const [name, space] of spaces) {
          saveSpace(space, keyOf(keys, name));
          segments.purge(space.id, joinRanges(space.removed));
        }
      });
    },
    remove: (place, key) => {
      orForgetNames(() => {
        names.forget();
        const spaces = new Map<string, OpenSpace>();
        if (!statements.space.get(place.tenant, place.space)) return;
        const space = openSpace(statements, spaces, place);
        removePlace(db, statements, space, place.session);
        statements.settleGone.run(space.id);
        saveSpace(space, key);
        if (place.session !== undefined) segments.purge(space.id, joinRanges(space.removed));
        else {
          segments.dropAll(space.id);
          // Without segments nothing contains the dead documents any more.
          db.prepare('DELETE FROM dead WHERE space = ?').run(space.id);
        }
      });
    },
    wipe: () => {
      inTransaction(db, () => vectors.dropHidden());
      db.exec('DELETE FROM token_frequency WHERE documents <= 0');
      vacuumAndTruncate(db);
    },
  };
}

/** Returns the key of a space by its name among the opened ones. */
function keyOf(keys: readonly SpaceKey[], name: string): VectorKey {
  return keys.find(({ tenant, space }) => openSpaceName({ tenant, space }) === name)?.key;
}

/** Sorts ranges and joins adjacent ones. */
function joinRanges(ranges: readonly NumberRange[]): NumberRange[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((left, right) => left.from - right.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

function createFlags(db: DatabaseSync): Pick<IndexWriterHandlers, 'setPinned' | 'advanceMarks' | 'setAside'> {
  const pin = db.prepare(
    'UPDATE event SET pinned = ? WHERE event_id = ? AND space = (SELECT id FROM space WHERE tenant = ? AND name = ?) AND pinned <> ?',
  );
  const mark =
    db.prepare(`INSERT INTO mark (partition, folded, searchable, embedded) VALUES (?, ?, ?, ?) ON CONFLICT (partition) DO UPDATE SET
    folded = max(folded, excluded.folded), searchable = max(searchable, excluded.searchable),
    embedded = coalesce(max(embedded, excluded.embedded), embedded, excluded.embedded)`);
  const putAside = db.prepare(`INSERT INTO aside (partition, log_offset, event_id, reason, at) SELECT ?, ?, ?, ?, ?
    WHERE (SELECT count(*) FROM aside WHERE partition = ?) < ? ON CONFLICT DO NOTHING`);
  return {
    setAside: (partition, records) =>
      inTransaction(db, () => {
        for (const { offset, eventId, reason, at } of records)
          putAside.run(partition, offset, eventId, reason, at, partition, INDEX_LIMITS.asideRecords);
      }),
    setPinned: (tenant, space, eventIds, pinned) =>
      inTransaction(db, () => {
        for (const eventId of eventIds) pin.run(Number(pinned), eventId, tenant, space, Number(pinned));
      }),
    advanceMarks: (partition, marks) => void mark.run(partition, marks.folded, marks.searchable, marks.embedded ?? null),
  };
}
