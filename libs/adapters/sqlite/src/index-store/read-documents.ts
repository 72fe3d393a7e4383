import type { DatabaseSync } from 'node:sqlite';
import { DOCUMENTS_PER_SPACE, NAME_TYPES } from './index-schema.ts';
import type { NameReader } from './name-reader.ts';

/** A document with the place of its event; names are their numbers. */
export interface DocumentRow {
  readonly id: number;
  readonly part: number;
  readonly length: number;
  readonly artifact: number;
  readonly fromByte: number | null;
  readonly toByte: number | null;
  readonly eventId: string;
  readonly session: number;
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: number;
  readonly occurredAt: number;
}

/** Documents of one event: numbers in their space from `first` on. */
export interface DocumentRange {
  readonly first: number;
  readonly documents: number;
}

export interface Place {
  readonly session: string;
  readonly ordinal: number;
}

export interface DocumentReader {
  /** Reads a document that was found in a segment, by its number in the space. */
  row(space: number, document: number): DocumentRow;
  /** Returns the numbers of documents of replaced events. */
  dead(space: number): ReadonlySet<number>;
  /** Returns the documents of the events at these places; `dead` must be current. */
  rangesAt(space: number, places: readonly Place[], dead: ReadonlySet<number>): DocumentRange[];
}

/** Memory of a cached row or place with its slot. */
const ROW_BYTES = 200;
/** Most cached rows, and most cached places. More are of no use to a recall. */
const MOST_REMEMBERED = 2 ** 16;
/** A prime, so that spaces and sessions rarely share slots. */
const SPREAD = 7_919;

interface KnownRange extends DocumentRange {
  readonly session: number;
  readonly ordinal: number;
}

/**
 * Reads single documents through a cache, as a recall reads hundreds and often the same as the one before. A row or a
 * document number never changes and is never reused. The dead documents of replaced events are looked up on each call.
 */
export function createDocumentReader(db: DatabaseSync, names: Pick<NameReader, 'idOf'>, cacheBytes: number): DocumentReader {
  const slots = Math.max(1, Math.min(MOST_REMEMBERED, Math.floor(cacheBytes / (2 * ROW_BYTES))));
  const readRow = createRowReader(db);
  const atPlace = db.prepare('SELECT first_document AS first, documents FROM event WHERE space = ? AND session = ? AND ordinal = ?');
  const deadOf = db.prepare('SELECT document FROM dead WHERE space = ?');
  const rows: (DocumentRow | undefined)[] = Array.from({ length: slots });
  const ranges: (KnownRange | undefined)[] = Array.from({ length: slots });

  function rangesOf(space: number, session: number, ordinal: number, dead: ReadonlySet<number>): readonly DocumentRange[] {
    const slot = (session * SPREAD + ordinal) % slots;
    const known = ranges[slot];
    if (known?.session === session && known.ordinal === ordinal && !dead.has(known.first)) return [known];
    const found = atPlace.all(space, session, ordinal) as unknown as DocumentRange[];
    const [only, ...others] = found;
    if (only !== undefined && others.length === 0 && only.documents > 0) ranges[slot] = { ...only, session, ordinal };
    return found;
  }

  return {
    row(space, document) {
      const id = space * DOCUMENTS_PER_SPACE + document;
      const slot = (space * SPREAD + document) % slots;
      const known = rows[slot];
      return known?.id === id ? known : (rows[slot] = readRow(id));
    },
    dead: (space) => new Set(deadOf.all(space).map((row) => row['document'] as number)),
    rangesAt(space, places, dead) {
      const sessions = new Map<string, number | undefined>();
      return places.flatMap(({ session, ordinal }) => {
        if (!sessions.has(session)) sessions.set(session, names.idOf(space, NAME_TYPES.session, session));
        const id = sessions.get(session);
        return id === undefined ? [] : rangesOf(space, id, ordinal, dead);
      });
    },
  };
}

/**
 * Creates a fast reader of rows: reading a row as an array of values takes two thirds of the time, and building the
 * object here much less than SQLite needs.
 */
function createRowReader(db: DatabaseSync): (id: number) => DocumentRow {
  const statement = db.prepare(
    'SELECT part, length, artifact, from_byte, to_byte, event_id, session, ordinal, turn, kind, occurred_at FROM document WHERE id = ?',
  );
  statement.setReturnArrays(true);
  type Values = [number, number, number, number | null, number | null, string, number, number, number, number, number];
  return (id) => {
    const values = statement.get(id) as unknown as Values;
    const [part, length, artifact, fromByte, toByte, eventId, session, ordinal, turn, kind, occurredAt] = values;
    return { id, part, length, artifact, fromByte, toByte, eventId, session, ordinal, turn, kind, occurredAt };
  };
}
