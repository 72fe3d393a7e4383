import { evidenceText, readRendering, type EventBody } from '@total-recall/domain';
import type { IngestDeps } from '../ingest-deps.ts';

/** Pieces of evidence of one recall that are read, and characters of each. */
const PIECES = 64;
const PIECE_CHARS = 65_536;

/**
 * The evidence of a recall's result as its reader saw it: from the rendering, and what does not stand in one (a caller may render passages
 * itself) from the events its receipt names.
 */
export async function evidenceOf(
  deps: Pick<IngestDeps, 'index' | 'sealer' | 'content'>,
  place: { readonly tenant: string; readonly space: string },
  body: EventBody,
): Promise<{ eventId: string; text: string }[]> {
  const named = (body.recall?.evidence ?? []).slice(0, PIECES);
  const { fullText } = await deps.content.read(place, body);
  const ids = new Set(named.map(({ eventId }) => eventId));
  const rendered = readRendering(fullText).filter(({ eventId }) => ids.has(eventId));
  const shown = new Set(rendered.map(({ eventId }) => eventId));
  const rest = named.filter(({ eventId }) => !shown.has(eventId));
  if (rest.length === 0) return rendered;
  const events = await deps.index.events(
    place.tenant,
    place.space,
    rest.map(({ eventId }) => eventId),
  );
  const pieces = await Promise.all(
    rest.map(async ({ eventId, fromByte, toByte }, at) => {
      const event = events[at];
      const opened = event && (await deps.sealer.open(event.record));
      if (opened === undefined || typeof opened.body === 'string') return { eventId, text: '' };
      const text = evidenceText(opened.envelope.kind, await deps.content.read(place, opened.body));
      return { eventId, text: slice(text, fromByte, toByte) };
    }),
  );
  return [...rendered, ...pieces];
}

function slice(text: string, fromByte = 0, toByte = Number.POSITIVE_INFINITY): string {
  const isWhole = fromByte === 0 && toByte === Number.POSITIVE_INFINITY;
  const piece = isWhole ? text : Buffer.from(text, 'utf8').subarray(fromByte, toByte).toString('utf8');
  return piece.slice(0, PIECE_CHARS);
}
