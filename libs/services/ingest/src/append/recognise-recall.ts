import {
  findRecalled,
  readEvidenceRefs,
  type EventRef,
  type NewEvent,
  type RecallReceipt,
  type SessionAddress,
} from '@total-recall/domain';
import { hashHex } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/** What recall or open returned, found in an event that came without a receipt: its evidence is named as the rendering names it. */
export interface FoundReceipt extends Omit<RecallReceipt, 'evidence'> {
  readonly refs: readonly EventRef[];
}

/** A result that says less than this beside what was recalled says nothing of its own: a label, or the JSON that it is wrapped in. */
const OWN_CHARACTERS = 200;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * The receipt of an event that holds what `recall` or `open` returned, by the wrapper with an id that we signed: at its beginning or behind other
 * words, plain or in JSON, in an event of any kind. Where the event says something else too, `within` tells which part was recalled. Source: E11.
 */
export function findReceipt(
  { kind, text = '' }: Pick<NewEvent, 'kind' | 'text'>,
  isOurs: ((retrievalId: string) => boolean) | undefined,
): FoundReceipt | undefined {
  const spans = isOurs === undefined ? [] : findRecalled(text, isOurs);
  const [first] = spans;
  if (first === undefined) return undefined;
  const rendering = spans.map((span) => span.rendering).join('\n');
  const refs = spans.flatMap((span) => readEvidenceRefs(span.rendering));
  const within = spans.map(({ from, to }) => ({ from, to }));
  const receipt = { retrievalId: first.retrievalId, refs, renderingHash: hashHex(rendering) };
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

/** The receipt with the ids of its evidence: places in a session are looked up, those that it does not hold are left out. */
export async function nameEvidence(
  index: Pick<IngestDeps['index'], 'sessionEvents'>,
  { tenant, space, session: own }: SessionAddress,
  { refs, ...receipt }: FoundReceipt,
): Promise<RecallReceipt> {
  const evidence = await Promise.all(
    refs.map(async (ref) => {
      const range = ref.bytes ? { fromByte: ref.bytes.from, toByte: ref.bytes.to } : {};
      if (ref.kind === 'id') return [{ eventId: ref.eventId, ...range }];
      const place = { tenant, space, session: ref.session ?? own, fromOrdinal: ref.ordinal, toOrdinal: ref.ordinal, limit: 1 };
      const [event] = await index.sessionEvents(place);
      return event ? [{ eventId: event.record.envelope.id, ...range }] : [];
    }),
  );
  return { ...receipt, evidence: evidence.flat() };
}
