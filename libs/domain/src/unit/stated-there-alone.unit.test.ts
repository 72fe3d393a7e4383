import { expect, it } from 'vitest';
import { statedThereAlone, type StatedSomewhere } from './stated-there-alone.ts';

const fact = (id: string, knownAt: number, is: StatedSomewhere['status']['is'], ...events: readonly string[]): StatedSomewhere => ({
  id,
  knownAt,
  status: { is },
  evidence: events.map((eventId) => ({ eventId })),
});

it('what goes with a fact is stated in its events alone: those that hold first, then the latest, in whatever order they come', () => {
  const own = fact('own', 1, 'current', 'e1', 'e2');
  const facts = [
    own,
    fact('old', 1, 'superseded', 'e1'),
    fact('first', 1, 'current', 'e1'),
    fact('last', 3, 'current', 'e2'),
    fact('also', 3, 'current', 'e1', 'e2'),
    fact('forgotten', 3, 'tombstoned', 'e1'),
    fact('elsewhere', 3, 'current', 'e1', 'e3'),
  ];
  const ids = ['also', 'last', 'first', 'old'];
  for (const all of [facts, facts.toReversed()]) expect(statedThereAlone(own, all).map(({ id }) => id)).toEqual(ids);
});
