import { fitMarker, MARKER_TEMPLATE } from './render-marker.ts';
import type { MarkerProfile } from './marker-profile.ts';
import type { Marker } from './marker.ts';

/** More than any level. */
const PARTED = 1_000;

/**
 * Chooses the neighbours to merge above the cap: the oldest pair of equal lowest level, else the two oldest. Returns
 * the index of the first. A pair that is parted comes after all others of equal levels.
 * Source: 002 §6.4.
 */
export function pairToMerge(markers: readonly Marker[], isParted: (at: number) => boolean = () => false): number {
  let best = 0;
  let bestRank = Number.POSITIVE_INFINITY;
  for (let at = 0; at + 1 < markers.length; at++) {
    const level = markers[at]!.level;
    const rank = level + (isParted(at) ? PARTED : 0);
    if (level === markers[at + 1]!.level && rank < bestRank) {
      best = at;
      bestRank = rank;
    }
  }
  return best;
}

interface MergeInput {
  readonly id: string;
  readonly eventId: string;
  readonly level: number;
  readonly topics: readonly string[];
  readonly profile?: MarkerProfile;
  readonly countTokens: (text: string) => number;
}

/** Merges markers to one over the union of their ranges. */
export function mergeMarkers(parts: readonly Marker[], { id, eventId, level, topics, profile, countTokens }: MergeInput): Marker {
  const low = (pick: (marker: Marker) => number) => Math.min(...parts.map(pick));
  const high = (pick: (marker: Marker) => number) => Math.max(...parts.map(pick));
  const sum = (pick: (marker: Marker) => number) => parts.reduce((total, marker) => total + pick(marker), 0);
  const fromTurn = low((marker) => marker.fromTurn);
  const toTurn = high((marker) => marker.toTurn);
  const fitted = fitMarker(fromTurn, toTurn, topics, countTokens);
  return {
    id,
    eventId,
    fromTurn,
    toTurn,
    fromOrdinal: low((marker) => marker.fromOrdinal),
    toOrdinal: high((marker) => marker.toOrdinal),
    topics: fitted.topics,
    level,
    eventCount: sum((marker) => marker.eventCount),
    evictedTokens: sum((marker) => marker.evictedTokens),
    tokens: fitted.tokens,
    text: fitted.text,
    templateVersion: MARKER_TEMPLATE,
    ...(profile && { profile }),
    fromTime: low((marker) => marker.fromTime),
    toTime: high((marker) => marker.toTime),
  };
}
