/**
 * Tables of the read model. Every table is keyed by `space`, so erasing a space is a range delete in each table.
 *
 * - `name`: sessions, kinds, agents, tasks, artifacts and log generations of a space as small numbers. They are never
 *   reused, as readers cache by them: a row of no space keeps the highest one that was removed.
 * - `event`: an accepted event. `rest` has the fields of its envelope without a column; its `documents` documents have
 *   the ids from `first_document` on.
 * - `event_artifact`: the artifacts, by name, that hold content of an event.
 * - `document`: id = space * 2^32 + its number in the space. The place of its event is stored with it, so that a hit is
 *   read from one small row and not from the page of a sealed body. The two indexes of `event` with `first_document`
 *   serve the same purpose.
 * - `segment`, `block`: see `segment-format.ts`. Block id = segment * 2^16 + its number. Segment ids are never reused,
 *   as readers cache by them.
 * - `dead`: documents of replaced events. They stay in their segment and are left out of every answer.
 *
 * Vectors (`../vector-store`) have the numbers of their documents:
 * - `vector_set`: the vectors of one model in one space. Set ids are never reused. `sealing`: see `seal-sets.ts`.
 * - `vector_segment`: a run of vectors in order of their documents' numbers; signs are a bit a dimension. Segment ids
 *   are never reused, as readers cache by them.
 * - `vector_block`: rows of a segment, as many as fit a page, in the code of `row-code.ts` or, if `coded` is 0, in a
 *   byte a dimension. Id = segment * 2^16 + its number.
 * - `token_page`: bytes of token vectors, one content after the other, id = set * 2^32 + number of the page.
 *   `vector_set.token_bytes` is the end of the last content, `token_removals` the number of removals.
 *   `token_start` is where its contents begin, once those of an earlier program were sealed behind them.
 * - `vector_nonce`: nonce of a segment whose scales, signs and rows are sealed. Others stand in the clear.
 * - `token_run`: the bytes of a set from here to the next run are sealed under this nonce. Those in front of the first
 *   run stand in the clear. `vector_set.token_runs` counts the runs that were begun.
 * - `token_place`: place of a document's token vectors, id = set * 2^32 + number of the document.
 * - `token_content`: contents by the first bytes of their keyed hash (SHA-256 in the clear), with the number of documents that use each.
 * - `vector_tokens`: token vectors of earlier programs, moved into pages little by little.
 * - `token_frequency`: number of documents of a set that contain a wordpiece.
 */
export const INDEX_STEPS = [
  `CREATE TABLE space (
     id INTEGER PRIMARY KEY, tenant TEXT NOT NULL, name TEXT NOT NULL, next_document INTEGER NOT NULL DEFAULT 0,
     documents INTEGER NOT NULL DEFAULT 0, total_length INTEGER NOT NULL DEFAULT 0, UNIQUE (tenant, name)) STRICT;
   CREATE TABLE name (id INTEGER PRIMARY KEY, space INTEGER NOT NULL, type TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (space, type, value)) STRICT;
   CREATE TABLE event (
     id INTEGER PRIMARY KEY, space INTEGER NOT NULL, event_id TEXT NOT NULL, session INTEGER NOT NULL, ordinal INTEGER NOT NULL,
     turn INTEGER NOT NULL, kind INTEGER NOT NULL, occurred_at REAL NOT NULL, recorded_at REAL NOT NULL, log_offset INTEGER NOT NULL,
     partition INTEGER NOT NULL, generation INTEGER NOT NULL, request INTEGER NOT NULL, atom INTEGER NOT NULL, premise INTEGER NOT NULL,
     task INTEGER NOT NULL, indexed INTEGER NOT NULL, pinned INTEGER NOT NULL, superseded_by TEXT,
     first_document INTEGER NOT NULL, documents INTEGER NOT NULL, rest TEXT NOT NULL, sealed BLOB NOT NULL,
     UNIQUE (space, event_id)) STRICT;
   CREATE INDEX event_place ON event (space, session, ordinal);
   CREATE INDEX event_pin ON event (space, recorded_at, event_id) WHERE pinned = 1;
   CREATE TABLE document (
     id INTEGER PRIMARY KEY, event INTEGER NOT NULL, part INTEGER NOT NULL, length INTEGER NOT NULL,
     artifact INTEGER NOT NULL, from_byte INTEGER, to_byte INTEGER) STRICT;
   CREATE TABLE dead (space INTEGER NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (space, document)) WITHOUT ROWID, STRICT;
   CREATE TABLE segment (
     id INTEGER PRIMARY KEY AUTOINCREMENT, space INTEGER NOT NULL, first INTEGER NOT NULL, documents INTEGER NOT NULL,
     blocks INTEGER NOT NULL, firsts TEXT NOT NULL, columns BLOB NOT NULL) STRICT;
   CREATE INDEX segment_place ON segment (space, first, documents, blocks);
   CREATE TABLE block (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
   CREATE TABLE mark (partition INTEGER PRIMARY KEY, folded INTEGER NOT NULL, searchable INTEGER NOT NULL, embedded INTEGER) STRICT;`,
  `CREATE TABLE vector_set (
     id INTEGER PRIMARY KEY AUTOINCREMENT, space INTEGER NOT NULL, model TEXT NOT NULL, dimensions INTEGER NOT NULL, documents INTEGER NOT NULL DEFAULT 0,
     token_dimensions INTEGER, token_documents INTEGER NOT NULL DEFAULT 0, UNIQUE (space, model)) STRICT;
   CREATE TABLE vector_segment (
     id INTEGER PRIMARY KEY AUTOINCREMENT, vector_set INTEGER NOT NULL, documents INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
     numbers BLOB NOT NULL, scales BLOB NOT NULL, signs BLOB NOT NULL) STRICT;
   CREATE INDEX vector_segment_place ON vector_segment (vector_set, id, documents, first, last);
   CREATE TABLE vector_block (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
   CREATE TABLE vector_tokens (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
   CREATE TABLE token_frequency (vector_set INTEGER NOT NULL, token INTEGER NOT NULL, documents INTEGER NOT NULL, PRIMARY KEY (vector_set, token)) WITHOUT ROWID, STRICT;
   CREATE TABLE vector_progress (partition INTEGER NOT NULL, model TEXT NOT NULL, reached INTEGER NOT NULL, PRIMARY KEY (partition, model)) WITHOUT ROWID, STRICT;`,
  `ALTER TABLE document ADD COLUMN event_id TEXT NOT NULL DEFAULT '';
   ALTER TABLE document ADD COLUMN session INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE document ADD COLUMN ordinal INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE document ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE document ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE document ADD COLUMN occurred_at REAL NOT NULL DEFAULT 0;
   UPDATE document SET event_id = event.event_id, session = event.session, ordinal = event.ordinal, turn = event.turn, kind = event.kind,
     occurred_at = event.occurred_at FROM event WHERE event.id = document.event;
   DROP INDEX event_place;
   CREATE INDEX event_place ON event (space, session, ordinal, first_document, documents);
   CREATE INDEX event_documents ON event (space, event_id, first_document, documents);`,
  'CREATE INDEX event_ending ON event (space, substr(event_id, 11));',
  `CREATE TABLE aside (
     partition INTEGER NOT NULL, log_offset INTEGER NOT NULL, event_id TEXT NOT NULL, reason TEXT NOT NULL, at REAL NOT NULL,
     PRIMARY KEY (partition, log_offset)) WITHOUT ROWID, STRICT;`,
  `ALTER TABLE vector_set ADD COLUMN token_bytes INTEGER NOT NULL DEFAULT 0;
   CREATE TABLE token_page (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
   CREATE TABLE token_place (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, size INTEGER NOT NULL) STRICT;
   CREATE TABLE token_content (
     vector_set INTEGER NOT NULL, hash INTEGER NOT NULL, at INTEGER NOT NULL, size INTEGER NOT NULL, uses INTEGER NOT NULL,
     PRIMARY KEY (vector_set, hash)) WITHOUT ROWID, STRICT;`,
  `ALTER TABLE vector_segment ADD COLUMN coded INTEGER NOT NULL DEFAULT 0;
   DROP INDEX vector_segment_place;
   CREATE INDEX vector_segment_place ON vector_segment (vector_set, id, documents, first, last, coded);`,
  'ALTER TABLE vector_set ADD COLUMN token_removals INTEGER NOT NULL DEFAULT 0;',
  `CREATE TABLE event_artifact (artifact INTEGER NOT NULL, event INTEGER NOT NULL, PRIMARY KEY (artifact, event)) WITHOUT ROWID, STRICT;
   CREATE INDEX event_artifact_event ON event_artifact (event);`,
  `ALTER TABLE vector_set ADD COLUMN sealing INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE vector_set ADD COLUMN token_runs INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE vector_set ADD COLUMN token_start INTEGER NOT NULL DEFAULT 0;
   CREATE TABLE vector_nonce (segment INTEGER PRIMARY KEY, nonce BLOB NOT NULL) STRICT;
   CREATE TABLE token_run (vector_set INTEGER NOT NULL, from_at INTEGER NOT NULL, nonce BLOB NOT NULL, PRIMARY KEY (vector_set, from_at)) WITHOUT ROWID, STRICT;`,
  // Programs before this one left the vectors of messages behind erased ones, which were read with them.
  `CREATE TABLE owed_vector (
     id INTEGER PRIMARY KEY AUTOINCREMENT, partition INTEGER NOT NULL, space INTEGER NOT NULL, event_id TEXT NOT NULL, UNIQUE (space, event_id)) STRICT;
   CREATE INDEX owed_vector_partition ON owed_vector (partition);
   INSERT INTO owed_vector (partition, space, event_id)
     SELECT behind.partition, behind.space, behind.event_id FROM event AS erased
     JOIN name ON name.id = erased.kind AND name.value IN ('user_message', 'agent_message')
     JOIN event AS behind ON behind.space = erased.space AND behind.session = erased.session AND behind.ordinal = erased.ordinal + 1
     WHERE erased.indexed = 0 AND behind.documents > 0;`,
];

/** Limit on the number of a document in its space. Ids stay below 2^53 for two million spaces. */
export const DOCUMENTS_PER_SPACE = 2 ** 32;
export const MAX_SPACES = 2 ** 21;
export const BLOCKS_PER_SEGMENT = 2 ** 16;

/** Types of names, by their code in the table. */
export const NAME_TYPES = { session: 's', kind: 'k', agent: 'a', task: 't', artifact: 'f', generation: 'g' } as const;
export type NameType = (typeof NAME_TYPES)[keyof typeof NAME_TYPES];
