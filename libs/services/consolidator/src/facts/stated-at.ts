import { readPointed, type FactLabel, type StatedFact, type UnitEvidence } from '@total-recall/domain';
import type { ReadSource } from './read-sources.ts';

/** Returns what an event states as evidence of a fact; undefined if the event is gone, or its reader has changed since. */
export function statedAt(source: ReadSource | undefined, label: FactLabel, evidence: UnitEvidence): StatedFact | undefined {
  if (!source) return undefined;
  return evidence.points ? readPointed(source.source, label, evidence) : source.facts.find(({ from }) => from === evidence.from);
}
