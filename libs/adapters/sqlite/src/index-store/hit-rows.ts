import type { EventKind } from '@total-recall/domain';
import type { TextHit } from '@total-recall/ports';
import type { NameReader } from './name-reader.ts';

/** A document with the place of its event, as `HIT_QUERY` reads it by the document's id. */
export interface HitRow {
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

export const HIT_QUERY = `SELECT id, part, length, artifact, from_byte AS fromByte, to_byte AS toByte, event_id AS eventId, session, ordinal, turn, kind,
  occurred_at AS occurredAt FROM document WHERE id = ?`;

/** What every hit says of its document. */
export function toPlace(row: HitRow, names: NameReader): Omit<TextHit, 'termCounts' | 'length'> {
  const { fromByte, toByte } = row;
  const artifactId = row.artifact === 0 ? {} : { artifactId: names.valueOf(row.artifact) };
  return {
    eventId: row.eventId,
    part: row.part,
    ...(fromByte === null || toByte === null ? {} : { passage: { ...artifactId, fromByte, toByte } }),
    session: names.valueOf(row.session),
    ordinal: row.ordinal,
    turn: row.turn,
    kind: names.valueOf(row.kind) as EventKind,
    occurredAt: row.occurredAt,
  };
}
