import { spaceKey, type Marks } from '@total-recall/domain';
import type { AsideRecord, IndexedEvent, IndexWrite, TextDocument, TextFilter, TextHit } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

export interface StoredDocument {
  readonly document: TextDocument;
  readonly counts: ReadonlyMap<string, number>;
}

export interface StoredEvent {
  event: IndexedEvent;
  pinned: boolean;
  readonly artifactIds: readonly string[];
  readonly agent?: string;
  readonly documents: readonly StoredDocument[];
}

/** One space: all events, and the documents that a refresh has made visible. */
export interface Space {
  readonly events: Map<string, StoredEvent>;
  readonly visible: Map<string, StoredEvent>;
}

export interface IndexState {
  readonly spaces: Map<string, Space>;
  readonly marks: Map<number, Marks>;
  readonly aside: Map<number, readonly AsideRecord[]>;
  readonly unrefreshed: Map<number, Set<StoredEvent>>;
  closed: boolean;
}

export function spaceOf(state: IndexState, tenant: string, space: string): Space | undefined {
  if (state.closed) throw new TotalRecallError('closed', 'The index is closed.');
  return state.spaces.get(spaceKey({ tenant, space }));
}

export function documentsOf(space: Space | undefined): [StoredEvent, StoredDocument][] {
  return [...(space?.visible.values() ?? [])].flatMap((stored) =>
    stored.documents.map((document): [StoredEvent, StoredDocument] => [stored, document]),
  );
}

function countTerms(document: TextDocument): StoredDocument {
  const counts = new Map<string, number>();
  for (const term of document.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { document, counts };
}

/** Writes an event; an older one than is there is left out, unless it replaces. */
export function put(state: IndexState, partition: number, write: IndexWrite, replaces = false): void {
  const { envelope, position } = write.event.record;
  const space = spaceOf(state, envelope.tenant, envelope.space) ?? { events: new Map(), visible: new Map() };
  state.spaces.set(spaceKey(envelope), space);
  const before = space.events.get(envelope.id);
  if (before && before.event.record.position.offset >= position.offset && !replaces) return;
  const supersededBy = write.event.supersededBy ?? before?.event.supersededBy;
  const stored: StoredEvent = {
    event: supersededBy === undefined ? write.event : { ...write.event, supersededBy },
    pinned: write.pinned ?? before?.pinned ?? false,
    artifactIds: write.artifactIds ?? [],
    agent: write.agent,
    documents: write.event.accepted.indexed ? write.documents.map(countTerms) : [],
  };
  space.events.set(envelope.id, stored);
  const waiting = state.unrefreshed.get(partition) ?? new Set();
  state.unrefreshed.set(partition, waiting.add(stored));
}

/** Makes what was written to a partition visible to reads of text. */
export function makeVisible(state: IndexState, partition: number): void {
  for (const stored of state.unrefreshed.get(partition) ?? []) {
    const { tenant, space, id } = stored.event.record.envelope;
    const held = spaceOf(state, tenant, space)!;
    if (held.events.get(id) === stored) held.visible.set(id, stored);
  }
  state.unrefreshed.delete(partition);
}

export function passes(stored: StoredEvent, filter: TextFilter | undefined): boolean {
  if (!filter) return true;
  const { envelope } = stored.event.record;
  const holds = (list: readonly string[] | undefined, value: string): boolean => list === undefined || list.includes(value);
  return (
    holds(filter.sessions, envelope.session) &&
    holds(filter.kinds, envelope.kind) &&
    holds(filter.agents, stored.agent ?? '') &&
    (holds(filter.taskIds, stored.event.accepted.taskId ?? '') || filter.anyTaskOf === envelope.session) &&
    envelope.occurredAt >= (filter.fromTime ?? -Infinity) &&
    envelope.occurredAt <= (filter.toTime ?? Infinity) &&
    filter.withoutEvents?.has(envelope.id) !== true
  );
}

export function toHit(stored: StoredEvent, { document, counts }: StoredDocument, terms: readonly string[]): TextHit {
  const { envelope } = stored.event.record;
  return {
    eventId: envelope.id,
    part: document.part,
    ...(document.passage ? { passage: document.passage } : {}),
    session: envelope.session,
    ordinal: stored.event.accepted.ordinal,
    turn: stored.event.accepted.turn,
    kind: envelope.kind,
    occurredAt: envelope.occurredAt,
    termCounts: terms.map((term) => counts.get(term) ?? 0),
    length: document.terms.length,
  };
}
