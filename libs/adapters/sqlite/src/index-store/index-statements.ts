import type { DatabaseSync } from 'node:sqlite';

export type IndexStatements = ReturnType<typeof prepareStatements>;

/** Prepares what writes of events need. */
export function prepareStatements(db: DatabaseSync) {
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
    owe: db.prepare('INSERT OR REPLACE INTO owed_vector (partition, space, event_id) VALUES (?, ?, ?)'),
    settle: db.prepare('DELETE FROM owed_vector WHERE space = ? AND event_id = ?'),
    settleGone: db.prepare(
      `DELETE FROM owed_vector WHERE space = ? AND NOT EXISTS (
         SELECT 1 FROM event WHERE event.space = owed_vector.space AND event.event_id = owed_vector.event_id)`,
    ),
    supersede: db.prepare(
      'UPDATE event SET superseded_by = ? WHERE event_id = ? AND space = (SELECT id FROM space WHERE tenant = ? AND name = ?)',
    ),
  };
}
