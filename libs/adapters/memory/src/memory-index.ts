import { NO_MARKS, spaceKey, type Marks } from '@total-recall/domain';
import {
  INDEX_LIMITS, INDEX_TERM_PATTERN, type IndexedEvent, type IndexWrite, type MemoryIndex, type TextDocument, type TextFilter, type TextHit,
} from '@total-recall/ports';
import { LIMITS, TotalRecallError } from '@total-recall/runtime';

interface StoredDocument {
  readonly document: TextDocument;
  readonly counts: ReadonlyMap<string, number>;
}

interface StoredEvent {
  event: IndexedEvent;
  pinned: boolean;
  readonly agent?: string;
  readonly partition: number;
  readonly documents: readonly StoredDocument[];
}

/** One space: every event, and the documents that a refresh has made visible. */
interface Space {
  readonly events: Map<string, StoredEvent>;
  readonly visible: Map<string, StoredEvent>;
}

function refuse(message: string): never {
  throw new TotalRecallError('invalid_request', message);
}

function checkTerms(terms: readonly string[]): void {
  for (const term of terms) if (!INDEX_TERM_PATTERN.test(term)) refuse('A term may hold only a-z, 0-9 and _, 1 to 1024 of them.');
}

function checkQueryTerms(terms: readonly string[]): void {
  if (terms.length > INDEX_LIMITS.queryTerms) refuse(`A query may hold at most ${INDEX_LIMITS.queryTerms} terms.`);
  checkTerms(terms);
}

function checkCount(what: string, count: number, most: number): void {
  if (!Number.isInteger(count) || count < 1 || count > most) refuse(`${what} must be a whole number from 1 to ${most}.`);
}

function countTerms(document: TextDocument): StoredDocument {
  const counts = new Map<string, number>();
  for (const term of document.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { document, counts };
}

function passes(stored: StoredEvent, filter: TextFilter | undefined): boolean {
  if (!filter) return true;
  const { envelope } = stored.event.record;
  const holds = (list: readonly string[] | undefined, value: string | undefined): boolean => list === undefined || (value !== undefined && list.includes(value));
  return (
    holds(filter.sessions, envelope.session) && holds(filter.kinds, envelope.kind) && holds(filter.agents, stored.agent) &&
    holds(filter.taskIds, stored.event.accepted.taskId) &&
    envelope.occurredAt >= (filter.fromTime ?? -Infinity) && envelope.occurredAt <= (filter.toTime ?? Infinity)
  );
}

function toHit(stored: StoredEvent, { document, counts }: StoredDocument, terms: readonly string[]): TextHit {
  const { envelope } = stored.event.record;
  return {
    eventId: envelope.id, part: document.part, ...(document.passage ? { passage: document.passage } : {}), session: envelope.session,
    ordinal: stored.event.accepted.ordinal, turn: stored.event.accepted.turn, kind: envelope.kind, occurredAt: envelope.occurredAt,
    termCounts: terms.map((term) => counts.get(term) ?? 0), length: document.terms.length,
  };
}

/** The read model in memory, for tests: simple, exact, and strict about `refresh`: text is found only after it. */
export function createMemoryIndex(): MemoryIndex {
  const spaces = new Map<string, Space>();
  const marksOf = new Map<number, Marks>();
  const unrefreshed = new Map<number, Set<StoredEvent>>();
  let closed = false;

  const open = (): void => {
    if (closed) throw new TotalRecallError('closed', 'The index is closed.');
  };
  const spaceOf = (tenant: string, space: string): Space | undefined => spaces.get(spaceKey({ tenant, space }));
  const documentsOf = function* (space: Space | undefined): Generator<[StoredEvent, StoredDocument]> {
    for (const stored of space?.visible.values() ?? []) for (const document of stored.documents) yield [stored, document];
  };

  function put(partition: number, write: IndexWrite): void {
    const { envelope, position } = write.event.record;
    const key = spaceKey(envelope);
    const space = spaces.get(key) ?? { events: new Map(), visible: new Map() };
    spaces.set(key, space);
    const before = space.events.get(envelope.id);
    if (before && before.event.record.position.offset >= position.offset) return;
    const supersededBy = write.event.supersededBy ?? before?.event.supersededBy;
    const stored: StoredEvent = {
      event: supersededBy === undefined ? write.event : { ...write.event, supersededBy },
      pinned: write.pinned ?? before?.pinned ?? false,
      agent: write.agent,
      partition,
      documents: write.event.accepted.indexed ? write.documents.map(countTerms) : [],
    };
    space.events.set(envelope.id, stored);
    const waiting = unrefreshed.get(partition) ?? new Set();
    unrefreshed.set(partition, waiting.add(stored));
  }

  function textStatistics(space: Space | undefined, terms: readonly string[]): { documents: number; totalLength: number; documentFrequencies: number[] } {
    const documentFrequencies = terms.map(() => 0);
    let documents = 0;
    let totalLength = 0;
    for (const [, { document, counts }] of documentsOf(space)) {
      documents += 1;
      totalLength += document.terms.length;
      terms.forEach((term, at) => counts.has(term) && (documentFrequencies[at]! += 1));
    }
    return { documents, totalLength, documentFrequencies };
  }

  return {
    async write(partition, writes, supersessions = []) {
      open();
      for (const write of writes) for (const document of write.documents) checkTerms(document.terms);
      for (const write of writes) put(partition, write);
      for (const { eventId, by, tenant, space } of supersessions) {
        const stored = spaceOf(tenant, space)?.events.get(eventId);
        if (stored) stored.event = { ...stored.event, supersededBy: by };
      }
    },
    async refresh(partition) {
      open();
      for (const stored of unrefreshed.get(partition) ?? []) {
        const { envelope } = stored.event.record;
        const space = spaceOf(envelope.tenant, envelope.space)!;
        if (space.events.get(envelope.id) === stored) space.visible.set(envelope.id, stored);
      }
      unrefreshed.delete(partition);
    },
    async searchText({ tenant, space, terms, limit, filter }) {
      open();
      checkQueryTerms(terms);
      checkCount('limit', limit, INDEX_LIMITS.hits);
      const held = spaceOf(tenant, space);
      const { documents, totalLength, documentFrequencies } = textStatistics(held, terms);
      const idf = documentFrequencies.map((frequency) => Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5)));
      const scored: { hit: TextHit; score: number }[] = [];
      for (const [stored, document] of documentsOf(held)) {
        if (!terms.some((term) => document.counts.has(term)) || !passes(stored, filter)) continue;
        const hit = toHit(stored, document, terms);
        const norm = 0.9 * (0.1 + (0.9 * hit.length * documents) / totalLength);
        scored.push({ hit, score: hit.termCounts.reduce((sum, count, at) => sum + (idf[at]! * count * 1.9) / (count + norm), 0) });
      }
      return scored.sort((left, right) => right.score - left.score).slice(0, limit).map(({ hit }) => hit);
    },
    async statistics(tenant, space, terms) {
      open();
      checkQueryTerms(terms);
      return textStatistics(spaceOf(tenant, space), terms);
    },
    async documentsAt({ tenant, space, terms, places }) {
      open();
      checkQueryTerms(terms);
      if (places.length > INDEX_LIMITS.places) refuse(`At most ${INDEX_LIMITS.places} places may be asked at once.`);
      const wanted = new Set(places.map(({ session, ordinal }) => `${ordinal} ${session}`));
      const at = ({ event }: StoredEvent): string => `${event.accepted.ordinal} ${event.record.envelope.session}`;
      return [...documentsOf(spaceOf(tenant, space))].filter(([stored]) => wanted.has(at(stored))).map(([stored, document]) => toHit(stored, document, terms));
    },
    async events(tenant, space, eventIds) {
      open();
      if (eventIds.length > INDEX_LIMITS.eventIds) refuse(`At most ${INDEX_LIMITS.eventIds} events may be asked at once.`);
      const held = spaceOf(tenant, space);
      return eventIds.map((id) => held?.events.get(id)?.event);
    },
    async sessionEvents({ tenant, space, session, fromOrdinal, toOrdinal = Infinity, limit }) {
      open();
      checkCount('limit', limit, INDEX_LIMITS.sessionEvents);
      return [...(spaceOf(tenant, space)?.events.values() ?? [])]
        .map(({ event }) => event)
        .filter(({ record, accepted }) => record.envelope.session === session && accepted.ordinal >= fromOrdinal && accepted.ordinal <= toOrdinal)
        .sort((left, right) => left.accepted.ordinal - right.accepted.ordinal)
        .slice(0, limit);
    },
    async pinned(tenant, space, limit) {
      open();
      return [...(spaceOf(tenant, space)?.events.values() ?? [])]
        .filter((stored) => stored.pinned)
        .map(({ event }) => event.record.envelope)
        .sort((left, right) => right.recordedAt - left.recordedAt || (left.id < right.id ? 1 : -1))
        .slice(0, Math.min(limit, LIMITS.pinnedPerSpace))
        .map(({ id }) => id);
    },
    async setPinned(tenant, space, eventIds, pinned) {
      open();
      for (const id of eventIds) {
        const stored = spaceOf(tenant, space)?.events.get(id);
        if (stored) stored.pinned = pinned;
      }
    },
    async marks(partition) {
      open();
      return marksOf.get(partition) ?? NO_MARKS;
    },
    async setMarks(partition, marks) {
      open();
      const before = marksOf.get(partition) ?? NO_MARKS;
      const embedded = Math.max(before.embedded ?? -1, marks.embedded ?? -1);
      marksOf.set(partition, {
        folded: Math.max(before.folded, marks.folded),
        searchable: Math.max(before.searchable, marks.searchable),
        ...(embedded < 0 ? {} : { embedded }),
      });
    },
    async close() {
      closed = true;
    },
  };
}
