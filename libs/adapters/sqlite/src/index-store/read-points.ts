import type { Marks } from '@total-recall/domain';
import type { AsideRecord } from '@total-recall/ports';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexReaderHandlers, ReadEvent } from './index-messages.ts';
import { NAME_TYPES } from './index-schema.ts';
import type { NameReader } from './name-reader.ts';

interface EventRow {
  readonly eventId: string;
  readonly session: number;
  readonly kind: number;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly rest: string;
  readonly sealed: Uint8Array;
  readonly generation: number;
  readonly partition: number;
  readonly offset: number;
  readonly ordinal: number;
  readonly turn: number;
  readonly request: number;
  readonly atom: number;
  readonly premise: number;
  readonly task: number;
  readonly indexed: number;
  readonly supersededBy: string | null;
}

const EVENT_COLUMNS = `event_id AS eventId, session, kind, occurred_at AS occurredAt, recorded_at AS recordedAt, rest, sealed, generation, partition, log_offset AS offset, ordinal, turn, request, atom, premise, task, indexed, superseded_by AS supersededBy`;

/** Creates the reads by key: events by id and by place, pins, marks. */
export function createPointReads(
  db: DatabaseSync,
  names: NameReader,
): Pick<
  IndexReaderHandlers,
  'events' | 'eventsByEnding' | 'eventsOfArtifact' | 'sessionEvents' | 'eventsInRanges' | 'pinned' | 'marks' | 'aside'
> {
  const spaceId = db.prepare('SELECT id FROM space WHERE tenant = ? AND name = ?');
  const byId = db.prepare(`SELECT ${EVENT_COLUMNS} FROM event WHERE space = ? AND event_id = ?`);
  const byEnding = db.prepare(`SELECT ${EVENT_COLUMNS} FROM event WHERE space = ? AND substr(event_id, 11) = ?`);
  const ofArtifact = db.prepare(
    'SELECT event.event_id AS id FROM event_artifact JOIN event ON event.id = event_artifact.event WHERE event_artifact.artifact = ? LIMIT ?',
  );
  const pins = db.prepare(
    'SELECT event_id AS id FROM event WHERE space = ? AND pinned = 1 ORDER BY recorded_at DESC, event_id DESC LIMIT ?',
  );
  const mark = db.prepare('SELECT folded, searchable, embedded FROM mark WHERE partition = ?');
  const asideOf = db.prepare(
    'SELECT log_offset AS offset, event_id AS eventId, reason, at FROM aside WHERE partition = ? ORDER BY log_offset',
  );
  const idOf = (tenant: string, space: string): number | undefined => (spaceId.get(tenant, space) as { id: number } | undefined)?.id;
  const readEach = (one: StatementSync, tenant: string, space: string, keys: readonly string[]): (ReadEvent | undefined)[] => {
    const id = idOf(tenant, space);
    return keys.map((key) => {
      const row = id === undefined ? undefined : (one.get(id, key) as unknown as EventRow | undefined);
      return row && toReadEvent(row, names);
    });
  };
  return {
    events: (tenant, space, eventIds) => readEach(byId, tenant, space, eventIds),
    eventsByEnding: (tenant, space, endings) => readEach(byEnding, tenant, space, endings),
    ...createSessionReads(db, names, idOf),
    eventsOfArtifact: ({ tenant, space, artifactId, limit }) => {
      const id = idOf(tenant, space);
      const name = id === undefined ? undefined : names.idOf(id, NAME_TYPES.artifact, artifactId);
      return name === undefined ? [] : (ofArtifact.all(name, limit) as unknown as { id: string }[]).map((row) => row.id);
    },
    pinned: (tenant, space, limit) => {
      const id = idOf(tenant, space);
      return id === undefined ? [] : (pins.all(id, limit) as unknown as { id: string }[]).map((row) => row.id);
    },
    aside: (partition) => asideOf.all(partition) as unknown as AsideRecord[],
    marks: (partition) => {
      const row = mark.get(partition) as { folded: number; searchable: number; embedded: number | null } | undefined;
      if (!row) return undefined;
      const { folded, searchable, embedded } = row;
      return { folded, searchable, ...(embedded === null ? {} : { embedded }) } satisfies Marks;
    },
  };
}

/** Creates the reads of events by their places in sessions. */
function createSessionReads(
  db: DatabaseSync,
  names: NameReader,
  idOf: (tenant: string, space: string) => number | undefined,
): Pick<IndexReaderHandlers, 'sessionEvents' | 'eventsInRanges'> {
  const ofSession = db.prepare(
    `SELECT ${EVENT_COLUMNS} FROM event WHERE space = ? AND session = ? AND ordinal >= ? AND ordinal <= ? ORDER BY ordinal LIMIT ?`,
  );
  return {
    sessionEvents: ({ tenant, space, session, fromOrdinal, toOrdinal, limit, bytes }) => {
      const id = idOf(tenant, space);
      const name = id === undefined ? undefined : names.idOf(id, NAME_TYPES.session, session);
      if (id === undefined || name === undefined) return [];
      const found: ReadEvent[] = [];
      let size = 0;
      for (const row of ofSession.iterate(id, name, fromOrdinal, toOrdinal, limit) as unknown as Iterable<EventRow>) {
        found.push(toReadEvent(row, names));
        size += row.sealed.length;
        if (size >= bytes) break;
      }
      return found;
    },
    eventsInRanges: ({ tenant, space, ranges }) => {
      const id = idOf(tenant, space);
      const sessions = new Map<string, number | undefined>();
      return ranges.map(({ session, fromOrdinal, toOrdinal }) => {
        if (id !== undefined && !sessions.has(session)) sessions.set(session, names.idOf(id, NAME_TYPES.session, session));
        const name = sessions.get(session);
        if (id === undefined || name === undefined) return [];
        return (ofSession.all(id, name, fromOrdinal, toOrdinal, -1) as unknown as EventRow[]).map((row) => toReadEvent(row, names));
      });
    },
  };
}

function toReadEvent(row: EventRow, names: NameReader): ReadEvent {
  const { eventId, occurredAt, recordedAt, rest, sealed, partition, offset, ordinal, turn, request, atom, supersededBy } = row;
  const taskId = row.task === 0 ? {} : { taskId: names.valueOf(row.task) };
  return {
    eventId,
    occurredAt,
    recordedAt,
    rest,
    sealed,
    partition,
    offset,
    supersededBy,
    session: names.valueOf(row.session),
    kind: names.valueOf(row.kind),
    generation: names.valueOf(row.generation),
    accepted: { ordinal, turn, request, atom, premiseVersion: row.premise, ...taskId, indexed: row.indexed === 1 },
  };
}
