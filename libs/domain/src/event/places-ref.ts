/** Several events of a session by their places there: `e3,e8`, `e12-e15`, or both. Without `session` it is the current one. */
export interface PlacesRef {
  readonly session?: string;
  /** In rising order, apart from each other; both ends are included. */
  readonly ranges: readonly OrdinalRange[];
}

export interface OrdinalRange {
  readonly from: number;
  readonly to: number;
}

/** Length of the longest reference: a session name of 128 characters, and some fifty places. */
export const PLACES_REF_CHARS = 512;

const PLACE = String.raw`e[1-9]\d{0,11}`;
const RANGE = String.raw`${PLACE}-${PLACE}`;
// A single place names one event, which is another reference.
export const PLACES_REF_PATTERN = new RegExp(
  String.raw`^(?:([A-Za-z0-9][A-Za-z0-9._:@-]{0,127})\/)?(${RANGE}|(?:${RANGE}|${PLACE})(?:,(?:${RANGE}|${PLACE})){1,127})$`,
);

/** Parses `e3,e8` or `e12-e15`, each with or without `SESSION/`; undefined for any other text. */
export function parsePlacesRef(text: string): PlacesRef | undefined {
  const [, session, places] = (text.length <= PLACES_REF_CHARS && PLACES_REF_PATTERN.exec(text)) || [];
  if (places === undefined) return undefined;
  const ranges = places.split(',').map((place) => {
    const [from, to = from] = place.split('-').map((ordinal) => Number(ordinal.slice(1)));
    return { from: from!, to: to! };
  });
  if (ranges.some(({ from, to }) => to < from)) return undefined;
  return { ...(session !== undefined && { session }), ranges: joined(ranges) };
}

/** Renders the shortest text that names the same events: of a single one, the name of that. */
export function renderPlacesRef({ session, ranges }: PlacesRef): string {
  const places = ranges.map(({ from, to }) => (from === to ? `e${from}` : `e${from}-e${to}`));
  return `${session === undefined ? '' : `${session}/`}${places.join(',')}`;
}

/** Returns what the reference names from one of its places on. */
export function placesFrom({ ranges, ...of }: PlacesRef, ordinal: number): PlacesRef {
  return { ...of, ranges: ranges.flatMap(({ from, to }) => (to < ordinal ? [] : [{ from: Math.max(from, ordinal), to }])) };
}

function joined(ranges: readonly OrdinalRange[]): OrdinalRange[] {
  const result: OrdinalRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to + 1) result[result.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else result.push({ from, to });
  }
  return result;
}
