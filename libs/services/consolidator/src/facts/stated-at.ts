import { FACT_LIMITS, readPointed, type FactLabel, type StatedFact, type UnitEvidence } from '@total-recall/domain';
import type { ReadSource } from './read-sources.ts';

/** Returns what an event states as evidence of a fact; undefined if the event is gone, or its reader has changed since. */
export function statedAt(source: ReadSource | undefined, label: FactLabel, evidence: UnitEvidence): StatedFact | undefined {
  if (!source) return undefined;
  return evidence.points ? readPointed(source.source, label, evidence) : source.factAt(evidence.from);
}

/** Returns how many characters of an event's text, from its beginning, these places need. */
export function reachIn(places: readonly UnitEvidence[]): (eventId: string) => number {
  const reach = new Map<string, number>();
  for (const place of places) reach.set(place.eventId, Math.max(reachOf(place), reach.get(place.eventId) ?? 0));
  return (eventId) => reach.get(eventId) ?? FACT_LIMITS.chars;
}

/** Characters behind a sentence that may take it back or quote it, and those that are read at the least. */
const BEHIND = 4_096;
const LEAST = 16_384;

/** Characters of an event's text, from its beginning, that say what it states as this evidence. */
export function reachOf({ to, points }: UnitEvidence): number {
  if (!points) return Math.max(LEAST, to + BEHIND);
  const ends = [points.subject, points.attribute, points.value].flatMap((words) => (typeof words === 'object' ? [words[1]] : []));
  return Math.max(to, ...ends);
}
