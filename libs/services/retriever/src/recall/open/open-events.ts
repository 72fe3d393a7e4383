import { isRecalled, type EntryContent, type EventBody, type EventRecord, type RecallScope } from '@total-recall/domain';
import type { IndexedEvent, TextFilter } from '@total-recall/ports';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { PendingLog } from '../ask/read-pending-log.ts';
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

export interface OpenInput {
  readonly tenant: string;
  readonly space: string;
  readonly filter: TextFilter;
  readonly scope: RecallScope;
  readonly covered: PendingLog;
  /** Events that the task state refers to. They count as part of the task, whatever task they were written for. */
  readonly named: ReadonlySet<string>;
  /** Events that the asker already has in its window. */
  readonly without?: ReadonlySet<string>;
}

/** Opens the best `wanted` events of a ranking. */
export type OpenEvents = (ranking: readonly MergedEvent[], wanted: number) => Promise<OpenedEvent[]>;

type ReadableEvent = Omit<OpenedEvent, 'ranked'>;

/**
 * Opens the best events of rankings and drops those that recall must not return: recall results (I-13), compactions,
 * events outside the scope, sensitive events, and bodies that cannot be read. Goes down the ranking until it has
 * `wanted` events. Reads each event once.
 */
export function createEventOpener(deps: Pick<RetrieverDeps, 'index' | 'sealer'>, input: OpenInput): OpenEvents {
  const pending = new Map(input.covered.pending.map((event) => [event.opened.envelope.id, event]));
  const known = new Map<string, ReadableEvent | undefined>();

  async function read(eventIds: readonly string[]): Promise<void> {
    if (eventIds.length === 0) return;
    const events = await deps.index.events(input.tenant, input.space, eventIds);
    const records = await deps.sealer.openAll(events.flatMap((event) => (event === undefined ? [] : [event.record])));
    const bodies = new Map(records.map((record) => [record.envelope.id, record]));
    eventIds.forEach((eventId, i) => {
      const own = pending.get(eventId);
      known.set(eventId, readable(input, events[i] ?? own?.event, bodies.get(eventId) ?? own?.opened, own?.content));
    });
  }

  return async (ranking, wanted) => {
    const opened: OpenedEvent[] = [];
    for (let at = 0; at < ranking.length && opened.length < wanted; at += wanted) {
      const batch = ranking.slice(at, at + wanted);
      await read(batch.map(({ eventId }) => eventId).filter((eventId) => !known.has(eventId)));
      for (const ranked of batch) {
        const event = known.get(ranked.eventId);
        if (event !== undefined) opened.push({ ranked, ...event });
      }
    }
    return opened.slice(0, wanted);
  };
}

function readable(
  input: OpenInput,
  event: IndexedEvent | undefined,
  record: EventRecord | undefined,
  content: EntryContent | undefined,
): ReadableEvent | undefined {
  if (event === undefined || record === undefined || typeof record.body === 'string') return undefined;
  const { envelope, body } = record;
  const sensitive = isSensitive(body.meta.sensitivity, input.scope);
  if (!mayReturn(event, record, body, input) || (sensitive && input.scope.redactSensitive !== true)) return undefined;
  const supersededBy = event.supersededBy ?? input.covered.superseded.get(envelope.id);
  return {
    event,
    envelope,
    body,
    redacted: sensitive,
    ...(content === undefined ? {} : { content }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
  };
}

function mayReturn(
  event: IndexedEvent,
  { envelope }: EventRecord,
  body: EventBody,
  { tenant, space, filter, scope, named, without }: OpenInput,
): boolean {
  if (envelope.tenant !== tenant || envelope.space !== space) return false;
  if (without?.has(envelope.id) === true) return false;
  if (!event.accepted.indexed || isRecalled(body) || envelope.kind === 'compaction') return false;
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

/** Returns true when the scope withholds events with these labels. */
export function isSensitive(labels: readonly string[] = [], { excludeSensitivity, redactSensitive }: RecallScope): boolean {
  if (excludeSensitivity === undefined) return labels.length > 0 && redactSensitive === true;
  return excludeSensitivity.some((label) => labels.includes(label));
}
