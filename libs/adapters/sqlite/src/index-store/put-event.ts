import type { DatabaseSync } from 'node:sqlite';
import { DatabaseRefusal } from '../thread/serve-database.ts';
import type { NumberRange } from '../vector-store/vector-segment-store.ts';
import { SegmentBuilder } from './build-segment.ts';
import type { PackedDocument, PackedWrite } from './index-messages.ts';
import { DOCUMENTS_PER_SPACE, MAX_SPACES, NAME_TYPES } from './index-schema.ts';
import type { IndexStatements } from './index-statements.ts';
import type { NameNumbers } from './name-numbers.ts';
import type { SegmentStore } from './segment-store.ts';

/** State of a space during one transaction. */
export interface OpenSpace {
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

/** Returns the name of a space among the opened ones. */
export function openSpaceName({ tenant, space }: Pick<PackedWrite, 'tenant' | 'space'>): string {
  return JSON.stringify([tenant, space]);
}

export function openSpace(
  statements: IndexStatements,
  spaces: Map<string, OpenSpace>,
  { tenant, space }: Pick<PackedWrite, 'tenant' | 'space'>,
): OpenSpace {
  const key = openSpaceName({ tenant, space });
  let opened = spaces.get(key);
  if (opened) return opened;
  let row = statements.space.get(tenant, space) as Pick<OpenSpace, 'id' | 'next' | 'documents' | 'totalLength'> | undefined;
  if (!row) {
    const id = Number(statements.addSpace.run(tenant, space).lastInsertRowid);
    if (id >= MAX_SPACES) throw new DatabaseRefusal('limit_reached', `One index holds at most ${MAX_SPACES} spaces.`);
    row = { id, next: 0, documents: 0, totalLength: 0 };
  }
  opened = { ...row, builder: new SegmentBuilder(), first: row.next, removed: [] };
  spaces.set(key, opened);
  return opened;
}

export function flush(segments: SegmentStore, space: OpenSpace): void {
  if (space.next > space.first) segments.add(space.id, space.first, space.builder.build());
  space.builder = new SegmentBuilder();
  space.first = space.next;
}

export function putEvent(
  statements: IndexStatements,
  segments: SegmentStore,
  names: NameNumbers,
  space: OpenSpace,
  write: PackedWrite,
  replaces = false,
): void {
  const known = statements.event.get(space.id, write.eventId) as KnownEvent | undefined;
  if (known && known.log_offset >= write.offset && !replaces) return;
  if (known) removeEvent(statements, space, known);
  const { accepted } = write;
  const session = names.idOf(space.id, NAME_TYPES.session, write.session);
  const kind = names.idOf(space.id, NAME_TYPES.kind, write.kind);
  const agent = names.idOf(space.id, NAME_TYPES.agent, write.agent);
  const task = names.idOf(space.id, NAME_TYPES.task, accepted.taskId);
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
    names.idOf(space.id, NAME_TYPES.generation, write.generation),
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
  for (const id of write.artifactIds) statements.addArtifact.run(names.idOf(space.id, NAME_TYPES.artifact, id), event);
  for (const document of documents) {
    const terms = document.terms === '' ? [] : document.terms.split(' ');
    const place = [write.eventId, session, accepted.ordinal, accepted.turn, kind, write.occurredAt] as const;
    addDocumentRow(statements, names, space, { event, document, length: terms.length, place });
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

function addDocumentRow(
  statements: IndexStatements,
  names: NameNumbers,
  space: OpenSpace,
  { event, document, length, place }: NewDocument,
): void {
  if (space.next >= DOCUMENTS_PER_SPACE)
    throw new DatabaseRefusal('limit_reached', `A space holds at most ${DOCUMENTS_PER_SPACE} documents.`);
  const { passage } = document;
  const artifact = names.idOf(space.id, NAME_TYPES.artifact, passage?.artifactId);
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
function removeEvent(statements: IndexStatements, space: OpenSpace, known: KnownEvent): void {
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

/** Removes the events of a session and its name, or those of the whole space. No number of a name is used again. */
export function removePlace(db: DatabaseSync, statements: IndexStatements, space: OpenSpace, session: string | undefined): void {
  const { last } = db.prepare('SELECT max(id) AS last FROM name').get() as { last: number | null };
  removeEvents(db, statements, space, session);
  db.exec('DELETE FROM name WHERE space = 0');
  if (last !== null) db.prepare("INSERT INTO name (id, space, type, value) VALUES (?, 0, '', '') ON CONFLICT DO NOTHING").run(last);
}

function removeEvents(db: DatabaseSync, statements: IndexStatements, space: OpenSpace, session: string | undefined): void {
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
