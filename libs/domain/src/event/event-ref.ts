/** Bytes of an event's whole text in UTF-8: from `from` to before `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * How a model names an event in few tokens: by its place in a session (`session` absent: the one at hand), or by its id.
 * With `bytes` it names a part of the event's whole text.
 */
export type EventRef =
  | { readonly kind: 'ordinal'; readonly session?: string; readonly ordinal: number; readonly bytes?: ByteRange }
  | { readonly kind: 'id'; readonly eventId: string; readonly bytes?: ByteRange };

/** ULID, as every event, window and retrieval is named. */
export const EVENT_ID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Longest reference: a session's name of 128, two ordinals of bytes, and what stands between. */
export const EVENT_REF_CHARS = 200;

// A session's name (NAME_PATTERN) holds no slash, and an id begins with a digit below 8: the three forms cannot be taken for one another.
export const EVENT_REF_PATTERN =
  /^(?:(?:([A-Za-z0-9][A-Za-z0-9._:@-]{0,127})\/)?e([1-9]\d{0,11})|([0-7][0-9A-HJKMNP-TV-Z]{25}))(?::(\d{1,12})-(\d{1,12}))?$/;

/** Reads `e184`, `SESSION/e184` or an event id, each with or without `:1200-1640`; undefined where the text is none of them. */
export function parseEventRef(text: string): EventRef | undefined {
  const [matched, session, ordinal, eventId, from, to] = (text.length <= EVENT_REF_CHARS && EVENT_REF_PATTERN.exec(text)) || [];
  if (matched === undefined) return undefined;
  const bytes = from === undefined ? undefined : { from: Number(from), to: Number(to) };
  if (bytes && bytes.to <= bytes.from) return undefined;
  const ranged = bytes ? { bytes } : {};
  if (eventId !== undefined) return { kind: 'id', eventId, ...ranged };
  return { kind: 'ordinal', ...(session === undefined ? {} : { session }), ordinal: Number(ordinal), ...ranged };
}

/** The shortest text that `parseEventRef` reads back as the same reference. */
export function renderEventRef(ref: EventRef): string {
  const range = ref.bytes ? `:${ref.bytes.from}-${ref.bytes.to}` : '';
  if (ref.kind === 'id') return `${ref.eventId}${range}`;
  return `${ref.session === undefined ? '' : `${ref.session}/`}e${ref.ordinal}${range}`;
}
