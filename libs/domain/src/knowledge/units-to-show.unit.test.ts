import { describe, expect, it } from 'vitest';
import type { Unit } from '../unit/unit.ts';
import type { ChosenFact } from './knowledge-choice.ts';
import { isFor, stillShown, unitsToShow } from './units-to-show.ts';

const unit = (id: string, more: Partial<Unit> = {}): Unit => ({
  id,
  label: 'project',
  key: id,
  subject: 's',
  evidence: [{ eventId: `event-${id}`, session: 'run-1', from: 0, to: 9, at: 100 }],
  statements: 1,
  knownAt: 100,
  byPerson: false,
  addedBy: 1,
  status: { is: 'current' },
  ...more,
});
const stateOf = (...units: Unit[]) => ({ units: new Map(units.map((one) => [one.id, one])) });
const NONE: ReadonlySet<string> = new Set();
const chosen = ({ id, label }: Unit): ChosenFact => ({
  unit: id,
  label,
  eventId: `event-${id}`,
  session: 'run-1',
  ordinal: 1,
  from: 0,
  to: 9,
});
const superseded = (reason: 'later_statement' | 'ended' | 'corrected') =>
  ({ status: { is: 'superseded', by: 'x', at: 200, reason } }) as const;
const FORGOTTEN = { status: { is: 'tombstoned', at: 200, withholds: false } } as const;

describe('units that windows may show', () => {
  it('are those that hold: not what was replaced or forgotten, is over, or stands in a withheld event alone', () => {
    const over = unit('over', { validTo: 500 });
    const elsewhere = unit('both', { evidence: [...unit('gone').evidence, { ...unit('kept').evidence[0]!, from: 4 }] });
    const state = stateOf(unit('a'), unit('b', superseded('later_statement')), unit('c', FORGOTTEN), over, unit('gone'), elsewhere);
    const shown = unitsToShow(state, 500, new Set(['event-gone']));
    expect(shown.map(({ unit: { id } }) => id)).toEqual(['a', 'both']);
    expect(shown[1]!.evidence.eventId).toBe('event-kept');
    expect(unitsToShow(state, 499, NONE).map(({ unit: { id } }) => id)).toContain('over');
  });

  it('are not those that have not begun; what they will replace stands until then', () => {
    const replaced = { status: { is: 'superseded', by: 'new', at: 200, reason: 'later_statement' } } as const;
    const state = stateOf(unit('old', replaced), unit('new', { knownAt: 200, validFrom: 900 }));
    const shown = (at: number) => unitsToShow(state, at, NONE).map(({ unit: { id } }) => id);
    expect(shown(899)).toEqual(['old']);
    expect(shown(900)).toEqual(['new']);
    const corrected = { status: { ...replaced.status, reason: 'corrected' } } as const;
    expect(unitsToShow(stateOf(unit('old', corrected), unit('new', { validFrom: 900 })), 500, NONE)).toEqual([]);
  });

  it('begin with what a person wrote, then what was said more often, then what was said later', () => {
    const state = stateOf(
      unit('often', { statements: 3 }),
      unit('old'),
      unit('new', { validFrom: 900 }),
      unit('written', { byPerson: true }),
    );
    expect(unitsToShow(state, 1_000, NONE).map(({ unit: { id } }) => id)).toEqual(['written', 'often', 'new', 'old']);
  });

  it('are for everybody, or for the one person whose they are', () => {
    expect([isFor({}, undefined), isFor({}, 'ada'), isFor({ audience: 'ada' }, 'ada')]).toEqual([true, true, true]);
    expect([isFor({ audience: 'ada' }, 'ben'), isFor({ audience: 'ada' }, undefined)]).toEqual([false, false]);
  });
});

describe('facts that a session shows already', () => {
  const facts = [chosen(unit('a'))];
  const shownOf = (one: Unit | undefined, withheld = NONE, audience?: string): number =>
    stillShown({ facts }, stateOf(...(one ? [one] : [])), { audience, withheld }).length;

  it('stay where a later statement replaced them, or others stand for them', () => {
    expect(shownOf(unit('a'))).toBe(1);
    expect(shownOf(unit('a', superseded('later_statement')))).toBe(1);
    expect(shownOf(unit('a', superseded('ended')))).toBe(1);
    expect(shownOf(unit('a', { status: { is: 'archived', behind: ['b'], at: 200, reason: 'merged' } }))).toBe(1);
  });

  it('go at once where they were forgotten, corrected, undone, erased or withheld, or are somebody else’s', () => {
    expect(shownOf(unit('a', FORGOTTEN))).toBe(0);
    expect(shownOf(unit('a', superseded('corrected')))).toBe(0);
    expect(shownOf(undefined)).toBe(0);
    expect(shownOf(unit('a', { evidence: unit('b').evidence }))).toBe(0);
    expect(shownOf(unit('a'), new Set(['event-a']))).toBe(0);
    expect(shownOf(unit('a', { audience: 'ada' }), NONE, 'ben')).toBe(0);
    expect(shownOf(unit('a', { audience: 'ada' }), NONE, 'ada')).toBe(1);
  });
});
