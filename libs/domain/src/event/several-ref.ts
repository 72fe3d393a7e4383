import { parsePlacesRef, type PlacesRef } from './places-ref.ts';
import { parseTurnsRef, type TurnsRef } from './turns-ref.ts';

/** Several events of one session: turns, or places. */
export type SeveralRef = TurnsRef | PlacesRef;

/** Parses a reference to turns or to places; undefined for any other text. */
export function parseSeveralRef(text: string): SeveralRef | undefined {
  return parseTurnsRef(text) ?? parsePlacesRef(text);
}
