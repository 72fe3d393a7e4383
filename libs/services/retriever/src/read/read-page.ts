import type { SessionAddress } from '@total-recall/domain';
import { INDEX_LIMITS, type EventView, type IndexedEvent } from '@total-recall/ports';
import { batchesOf, LIMITS } from '@total-recall/runtime';
import type { RetrieverDeps } from '../retriever-deps.ts';
import { viewOf } from './views.ts';

export interface PageRange extends SessionAddress {
  readonly fromOrdinal: number;
  readonly toOrdinal?: number;
  /** Most events on the page. */
  readonly limit: number;
  isWanted(event: IndexedEvent): boolean;
  /** True where events that are not wanted count to the limit too, so that a page reads no more than that. */
  readonly countsAll?: boolean;
}

/** Events opened at once. What was opened of a page that is full is thrown away. */
const OPENED_AT_ONCE = 8;
/** Characters of an event beside its body. */
const FRAME_CHARS = 400;

/**
 * Reads a page of a session's events in order. It ends at `limit`, or where its bodies have `LIMITS.pageBytes`, and
 * names the event that follows. At any time about as many bytes of sealed and of opened bodies are held.
 */
export async function readPage(
  deps: Pick<RetrieverDeps, 'index' | 'sealer'>,
  { isWanted, countsAll = false, limit, ...range }: PageRange,
): Promise<{ readonly events: EventView[]; readonly nextOrdinal?: number }> {
  const { tenant, space, session, toOrdinal } = range;
  const place = { tenant, space, session, ...(toOrdinal !== undefined && { toOrdinal }), bytes: LIMITS.pageBytes };
  const events: EventView[] = [];
  let [counted, size] = [0, 0];
  for (let from = range.fromOrdinal; ;) {
    const asked = Math.min(limit + 1 - counted, INDEX_LIMITS.sessionEvents);
    const found = await deps.index.sessionEvents({ ...place, fromOrdinal: from, limit: asked });
    for (const part of batchesOf(found, OPENED_AT_ONCE)) {
      const views = await openWanted(deps, part, isWanted);
      for (const [index, { accepted }] of part.entries()) {
        const view = views[index];
        if (!view && !countsAll) continue;
        const more = view ? FRAME_CHARS + charsOf(view.body) : 0;
        const isFull = counted === limit || (events.length > 0 && size + more > LIMITS.pageBytes);
        if (isFull) return { events, nextOrdinal: accepted.ordinal };
        counted += 1;
        size += more;
        if (view) events.push(view);
      }
    }
    if (found.length < asked && sealedBytes(found) < LIMITS.pageBytes) return { events };
    from = found.at(-1)!.accepted.ordinal + 1;
  }
}

/** Opens the events that are wanted; the others stay undefined. */
async function openWanted(
  { sealer }: Pick<RetrieverDeps, 'sealer'>,
  events: readonly IndexedEvent[],
  isWanted: (event: IndexedEvent) => boolean,
): Promise<(EventView | undefined)[]> {
  const wanted = events.filter(isWanted);
  const opened = await sealer.openAll(wanted.map(({ record }) => record));
  const views = new Map(wanted.map((event, at) => [event, viewOf(event, opened[at]!)]));
  return events.map((event) => views.get(event));
}

function sealedBytes(events: readonly IndexedEvent[]): number {
  return events.reduce((sum, { record }) => sum + record.sealed.length, 0);
}

/** Returns about how many characters a value has in an answer. */
function charsOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + charsOf(item), 8);
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + charsOf(part), 8);
}
