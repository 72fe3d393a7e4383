import type { ContextCompacted, Marker, NewEvent, SessionAddress } from '@total-recall/domain';
import type { EventView } from '@total-recall/ports';
import type { EvaluationTarget } from './evaluation-target.ts';

/** Returns the text of an event, or the arguments of its call, as a reader of the log would see it. */
export function textOfEvent(event: NewEvent): string {
  return event.text ? event.text : (event.call?.arguments ?? '');
}

const APPEND_EVENTS = 100;

/** Appends to one session, through a core or through a client of a service. */
export interface EventAppender {
  append(events: readonly NewEvent[]): Promise<{ readonly events: readonly { readonly id: string }[]; readonly position?: string }>;
  updateTaskState(event: NewEvent): Promise<{ readonly eventId: string; readonly position: string }>;
}

interface Appended {
  readonly ids: string[];
  readonly position: string | undefined;
}

/**
 * Appends events in order and returns their ids in that order. Events are batched up to the limit of an append; task
 * states have a call of their own.
 */
export async function appendInOrder(to: EventAppender, events: readonly NewEvent[]): Promise<Appended> {
  const ids: string[] = [];
  let position: string | undefined;
  for (let from = 0; from < events.length;) {
    if (events[from]!.taskState) {
      const updated = await to.updateTaskState(events[from]!);
      ids.push(updated.eventId);
      position = updated.position;
      from += 1;
      continue;
    }
    const next = events.findIndex((event, at) => at > from && event.taskState !== undefined);
    const batch = events.slice(from, Math.min(from + APPEND_EVENTS, next === -1 ? events.length : next));
    const result = await to.append(batch);
    ids.push(...result.events.map((event) => event.id));
    position = result.position ?? position;
    from += batch.length;
  }
  return { ids, position };
}

/**
 * Calls `appendInOrder` for a session of the target. On a loaded machine an append may be refused until the session is
 * folded, before anything of it is written: it is tried once more then.
 */
export function appendAll(
  { ingest, settle }: Pick<EvaluationTarget, 'ingest' | 'settle'>,
  address: SessionAddress,
  events: readonly NewEvent[],
  source?: string,
): Promise<Appended> {
  const append = async (batch: readonly NewEvent[]) => {
    const request = { ...address, events: batch, ...(source !== undefined && { source }) };
    try {
      return await ingest.append(request);
    } catch (error) {
      if (!isBeforeFold(error)) throw error;
      await settle();
      return ingest.append(request);
    }
  };
  const updateTaskState = ({ taskState, meta, occurredAt }: NewEvent) =>
    ingest.updateTaskState({
      ...address,
      update: { ...taskState!, ...(occurredAt !== undefined && { occurredAt }) },
      ...(meta?.agent !== undefined && { agent: meta.agent }),
    });
  return appendInOrder({ append, updateTaskState }, events);
}

function isBeforeFold(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'not_caught_up';
}

const PAGE = 500;

/** Follows a session's accepted events. Each `refresh` continues where the last one ended. */
export interface SessionReader {
  refresh(): Promise<void>;
  readonly events: readonly EventView[];
  /** Returns the compactions read so far, in order. */
  compactions(): ContextCompacted[];
}

export function createSessionReader(target: EvaluationTarget, address: SessionAddress): SessionReader {
  const events: EventView[] = [];
  return {
    events,
    async refresh() {
      let from = (events.at(-1)?.ordinal ?? 0) + 1;
      for (;;) {
        const page = await target.retriever.events({ ...address, fromOrdinal: from, limit: PAGE });
        events.push(...page.events);
        if (page.nextOrdinal === undefined || page.nextOrdinal <= from) return;
        from = page.nextOrdinal;
      }
    },
    compactions: () => events.flatMap((event) => (event.body?.compaction?.type === 'ContextCompacted' ? [event.body.compaction] : [])),
  };
}

/** Returns the standing markers of a session and the events behind each, parts of merged markers included. */
export async function readMarkers(
  target: EvaluationTarget,
  address: SessionAddress,
): Promise<{ markers: Marker[]; evicted: Set<string>; markerOf: Map<string, string>; repeated: number }> {
  const { markers } = await target.retriever.markers({ ...address, limit: 100 });
  const evicted = new Set<string>();
  const markerOf = new Map<string, string>();
  let repeated = 0;
  for (const marker of markers) {
    const { manifests } = await target.retriever.manifest({ ...address, markerId: marker.id });
    for (const id of manifests.flatMap((manifest) => manifest.eventIds)) {
      if (evicted.has(id)) repeated += 1;
      evicted.add(id);
      markerOf.set(id, marker.id);
    }
  }
  return { markers, evicted, markerOf, repeated };
}
