import {
  isRecalled,
  withheldEvents,
  writesMemory,
  writtenFact,
  type EventKind,
  type EventRecord,
  type FactSource,
  type SpaceUnits,
} from '@total-recall/domain';
import type { IndexedEvent, SpacePlace } from '@total-recall/ports';
import { isOfParentAgent } from '../../facts/read-sources.ts';
import type { ModelSweepDeps } from '../model-deps.ts';

/** An event as a model is shown it. */
export interface PageEvent {
  /** Name that the model calls it by: `e1`, `e2` in the order of the page. */
  readonly alias: string;
  readonly source: FactSource;
  /** Ranges of the text that recall returned. They are not shown, and nothing is found in them (I-13). */
  readonly recalled: readonly { readonly from: number; readonly to: number }[];
}

export interface ExtractionPage {
  readonly session: string;
  /** Ordinal up to which the session is read with this page. */
  readonly through: number;
  /** None where all of the page is left out. */
  readonly events: readonly PageEvent[];
}

/** Bounds of one page. */
export const PAGE_LIMITS = { read: 200, events: 40, chars: 24_000, charsAnEvent: 8_000 } as const;
/** Events before a page that are looked at for what the agent wrote to memory in a request that goes on. */
const LOOKED_BACK = 200;
/** Stands where a text is not shown: a character that nobody writes. */
const NOT_SHOWN = '\uE000';

/** Kinds in which somebody says something; results of tools have a source of their own. */
const SAYS: ReadonlySet<EventKind> = new Set(['user_message', 'constraint', 'knowledge', 'agent_message', 'decision'] as const);

/**
 * Reads the next page of a session, up to where the rules have read it. It ends with a whole request where one ends on it.
 * A page begins behind an ordinal, so nothing is lost where the event that stood there is gone. Undefined where nothing
 * is left.
 */
export async function readExtractionPage(
  deps: ModelSweepDeps,
  place: SpacePlace,
  state: SpaceUnits,
  { session, after, through }: { readonly session: string; readonly after: number; readonly through: number },
): Promise<ExtractionPage | undefined> {
  const first = Math.max(1, after + 1 - LOOKED_BACK);
  const around = await deps.index.sessionEvents({ ...place, session, fromOrdinal: first, limit: LOOKED_BACK + 2 * PAGE_LIMITS.read });
  const page = around.filter(({ accepted: { ordinal } }) => ordinal > after && ordinal <= through).slice(0, PAGE_LIMITS.read);
  if (page.length === 0) return undefined;
  const records = await deps.sealer.openAll(around.map(({ record }) => record));
  const bodies = new Map(around.map(({ accepted }, at) => [accepted.ordinal, records[at]!]));
  const own = requestsWithWrites(around, records);
  const withheld = withheldEvents(state);
  const isTaken = deps.takenIn?.(place);
  const events: PageEvent[] = [];
  let chars = 0;
  let read = 0;
  for (const { accepted } of page) {
    const record = bodies.get(accepted.ordinal)!;
    const isLeftOut =
      own.has(accepted.request) || withheld.has(record.envelope.id) || isTaken?.({ session, eventId: record.envelope.id }) === true;
    const event = isLeftOut ? undefined : await pageEvent(deps, accepted, record);
    if (event && events.length > 0 && (events.length >= PAGE_LIMITS.events || chars + event.source.text.length > PAGE_LIMITS.chars)) break;
    read += 1;
    if (!event) continue;
    events.push({ ...event, alias: `e${events.length + 1}` });
    chars += event.source.text.length;
  }
  const kept = wholeRequests(page, read, around);
  const last = page[kept - 1]!.accepted.ordinal;
  return { session, through: last, events: events.filter(({ source }) => source.ordinal <= last) };
}

/** Events of the page up to the end of its last whole request; all that were read where none ends on it. */
function wholeRequests(page: readonly IndexedEvent[], read: number, around: readonly IndexedEvent[]): number {
  const next = around.find(({ accepted }) => accepted.ordinal > page[read - 1]!.accepted.ordinal);
  const request = page[read - 1]!.accepted.request;
  if (next?.accepted.request !== request) return read;
  const begins = page.findIndex(({ accepted }) => accepted.request === request);
  return begins > 0 ? begins : read;
}

/** Requests in which the agent wrote to memory itself. */
function requestsWithWrites(events: readonly IndexedEvent[], records: readonly EventRecord[]): Set<number> {
  const own = new Set<number>();
  for (const [at, { envelope, body }] of records.entries()) {
    if (envelope.kind !== 'tool_call' || typeof body === 'string' || !body.call) continue;
    if (writesMemory(body.call.name)) own.add(events[at]!.accepted.request);
  }
  return own;
}

async function pageEvent(
  { content }: Pick<ModelSweepDeps, 'content'>,
  { ordinal }: IndexedEvent['accepted'],
  { envelope, body }: EventRecord,
): Promise<Omit<PageEvent, 'alias'> | undefined> {
  if (!SAYS.has(envelope.kind) || typeof body === 'string' || isRecalled(body)) return undefined;
  if (isOfParentAgent(envelope.kind, body)) return undefined;
  const { fullText } = await content.read(envelope, body);
  if (writtenFact({ ...body, text: fullText })) return undefined;
  const recalled = body.recall?.within ?? [];
  const text = withoutRanges(fullText.slice(0, PAGE_LIMITS.charsAnEvent), recalled);
  if (!/\p{L}/u.test(text)) return undefined;
  const { agent, subject } = body.meta;
  return {
    recalled,
    source: {
      eventId: envelope.id,
      session: envelope.session,
      ordinal,
      kind: envelope.kind,
      occurredAt: envelope.occurredAt,
      text,
      ...(agent !== undefined && { agent }),
      ...(subject !== undefined && { subject }),
    },
  };
}

/** Returns the text with its places unchanged. */
function withoutRanges(text: string, ranges: PageEvent['recalled']): string {
  return ranges.reduce(
    (left, { from, to }) => left.slice(0, from) + NOT_SHOWN.repeat(Math.max(0, Math.min(to, left.length) - from)) + left.slice(to),
    text,
  );
}
