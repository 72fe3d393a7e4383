import type { DatabaseSync } from 'node:sqlite';
import { DOCUMENTS_PER_SPACE } from './index-schema.ts';

export interface DocumentFinder {
  spaceId(tenant: string, space: string): number | undefined;
  /** The number in its space of a part of an event; undefined for what is not there. */
  numberOf(space: number, eventId: string, part: number): number | undefined;
}

export function createDocumentFinder(db: DatabaseSync): DocumentFinder {
  const spaceRow = db.prepare('SELECT id FROM space WHERE tenant = ? AND name = ?');
  const eventRow = db.prepare(
    'SELECT first_document AS first, documents FROM event INDEXED BY event_documents WHERE space = ? AND event_id = ?',
  );
  const partUp = db.prepare('SELECT id FROM document WHERE id >= ? AND id < ? AND part = ? ORDER BY id DESC LIMIT 1');
  return {
    spaceId: (tenant, space) => (spaceRow.get(tenant, space) as { id: number } | undefined)?.id,
    numberOf: (space, eventId, part) => {
      const event = eventRow.get(space, eventId) as { first: number; documents: number } | undefined;
      if (!event || event.documents === 0) return undefined;
      const from = space * DOCUMENTS_PER_SPACE + event.first;
      // Parts rise, a few may be left out: the document lies at its part or shortly before. Otherwise look at all.
      const near = partUp.get(from, from + Math.min(event.documents, part + 1), part) as { id: number } | undefined;
      const found = near ?? (partUp.get(from, from + event.documents, part) as { id: number } | undefined);
      return found && found.id - space * DOCUMENTS_PER_SPACE;
    },
  };
}
