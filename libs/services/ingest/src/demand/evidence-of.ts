import { evidenceText, readRendering, type EventBody } from '@total-recall/domain';
import type { IngestDeps } from '../ingest-deps.ts';

/** Limits: pieces of evidence read for one recall, and characters of each. */
const PIECES = 64;
const PIECE_CHARS = 65_536;

/**
 * Returns the evidence of a recall's result as its reader saw it: from the rendering, and otherwise (a caller may
 * render passages itself) from the events that its receipt names.
 */
export async function evidenceOf(
  deps: Pick<IngestDeps, 'index' | 'sealer' | 'content'>,
  place: { readonly tenant: string; readonly space: string; readonly session: string },
  body: EventBody,
): Promise<{ eventId: string; text: string }[]> {
  const named = (body.recall?.evidence ?? []).slice(0, PIECES);
  const { fullText } = await deps.content.read(place, body);
  const events = await deps.index.events(
    place.tenant,
    place.space,
    named.map(({ eventId }) => eventId),
  );
  const shown = new Map(readRendering(fullText).map(({ ref, text }) => [keyOf(ref.session ?? place.session, ref.ordinal), text]));
  return Promise.all(
    named.map(async ({ eventId, fromByte, toByte }, at) => {
      const event = events[at];
      const seen = event && shown.get(keyOf(event.record.envelope.session, event.accepted.ordinal));
      if (seen !== undefined) return { eventId, text: seen };
      const opened = event && (await deps.sealer.open(event.record));
      if (opened === undefined || typeof opened.body === 'string') return { eventId, text: '' };
      const text = evidenceText(opened.envelope.kind, await deps.content.read(place, opened.body));
      return { eventId, text: slice(text, fromByte, toByte) };
    }),
  );
}

function keyOf(session: string, ordinal: number): string {
  return `${session} ${ordinal}`;
}

function slice(text: string, fromByte = 0, toByte = Number.POSITIVE_INFINITY): string {
  const isWhole = fromByte === 0 && toByte === Number.POSITIVE_INFINITY;
  const piece = isWhole ? text : Buffer.from(text, 'utf8').subarray(fromByte, toByte).toString('utf8');
  return piece.slice(0, PIECE_CHARS);
}
