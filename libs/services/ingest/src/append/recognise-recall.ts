import {
  findRecalled,
  groupHeading,
  readEvidenceRefs,
  readOpenedArtifact,
  type NewEvent,
  type RecallReceipt,
  type SessionAddress,
  type ShownEvent,
} from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import { hashHex } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { eventsAt } from './events-at.ts';

/** A result of recall or open in the text of an event. Its evidence is named as in the rendering. */
interface FoundRendering {
  readonly from: number;
  readonly to: number;
  readonly refs: readonly ShownEvent[];
  /** The opened artifact; absent where events were opened or recalled. */
  readonly artifactId?: string;
}

/** The results of recall or open found in an event without a receipt. */
export interface FoundReceipt extends Omit<RecallReceipt, 'evidence'> {
  readonly renderings: readonly FoundRendering[];
}

/**
 * A tool result with less text of its own than this counts as a pure recall result: the text is a
 * label, or JSON around it.
 */
const OWN_CHARACTERS = 200;
/** Ids of one text that are compared with ours; answers behind that many others count as the event's own text. */
const MOST_COMPARED = 4_096;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Finds results of `recall` or `open` in an event and builds their receipt. They are recognised by a wrapper with an id
 * that we signed: at the beginning or after other words, plain or in JSON, in an event of any kind. If the event has
 * text of its own too, `within` marks the recalled part. Source: E11.
 */
export function findReceipt(
  { kind, text = '' }: Pick<NewEvent, 'kind' | 'text'>,
  isOurs: ((retrievalId: string) => boolean) | undefined,
): FoundReceipt | undefined {
  let compared = 0;
  const spans = isOurs === undefined ? [] : findRecalled(text, (id) => (compared += 1) <= MOST_COMPARED && isOurs(id));
  const [first] = spans;
  if (first === undefined) return undefined;
  const rendering = spans.map((span) => span.rendering).join('\n');
  const renderings = spans.map(({ from, to, rendering: shown }) => {
    const artifactId = readOpenedArtifact(shown);
    return { from, to, refs: readEvidenceRefs(shown), ...(artifactId !== undefined && { artifactId }) };
  });
  const within = spans.map(({ from, to }) => ({ from, to }));
  const receipt = { retrievalId: first.retrievalId, renderings, renderingHash: hashHex(rendering) };
  return isAllRecalled(kind, text, within) ? receipt : { ...receipt, within };
}

function isAllRecalled(kind: NewEvent['kind'], text: string, within: readonly { from: number; to: number }[]): boolean {
  let own = '';
  let at = 0;
  for (const { from, to } of within) {
    own += text.slice(at, from);
    at = to;
  }
  own += text.slice(at);
  if (!LETTER.test(own)) return true;
  return kind === 'tool_result' && own.replace(/\s+/g, ' ').length < OWN_CHARACTERS;
}

/** Returns the test for ids of retrievals that we signed in a space; undefined where nobody can tell. */
export function ownRetrievals(
  { isOurRetrieval }: Pick<IngestDeps, 'isOurRetrieval'>,
  address: SessionAddress,
): ((retrievalId: string) => boolean) | undefined {
  return isOurRetrieval && ((retrievalId) => isOurRetrieval(address, retrievalId));
}

/** Events by the references that name them by session and ordinal; undefined for each that is not there. */
export type EventsByRef = ReadonlyMap<ShownEvent, IndexedEvent | undefined>;

/**
 * Looks up the events that a rendering names by session and ordinal. One without a session is taken for the appending
 * one's where that has an event of the same day and turn there: it may have been rendered for another session.
 */
export async function eventsByRef(
  index: Pick<IngestDeps['index'], 'eventsInRanges'>,
  { tenant, space, session: own }: SessionAddress,
  refs: readonly ShownEvent[],
): Promise<EventsByRef> {
  const placed = refs.filter((ref) => ref.kind === 'ordinal');
  const places = placed.map(({ session = own, ordinal }) => ({ session, ordinal }));
  const found = await eventsAt(index, { tenant, space }, places);
  return new Map(placed.map((ref, at) => [ref, isShown(ref, found[at]) ? found[at] : undefined]));
}

function isShown({ shown }: ShownEvent, event: IndexedEvent | undefined): boolean {
  if (!shown || !event) return true;
  const { accepted, record } = event;
  return shown.turn === accepted.turn && `# ${shown.day}` === groupHeading(record.envelope, record.envelope.session);
}

/**
 * Names the event of an opened artifact among the references of its rendering. Where several have the same content one is
 * named, as its content is not erased before all of them are.
 */
export async function withOpened(
  index: Pick<IngestDeps['index'], 'eventsOfArtifact'>,
  { tenant, space }: SessionAddress,
  rendering: FoundRendering,
): Promise<FoundRendering> {
  const { artifactId } = rendering;
  if (artifactId === undefined) return rendering;
  const [eventId] = await index.eventsOfArtifact({ tenant, space, artifactId, limit: 1 });
  return eventId === undefined ? rendering : { ...rendering, refs: [...rendering.refs, { kind: 'id', eventId }] };
}

/** Returns the evidence of a receipt by ids. What the index does not know is left out. */
export function evidenceOf(refs: readonly ShownEvent[], events: EventsByRef): RecallReceipt['evidence'] {
  return refs.flatMap((ref) => {
    const eventId = ref.kind === 'id' ? ref.eventId : events.get(ref)?.record.envelope.id;
    return eventId === undefined ? [] : [{ eventId, ...(ref.bytes && { fromByte: ref.bytes.from, toByte: ref.bytes.to }) }];
  });
}
