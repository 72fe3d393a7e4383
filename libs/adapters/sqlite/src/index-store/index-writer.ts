import { INDEX_LIMITS } from '@total-recall/ports';
import type { DatabaseSync } from 'node:sqlite';
import { migrate } from '../thread/migrate.ts';
import { inTransaction, openDatabase, vacuumAndTruncate } from '../thread/open-database.ts';
import { DatabaseRefusal, serveDatabase } from '../thread/serve-database.ts';
import { SegmentBuilder } from './build-segment.ts';
import type { IndexWriterHandlers, PackedDocument, PackedWrite } from './index-messages.ts';
import { DOCUMENTS_PER_SPACE, INDEX_STEPS, MAX_SPACES, NAME_TYPES, type NameType } from './index-schema.ts';
import { createSegmentStore, type SegmentStore } from './segment-store.ts';
import type { VectorWriterHandlers } from '../vector-store/vector-messages.ts';
import type { NumberRange } from '../vector-store/vector-segment-store.ts';
import { createVectorWriter, type VectorWriter } from '../vector-store/write-vectors.ts';

export interface IndexWriterData {
  readonly path: string;
  readonly cacheBytes: number;
}

/** Most names that are cached. Above it the cache starts over. */
const MAX_NAMES = 100_000;

serveDatabase((data: IndexWriterData) => {
  // NORMAL is enough. Marks are written after the data they promise, in the same file, so a power cut that loses the
  // last commits loses their marks too, and the projector writes them again from the log.
  const db = openDatabase({ path: data.path, synchronous: 'NORMAL', cacheBytes: data.cacheBytes });
  db.exec('PRAGMA wal_autocheckpoint = 4000');
  migrate(db, 'memory-index', INDEX_STEPS);
  const vectors = createVectorWriter(db);
  const { writeVectors, dropVectors, dropOtherModels, setProgress, restartProgress } = vectors;
  const handlers: IndexWriterHandlers & VectorWriterHandlers = {
    ...createWrite(db, vectors),
    ...createFlags(db),
    writeVectors,
    dropOtherModels,
    dropVectors,
    setProgress,
    restartProgress,
  };
  return { handlers, close: () => db.close() };
});

/** State of a space during one transaction. */
interface OpenSpace {
  readonly id: number;
  next: number;
  documents: number;
  totalLength: number;
  /** Builder of the documents that are in no segment yet; `first` is the number of the first one. */
  builder: SegmentBuilder;
  first: number;
  /** Ranges of documents of replaced events. */
  readonly removed: NumberRange[];
}

interface KnownEvent {
  readonly id: number;
  readonly log_offset: number;
  readonly pinned: number;
  readonly superseded_by: string | null;
  readonly first_document: number;
  readonly documents: number;
}

type Statements = ReturnType<typeof prepareStatements>;
type NameId = (space: number, type: NameType, value: string | null | undefined) => number;

function prepareStatements(db: DatabaseSync) {
  return {
    space: db.prepare('SELECT id, next_document AS next, documents, total_length AS totalLength FROM space WHERE tenant = ? AND name = ?'),
    addSpace: db.prepare('INSERT INTO space (tenant, name) VALUES (?, ?)'),
    saveSpace: db.prepare('UPDATE space SET next_document = ?, documents = ?, total_length = ? WHERE id = ?'),
    name: db.prepare('SELECT id FROM name WHERE space = ? AND type = ? AND value = ?'),
    addName: db.prepare('INSERT INTO name (space, type, value) VALUES (?, ?, ?)'),
    event: db.prepare(
      'SELECT id, log_offset, pinned, superseded_by, first_document, documents FROM event WHERE space = ? AND event_id = ?',
    ),
    addArtifact: db.prepare('INSERT OR IGNORE INTO event_artifact (artifact, event) VALUES (?, ?)'),
    dropArtifacts: db.prepare('DELETE FROM event_artifact WHERE event = ?'),
    dropEvent: db.prepare('DELETE FROM event WHERE id = ?'),
    addEvent: db.prepare(`INSERT INTO event (
      space, event_id, session, ordinal, turn, kind, occurred_at, recorded_at, log_offset, partition, generation, request, atom, premise, task, indexed,
      pinned, superseded_by, first_document, documents, rest, sealed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    addDocument: db.prepare(`INSERT INTO document (
      id, event, part, length, artifact, from_byte, to_byte, event_id, session, ordinal, turn, kind, occurred_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    documentLengths: db.prepare('SELECT count(*) AS documents, coalesce(sum(length), 0) AS length FROM document WHERE id >= ? AND id < ?'),
    dropDocuments: db.prepare('DELETE FROM document WHERE id >= ? AND id < ?'),
    addDead: db.prepare('INSERT INTO dead (space, document) VALUES (?, ?)'),
    supersede: db.prepare(
      'UPDATE event SET superseded_by = ? WHERE event_id = ? AND space = (SELECT id FROM space WHERE tenant = ? AND name = ?)',
    ),
  };
}

/** Creates the writes, one transaction per call. Names learnt in a failed transaction are forgotten. */
function createWrite(
  db: DatabaseSync,
  vectors: Pick<VectorWriter, 'forget' | 'dropHidden'>,
): Pick<IndexWriterHandlers, 'write' | 'rewrite' | 'remove' | 'wipe'> {
  const statements = prepareStatements(db);
  const segments = createSegmentStore(db);
  const names = new Map<string, number>();
  const nameId: NameId = (space, type, value) => {
    if (value === null || value === undefined) return 0;
    const key = `${space}${type}${value}`;
    let id = names.get(key);
    if (id !== undefined) return id;
    const row = statements.name.get(space, type, value) as { id: number } | undefined;
    id = row?.id ?? Number(statements.addName.run(space, type, value).lastInsertRowid);
    if (names.size >= MAX_NAMES) names.clear();
    names.set(key, id);
    return id;
  };
  const orForgetNames = (work: () => void): void => {
    try {
      inTransaction(db, work);
    } catch (error) {
      names.clear();
      throw error;
    }
  };
  const saveSpace = (space: OpenSpace): void => {
    flush(segments, space);
    if (space.removed.length > 0) vectors.forget(space.id, joinRanges(space.removed));
    statements.saveSpace.run(space.next, space.documents, space.totalLength, space.id);
  };
  return {
    write: (writes, supersessions) =>
      orForgetNames(() => {
        const spaces = new Map<string, OpenSpace>();
        for (const write of writes) putEvent(statements, segments, nameId, openSpace(statements, spaces, write), write);
        for (const space of spaces.values()) saveSpace(space);
        for (const { eventId, by, tenant, space } of supersessions) statements.supersede.run(by, eventId, tenant, space);
      }),
    rewrite: (writes) => {
      orForgetNames(() => {
        const spaces = new Map<string, OpenSpace>();
        for (const write of writes) putEvent(statements, segments, nameId, openSpace(statements, spaces, write), write, true);
        for (const space of spaces.values()) {
          saveSpace(space);
          segments.purge(space.id, joinRanges(space.removed));
        }
      });
    },
    remove: (place) => {
      orForgetNames(() => {
        names.clear();
        const spaces = new Map<string, OpenSpace>();
        if (!statements.space.get(place.tenant, place.space)) return;
        const space = openSpace(statements, spaces, place);
        removePlace(db, statements, space, place.session);
        saveSpace(space);
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

/** Removes the events of a session or of the whole space, and names that only they used. */
function removePlace(db: DatabaseSync, statements: Statements, space: OpenSpace, session: string | undefined): void {
  const known = 'SELECT id, log_offset, pinned, superseded_by, first_document, documents FROM event WHERE space = ?';
  if (session === undefined) {
    for (const event of db.prepare(known).all(space.id) as unknown as KnownEvent[]) removeEvent(statements, space, event);
    db.prepare('DELETE FROM name WHERE space = ?').run(space.id);
    return;
  }
  const name = statements.name.get(space.id, NAME_TYPES.session, session) as { id: number } | undefined;
  if (!name) return;
  for (const event of db.prepare(`${known} AND session = ?`).all(space.id, name.id) as unknown as KnownEvent[])
    removeEvent(statements, space, event);
  db.prepare('DELETE FROM name WHERE id = ?').run(name.id);
}

function openSpace(
  statements: Statements,
  spaces: Map<string, OpenSpace>,
  { tenant, space }: Pick<PackedWrite, 'tenant' | 'space'>,
): OpenSpace {
  const key = JSON.stringify([tenant, space]);
  let opened = spaces.get(key);
  if (opened) return opened;
  let row = statements.space.get(tenant, space) as Pick<OpenSpace, 'id' | 'next' | 'documents' | 'totalLength'> | undefined;
  if (!row) {
    const id = Number(statements.addSpace.run(tenant, space).lastInsertRowid);
    if (id >= MAX_SPACES) throw new DatabaseRefusal('quota_exceeded', `One index holds at most ${MAX_SPACES} spaces.`);
    row = { id, next: 0, documents: 0, totalLength: 0 };
  }
  opened = { ...row, builder: new SegmentBuilder(), first: row.next, removed: [] };
  spaces.set(key, opened);
  return opened;
}

function flush(segments: SegmentStore, space: OpenSpace): void {
  if (space.next > space.first) segments.add(space.id, space.first, space.builder.build());
  space.builder = new SegmentBuilder();
  space.first = space.next;
}

function putEvent(
  statements: Statements,
  segments: SegmentStore,
  nameId: NameId,
  space: OpenSpace,
  write: PackedWrite,
  replaces = false,
): void {
  const known = statements.event.get(space.id, write.eventId) as KnownEvent | undefined;
  if (known && known.log_offset >= write.offset && !replaces) return;
  if (known) removeEvent(statements, space, known);
  const { accepted } = write;
  const session = nameId(space.id, NAME_TYPES.session, write.session);
  const kind = nameId(space.id, NAME_TYPES.kind, write.kind);
  const agent = nameId(space.id, NAME_TYPES.agent, write.agent);
  const task = nameId(space.id, NAME_TYPES.task, accepted.taskId);
  const documents = accepted.indexed ? write.documents : [];
  const pinned = write.pinned === null ? (known?.pinned ?? 0) : Number(write.pinned);
  const added = statements.addEvent.run(
    space.id,
    write.eventId,
    session,
    accepted.ordinal,
    accepted.turn,
    kind,
    write.occurredAt,
    write.recordedAt,
    write.offset,
    write.partition,
    nameId(space.id, NAME_TYPES.generation, write.generation),
    accepted.request,
    accepted.atom,
    accepted.premiseVersion,
    task,
    Number(accepted.indexed),
    pinned,
    write.supersededBy ?? known?.superseded_by ?? null,
    space.next,
    documents.length,
    write.rest,
    write.sealed,
  );
  const event = Number(added.lastInsertRowid);
  for (const id of write.artifactIds) statements.addArtifact.run(nameId(space.id, NAME_TYPES.artifact, id), event);
  for (const document of documents) {
    const terms = document.terms === '' ? [] : document.terms.split(' ');
    const place = [write.eventId, session, accepted.ordinal, accepted.turn, kind, write.occurredAt] as const;
    addDocumentRow(statements, nameId, space, { event, document, length: terms.length, place });
    space.builder.add({ terms, time: write.occurredAt, session, kind, agent, task });
    space.next += 1;
    space.documents += 1;
    space.totalLength += terms.length;
    if (space.builder.isFull) flush(segments, space);
  }
}

interface NewDocument {
  readonly event: number;
  readonly document: PackedDocument;
  /** Number of terms in the document. */
  readonly length: number;
  /** Place of its event: id, session, ordinal, turn, kind and time. */
  readonly place: readonly (string | number)[];
}

function addDocumentRow(statements: Statements, nameId: NameId, space: OpenSpace, { event, document, length, place }: NewDocument): void {
  if (space.next >= DOCUMENTS_PER_SPACE)
    throw new DatabaseRefusal('quota_exceeded', `A space holds at most ${DOCUMENTS_PER_SPACE} documents.`);
  const { passage } = document;
  const artifact = nameId(space.id, NAME_TYPES.artifact, passage?.artifactId);
  statements.addDocument.run(
    space.id * DOCUMENTS_PER_SPACE + space.next,
    event,
    document.part,
    length,
    artifact,
    passage?.fromByte ?? null,
    passage?.toByte ?? null,
    ...place,
  );
}

/**
 * Removes an older version of an event. This is rare: a fold accepts an event id once, so only a rebuilt log brings a
 * newer version.
 */
function removeEvent(statements: Statements, space: OpenSpace, known: KnownEvent): void {
  const from = space.id * DOCUMENTS_PER_SPACE + known.first_document;
  const { documents, length } = statements.documentLengths.get(from, from + known.documents) as { documents: number; length: number };
  space.documents -= documents;
  space.totalLength -= length;
  for (let at = 0; at < known.documents; at += 1) statements.addDead.run(space.id, known.first_document + at);
  statements.dropDocuments.run(from, from + known.documents);
  if (known.documents > 0) space.removed.push({ from: known.first_document, to: known.first_document + known.documents });
  statements.dropArtifacts.run(known.id);
  statements.dropEvent.run(known.id);
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
