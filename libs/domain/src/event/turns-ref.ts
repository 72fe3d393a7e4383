/**
 * Names the events of a session from a turn, or from an event, to the end of a turn: as markers name them (`T20-T27`, or
 * `T20` for one turn), and where an answer goes on within a turn (`e40-T27`). Without `session` it is the current one.
 */
export interface TurnsRef {
  readonly session?: string;
  readonly from: { readonly turn: number } | { readonly ordinal: number };
  readonly toTurn: number;
}

/** Length of the longest reference: a session name of 128 characters and two numbers. */
const TURNS_REF_CHARS = 160;

// A session name (NAME_PATTERN) holds no slash, and no event is named by a `T`.
export const TURNS_REF_PATTERN =
  /^(?:([A-Za-z0-9][A-Za-z0-9._:@-]{0,127})\/)?(?:T([1-9]\d{0,11})(?:-T([1-9]\d{0,11}))?|e([1-9]\d{0,11})-T([1-9]\d{0,11}))$/;

/** Parses `T20`, `T20-T27` or `e40-T27`, each with or without `SESSION/`; undefined for any other text. */
export function parseTurnsRef(text: string): TurnsRef | undefined {
  const [matched, session, fromTurn, lastTurn, ordinal, toTurn] = (text.length <= TURNS_REF_CHARS && TURNS_REF_PATTERN.exec(text)) || [];
  if (matched === undefined) return undefined;
  const of = session === undefined ? {} : { session };
  if (ordinal !== undefined) return { ...of, from: { ordinal: Number(ordinal) }, toTurn: Number(toTurn) };
  const turn = Number(fromTurn);
  const last = lastTurn === undefined ? turn : Number(lastTurn);
  return last < turn ? undefined : { ...of, from: { turn }, toTurn: last };
}

/** Renders the shortest text that `parseTurnsRef` parses to the same reference. */
export function renderTurnsRef({ session, from, toTurn }: TurnsRef): string {
  const place = session === undefined ? '' : `${session}/`;
  if ('ordinal' in from) return `${place}e${from.ordinal}-T${toTurn}`;
  return `${place}T${from.turn}${toTurn === from.turn ? '' : `-T${toTurn}`}`;
}
