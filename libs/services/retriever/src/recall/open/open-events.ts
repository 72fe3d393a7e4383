import { isPullCall, isRecalled, type EntryContent, type EventBody, type EventRecord, type RecallScope } from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { Question } from '../ask/read-question.ts';
import type { MergedEvent } from '../rank/merge-queries.ts';

/** A ranked event, opened. */
export interface OpenedEvent {
  readonly ranked: MergedEvent;
  readonly event: IndexedEvent;
  readonly envelope: EventRecord['envelope'];
  readonly body: EventBody;
  /** Set if the content was read already. */
  readonly content?: EntryContent;
  readonly supersededBy?: string;
  readonly redacted: boolean;
  /** The hit that this event is a companion of. */
  readonly companionOf?: string;
}

/** An event that was read, without its place in a ranking; undefined if recall must not return it. */
export type EventsRead = Map<string, Omit<OpenedEvent, 'ranked'> | undefined>;

/** Limits on what recall may return of which space. */
export type OpenWithin = Pick<Question, 'request' | 'filter' | 'pending' | 'state'>;

/** Part of a run that opening events needs. */
export interface OpenRun {
  readonly deps: Pick<RetrieverDeps, 'index' | 'sealer'>;
  /** Events read so far; each is read once in a recall. */
  readonly eventsRead: EventsRead;
}

/**
 * Opens the best `wanted` events of a ranking and drops those that recall must not return: recall results (I-13) and
 * refusals of recall, compactions, events outside the scope, sensitive events, and bodies that cannot be read. Goes down the ranking until
 * it has that many.
 */
export async function openEvents(
  run: OpenRun,
  question: OpenWithin,
  ranking: readonly MergedEvent[],
  wanted: number,
): Promise<OpenedEvent[]> {
  const opened: OpenedEvent[] = [];
  for (let at = 0; at < ranking.length && opened.length < wanted; at += wanted) {
    const batch = ranking.slice(at, at + wanted);
    await readEvents(
      run,
      question,
      batch.map(({ eventId }) => eventId).filter((eventId) => !run.eventsRead.has(eventId)),
    );
    for (const ranked of batch) {
      const event = run.eventsRead.get(ranked.eventId);
      if (event !== undefined) opened.push({ ranked, ...event });
    }
  }
  return opened.slice(0, wanted);
}

async function readEvents({ deps, eventsRead }: OpenRun, question: OpenWithin, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  const { tenant, space } = question.request;
  const events = await deps.index.events(tenant, space, eventIds);
  for (const [eventId, event] of await openIndexed(deps, question, eventIds, events)) eventsRead.set(eventId, event);
}

/**
 * Opens events that were read from the index, in the order of their ids; undefined for one that recall must not return.
 * An event that the index has not is taken from the log above it.
 */
export async function openIndexed(
  deps: OpenRun['deps'],
  question: OpenWithin,
  eventIds: readonly string[],
  events: readonly (IndexedEvent | undefined)[],
): Promise<EventsRead> {
  const pending = new Map(question.pending.events.map((event) => [event.opened.envelope.id, event]));
  const named = new Set(question.state?.taskState?.refs);
  const records = await deps.sealer.openAll(events.flatMap((event) => (event === undefined ? [] : [event.record])));
  const later = await laterThan(deps, question, events);
  const bodies = new Map(records.map((record) => [record.envelope.id, record]));
  return new Map(
    eventIds.map((eventId, i) => {
      const own = pending.get(eventId);
      const event = withoutLater(events[i] ?? own?.event, later);
      const record = bodies.get(eventId) ?? own?.opened;
      return [eventId, event && record && readable(question, named, { event, record, content: own?.content })] as const;
    }),
  );
}

function pendingSuperseder({ pending, request: { asOf = Infinity } }: OpenWithin, eventId: string): string | undefined {
  const by = pending.superseded.get(eventId);
  return pending.events.some(({ opened: { envelope } }) => envelope.id === by && envelope.occurredAt <= asOf) ? by : undefined;
}

/** Ids of superseding events that had not occurred by the time that the answer is about. */
async function laterThan(
  { index }: OpenRun['deps'],
  { request: { tenant, space, asOf } }: OpenWithin,
  events: readonly (IndexedEvent | undefined)[],
): Promise<ReadonlySet<string>> {
  if (asOf === undefined) return new Set();
  const ids = [...new Set(events.flatMap((event) => event?.supersededBy ?? []))];
  const superseding = ids.length === 0 ? [] : await index.events(tenant, space, ids);
  return new Set(ids.filter((_, at) => (superseding[at]?.record.envelope.occurredAt ?? Infinity) > asOf));
}

function withoutLater(event: IndexedEvent | undefined, later: ReadonlySet<string>): IndexedEvent | undefined {
  if (event?.supersededBy === undefined || !later.has(event.supersededBy)) return event;
  const { supersededBy: _, ...rest } = event;
  return rest;
}

interface ReadEvent {
  readonly event: IndexedEvent;
  readonly record: EventRecord;
  readonly content: EntryContent | undefined;
}

function readable(
  question: OpenWithin,
  named: ReadonlySet<string>,
  { event, record, content }: ReadEvent,
): Omit<OpenedEvent, 'ranked'> | undefined {
  if (typeof record.body === 'string') return undefined;
  const { envelope, body } = record;
  const { scope = {} } = question.request;
  const sensitive = isSensitive(body.meta.sensitivity, scope);
  if (!mayReturn(question, named, { event, envelope, body }) || (sensitive && scope.redactSensitive !== true)) return undefined;
  const supersededBy = event.supersededBy ?? pendingSuperseder(question, envelope.id);
  return {
    event,
    envelope,
    body,
    redacted: sensitive,
    ...(content === undefined ? {} : { content }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
  };
}

/** `named`: events that the task state refers to. They count as part of the task, whatever task they were written for. */
function mayReturn(
  { request, filter }: OpenWithin,
  named: ReadonlySet<string>,
  { event, envelope, body }: Pick<OpenedEvent, 'event' | 'envelope' | 'body'>,
): boolean {
  const { tenant, space, scope = {}, without } = request;
  if (envelope.tenant !== tenant || envelope.space !== space) return false;
  if (without?.has(envelope.id) === true || filter.withoutEvents?.has(envelope.id) === true) return false;
  if (!event.accepted.indexed || isRecalled(body) || isFailedPull(body) || envelope.kind === 'compaction') return false;
  return (
    (filter.sessions === undefined || filter.sessions.includes(envelope.session)) &&
    (filter.kinds === undefined || filter.kinds.includes(envelope.kind)) &&
    (filter.agents === undefined || filter.agents.includes(body.meta.agent ?? '')) &&
    (filter.taskIds === undefined ||
      filter.taskIds.includes(event.accepted.taskId ?? '') ||
      filter.anyTaskOf === envelope.session ||
      (scope.taskIds === undefined && scope.within !== 'task' && named.has(envelope.id))) &&
    (filter.fromTime === undefined || envelope.occurredAt >= filter.fromTime) &&
    (filter.toTime === undefined || envelope.occurredAt <= filter.toTime)
  );
}

/** A call of recall that was refused brought nothing, and its label repeats the words of a question. */
function isFailedPull({ call, isError }: EventBody): boolean {
  return isError === true && call !== undefined && isPullCall(call);
}

/** Returns true when the scope withholds events with these labels. */
export function isSensitive(labels: readonly string[] = [], { excludeSensitivity, redactSensitive }: RecallScope): boolean {
  if (excludeSensitivity === undefined) return labels.length > 0 && redactSensitive === true;
  return excludeSensitivity.some((label) => labels.includes(label));
}
