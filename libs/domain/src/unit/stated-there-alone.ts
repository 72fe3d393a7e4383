import type { Unit, UnitEvidence } from './unit.ts';

/** Parts of a fact that the state of a space and lists of facts both have. */
export interface StatedSomewhere extends Pick<Unit, 'id' | 'knownAt'> {
  readonly status: { readonly is: Unit['status']['is'] };
  readonly evidence: readonly Pick<UnitEvidence, 'eventId'>[];
}

/**
 * Returns the facts of which no sentence is known but in the events of another one: an erasure of these takes them for good.
 * Forgotten ones are left out. Those that hold come first, then the latest.
 */
export function statedThereAlone<Fact extends StatedSomewhere>(
  { id: own, evidence: there }: Pick<StatedSomewhere, 'id' | 'evidence'>,
  facts: Iterable<Fact>,
): Fact[] {
  const events = new Set(there.map(({ eventId }) => eventId));
  return [...facts]
    .filter(({ id, status, evidence }) => id !== own && status.is !== 'tombstoned' && evidence.every(({ eventId }) => events.has(eventId)))
    .sort(currentThenLatest);
}

function currentThenLatest(a: StatedSomewhere, b: StatedSomewhere): number {
  return Number(b.status.is === 'current') - Number(a.status.is === 'current') || b.knownAt - a.knownAt || (a.id < b.id ? -1 : 1);
}
