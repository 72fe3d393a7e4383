import type { SessionState } from '../../session/session-state.ts';
import { standsInFront } from '../../session/stands-in-front.ts';
import type { Marker } from './marker.ts';
import { GAP_TEMPLATE, turnRange } from './render-marker.ts';

/** Upper bound of the note that tells a gap, in tokens. */
export const GAP_TOKENS = 24;

/** Evicted turns between two entries that stay, where the marker of these turns stands further up. */
export interface Gap {
  /** Id of the entry before which the note stands. */
  readonly before: string;
  readonly fromTurn: number;
  readonly toTurn: number;
}

/** Renders the note of a gap. It stands in the conversation, as a marker does. */
export function renderGap({ fromTurn, toTurn }: Pick<Gap, 'fromTurn' | 'toTurn'>): string {
  return `[Events ${turnRange(fromTurn, toTurn)} evicted, see above.]`;
}

type Placed = Pick<Marker, 'fromOrdinal' | 'fromTurn' | 'toTurn' | 'templateVersion'>;

/**
 * Finds the places of a window where turns are missing and no marker stands, because what was evicted there joined a
 * marker further up. Without a note a model takes an answer there for one to the request above it. Markers of former
 * templates have no such notes, so that their windows stay as they were (I-15). Linear.
 */
export function findGaps({ entries, markers }: Pick<SessionState, 'entries'> & { readonly markers: readonly Placed[] }): readonly Gap[] {
  const telling = markers.filter(({ templateVersion = 1 }) => templateVersion >= GAP_TEMPLATE);
  if (telling.length === 0) return [];
  const gaps: Gap[] = [];
  const inFront = new Set<number>();
  const atoms = new Set<number>();
  let [next, turn, isMarked] = [0, 0, false];
  for (const entry of entries) {
    for (; next < markers.length && markers[next]!.fromOrdinal < entry.ordinal; next++) isMarked = true;
    if (entry.turn <= turn) continue;
    if (standsInFront(entry)) {
      inFront.add(entry.turn);
      continue;
    }
    const [fromTurn, toTurn] = [turn + 1, entry.turn - 1];
    inFront.delete(entry.turn);
    const isMissing = toTurn - turn > inFront.size && !atoms.has(entry.atom);
    atoms.add(entry.atom);
    if (isMissing && !isMarked && telling.some((marker) => marker.fromTurn <= toTurn && fromTurn <= marker.toTurn))
      gaps.push({ before: entry.id, fromTurn, toTurn });
    [turn, isMarked] = [entry.turn, false];
    inFront.clear();
  }
  return gaps;
}

/** Computes how many gaps there are at most, wherever markers will stand. */
export function mostGaps(entries: SessionState['entries']): number {
  const inFrontOfAll = {
    fromOrdinal: Number.NEGATIVE_INFINITY,
    fromTurn: 0,
    toTurn: Number.POSITIVE_INFINITY,
    templateVersion: GAP_TEMPLATE,
  };
  return findGaps({ entries, markers: [inFrontOfAll] }).length;
}
