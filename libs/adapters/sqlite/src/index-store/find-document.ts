import type { DatabaseSync } from 'node:sqlite';
import { DOCUMENTS_PER_SPACE } from './index-schema.ts';

export interface DocumentFinder {
  spaceId(tenant: string, space: string): number | undefined;
  /** Returns the number of a part of an event in its space; undefined if it does not exist. */
  numberOf(space: number, eventId: string, part: number): number | undefined;
  /** Returns the numbers of all parts of an event; undefined if it does not exist. */
  rangeOf(space: number, eventId: string): DocumentRange | undefined;
}

interface DocumentRange {
  readonly first: number;
  readonly documents: number;
}

export function createDocumentFinder(db: DatabaseSync): DocumentFinder {
  const spaceRow = db.prepare('SELECT id FROM space WHERE tenant = ? AND name = ?');
  const eventRow = db.prepare(
    'SELECT first_document AS first, documents FROM event INDEXED BY event_documents WHERE space = ? AND event_id = ?',
  );
  const partUp = db.prepare('SELECT id FROM document WHERE id >= ? AND id < ? AND part = ? ORDER BY id DESC LIMIT 1');
  const rangeOf = (space: number, eventId: string) => eventRow.get(space, eventId) as DocumentRange | undefined;
  return {
    rangeOf,
    spaceId: (tenant, space) => (spaceRow.get(tenant, space) as { id: number } | undefined)?.id,
    numberOf: (space, eventId, part) => {
      const event = rangeOf(space, eventId);
      if (!event || event.documents === 0) return undefined;
      const from = space * DOCUMENTS_PER_SPACE + event.first;
      // Parts ascend with few gaps, so the document is at its part's place or shortly before it. Otherwise search all.
      const near = partUp.get(from, from + Math.min(event.documents, part + 1), part) as { id: number } | undefined;
      const found = near ?? (partUp.get(from, from + event.documents, part) as { id: number } | undefined);
      return found && found.id - space * DOCUMENTS_PER_SPACE;
    },
  };
}
