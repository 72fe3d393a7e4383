import type { EventKind } from '@total-recall/domain';
import type { DocumentPlace, TextHit } from '@total-recall/ports';
import { DOCUMENTS_PER_SPACE } from './index-schema.ts';
import type { NameReader } from './name-reader.ts';
import { handleOf } from './packed-documents.ts';
import type { DocumentRow, Place } from './read-documents.ts';

/**
 * Hits in a message between threads. They are packed into a few buffers, as copying hundreds of objects would take
 * longer than the search.
 */
export interface PackedHits {
  /** Ids of the events, one per line. */
  readonly eventIds: string;
  /** Names to which columns refer by index. */
  readonly names: readonly string[];
  /** `COLUMNS` numbers per hit; -1 stands for none. */
  readonly columns: Float64Array;
}

/** Text hits, with the counts of the requested terms hit after hit. */
export interface PackedTextHits extends PackedHits {
  readonly counts: Uint32Array;
}

/** Places in a message between threads: for each the index of its session and its ordinal. */
export interface PackedPlaces {
  readonly sessions: readonly string[];
  readonly at: Float64Array;
}

/**
 * Numbers of a hit: part, session, ordinal, turn, kind, time, artifact, first and last byte, a figure (the length or
 * the similarity), and the number of the document in its space.
 */
const COLUMNS = 11;
const NONE = -1;

export function packHits(rows: readonly DocumentRow[], figureOf: (row: DocumentRow, at: number) => number, names: NameReader): PackedHits {
  const columns = new Float64Array(rows.length * COLUMNS);
  const list: string[] = [];
  const places = new Map<number, number>();
  const placeOf = (id: number): number => {
    let place = places.get(id);
    if (place === undefined) places.set(id, (place = list.push(names.valueOf(id)) - 1));
    return place;
  };
  rows.forEach((row, at) => {
    const base = at * COLUMNS;
    columns[base] = row.part;
    columns[base + 1] = placeOf(row.session);
    columns[base + 2] = row.ordinal;
    columns[base + 3] = row.turn;
    columns[base + 4] = placeOf(row.kind);
    columns[base + 5] = row.occurredAt;
    columns[base + 6] = row.artifact === 0 ? NONE : placeOf(row.artifact);
    columns[base + 7] = row.fromByte ?? NONE;
    columns[base + 8] = row.toByte ?? NONE;
    columns[base + 9] = figureOf(row, at);
    columns[base + 10] = row.id % DOCUMENTS_PER_SPACE;
  });
  return { eventIds: rows.map(({ eventId }) => eventId).join('\n'), names: list, columns };
}

/** Unpacks hits, each with the place of its document and its figure. `index` is the id of the index for handles. */
export function unpackHits<Hit>(
  { eventIds, names, columns }: PackedHits,
  index: number,
  make: (place: DocumentPlace, figure: number, at: number) => Hit,
): Hit[] {
  if (columns.length === 0) return [];
  return eventIds.split('\n').map((eventId, at) => {
    const base = at * COLUMNS;
    const [fromByte, toByte] = [columns[base + 7]!, columns[base + 8]!];
    const artifact = columns[base + 6]!;
    const passage = { ...(artifact === NONE ? {} : { artifactId: names[artifact]! }), fromByte, toByte };
    const place: DocumentPlace = {
      eventId,
      part: columns[base]!,
      handle: handleOf(index, columns[base + 10]!),
      ...(fromByte === NONE || toByte === NONE ? {} : { passage }),
      session: names[columns[base + 1]!]!,
      ordinal: columns[base + 2]!,
      turn: columns[base + 3]!,
      kind: names[columns[base + 4]!] as EventKind,
      occurredAt: columns[base + 5]!,
    };
    return make(place, columns[base + 9]!, at);
  });
}

export function unpackTextHits(packed: PackedTextHits, terms: number, index: number): TextHit[] {
  return unpackHits(packed, index, (place, length, at) => ({
    ...place,
    termCounts: Array.from(packed.counts.subarray(at * terms, (at + 1) * terms)),
    length,
  }));
}

export function packPlaces(places: readonly Place[]): PackedPlaces {
  const sessions = new Map<string, number>();
  const at = new Float64Array(places.length * 2);
  places.forEach(({ session, ordinal }, index) => {
    let place = sessions.get(session);
    if (place === undefined) sessions.set(session, (place = sessions.size));
    at[2 * index] = place;
    at[2 * index + 1] = ordinal;
  });
  return { sessions: [...sessions.keys()], at };
}

export function unpackPlaces({ sessions, at }: PackedPlaces): Place[] {
  return Array.from({ length: at.length / 2 }, (_, index) => ({ session: sessions[at[2 * index]!]!, ordinal: at[2 * index + 1]! }));
}
