/** Byte range in an event's whole text in UTF-8, `to` exclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Short reference to an event for models: by its place in a session (the current one where `session` is absent), or by
 * its id. With `bytes` it names a part of the event's whole text.
 */
export type EventRef =
  | { readonly kind: 'ordinal'; readonly session?: string; readonly ordinal: number; readonly bytes?: ByteRange }
  | { readonly kind: 'id'; readonly eventId: string; readonly bytes?: ByteRange };

/** ULID, the form of every id of an event, window or retrieval. */
export const EVENT_ID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Length of the longest reference: a session name of 128 characters, two byte offsets, and separators. */
export const EVENT_REF_CHARS = 200;

// A session name (NAME_PATTERN) holds no slash, and an id begins with a digit below 8, so the three forms are distinct.
export const EVENT_REF_PATTERN =
  /^(?:(?:([A-Za-z0-9][A-Za-z0-9._:@-]{0,127})\/)?e([1-9]\d{0,11})|([0-7][0-9A-HJKMNP-TV-Z]{25}))(?::(\d{1,12})-(\d{1,12}))?$/;

/** Parses `e184`, `SESSION/e184` or an event id, each with or without `:1200-1640`; undefined for any other text. */
export function parseEventRef(text: string): EventRef | undefined {
  const [matched, session, ordinal, eventId, from, to] = (text.length <= EVENT_REF_CHARS && EVENT_REF_PATTERN.exec(text)) || [];
  if (matched === undefined) return undefined;
  const bytes = from === undefined ? undefined : { from: Number(from), to: Number(to) };
  if (bytes && bytes.to <= bytes.from) return undefined;
  const ranged = bytes ? { bytes } : {};
  if (eventId !== undefined) return { kind: 'id', eventId, ...ranged };
  return { kind: 'ordinal', ...(session === undefined ? {} : { session }), ordinal: Number(ordinal), ...ranged };
}

/** Names an event as it is named in a session: by its place alone where it is of that one. */
export function nameInSession(
  reading: string | undefined,
  { session, ordinal }: { readonly session: string; readonly ordinal: number },
): string {
  return renderEventRef({ kind: 'ordinal', ordinal, ...(session !== reading && { session }) });
}

/** Renders the shortest text that `parseEventRef` parses to the same reference. */
export function renderEventRef(ref: EventRef): string {
  const range = ref.bytes ? `:${ref.bytes.from}-${ref.bytes.to}` : '';
  if (ref.kind === 'id') return `${ref.eventId}${range}`;
  return `${ref.session === undefined ? '' : `${ref.session}/`}e${ref.ordinal}${range}`;
}
