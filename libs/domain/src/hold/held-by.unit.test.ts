import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { evolveHold } from './evolve-hold.ts';
import { createHeldBy } from './held-by.ts';
import type { Hold, HoldScope } from './hold.ts';

const entry = (id: string, act: LedgerEntry['act'], fields: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id,
  sequence: 1,
  epoch: 1,
  tenant: 't',
  actor: 'a',
  at: 1,
  act,
  ...fields,
});
const placed = (...scopes: HoldScope[]): ReadonlyMap<string, Hold> =>
  scopes.reduce(
    (holds, scope, at) => after(holds, entry(`h${at}`, { type: 'HoldPlaced', name: `case ${at}`, scope })),
    new Map<string, Hold>(),
  );
function after(holds: ReadonlyMap<string, Hold>, next: LedgerEntry): Map<string, Hold> {
  const hold = evolveHold(holds, next);
  return new Map([...holds, ...(hold ? [[hold.id, hold] as const] : [])]);
}
const release = (holdId: string): LedgerEntry['act'] => ({ type: 'HoldReleased', holdId });
const EVENT = { id: 'e1', space: 'a', session: 'x', subjectMarks: [] };

describe('a hold', () => {
  it.each<[string, HoldScope, boolean]>([
    ['on everything', { kind: 'tenant' }, true],
    ['on its space', { kind: 'space', space: 'a' }, true],
    ['on another space', { kind: 'space', space: 'b' }, false],
    ['on its session', { kind: 'session', space: 'a', session: 'x' }, true],
    ['on a session of its name elsewhere', { kind: 'session', space: 'b', session: 'x' }, false],
    ['on itself', { kind: 'events', space: 'a', eventIds: ['e0', 'e1'] }, true],
    ['on another event', { kind: 'events', space: 'a', eventIds: ['e0'] }, false],
    ['on its data subject everywhere', { kind: 'subject', mark: 'm' }, true],
    ['on its data subject in its space', { kind: 'subject', mark: 'm', space: 'a' }, true],
    ['on its data subject in another space', { kind: 'subject', mark: 'm', space: 'b' }, false],
    ['on another data subject', { kind: 'subject', mark: 'n' }, false],
  ])('%s keeps an event: %#', (_, scope, keeps) => {
    const held = createHeldBy(placed(scope).values());
    expect(held.of({ ...EVENT, subjectMarks: ['other', 'm'] }).map(({ id }) => id)).toEqual(keeps ? ['h0'] : []);
  });

  it('names all that keep an event, in the order in which they were placed', () => {
    const held = createHeldBy(
      placed({ kind: 'session', space: 'a', session: 'x' }, { kind: 'space', space: 'b' }, { kind: 'tenant' }).values(),
    );
    expect(held.of(EVENT).map(({ id }) => id)).toEqual(['h0', 'h2']);
    expect(held.within('b').map(({ id }) => id)).toEqual(['h1', 'h2']);
  });

  it('may keep what is still to come into a session, except where it names events or another session', () => {
    const mayKeep = (scope: HoldScope) => createHeldBy(placed(scope).values()).mayKeepComing('a', 'x');
    expect(mayKeep({ kind: 'subject', mark: 'm' })).toBe(true);
    expect(mayKeep({ kind: 'session', space: 'a', session: 'x' })).toBe(true);
    expect(mayKeep({ kind: 'session', space: 'a', session: 'y' })).toBe(false);
    expect(mayKeep({ kind: 'events', space: 'a', eventIds: ['e1'] })).toBe(false);
    expect(mayKeep({ kind: 'space', space: 'b' })).toBe(false);
  });

  it('keeps nothing once it is released, and is released once', () => {
    const standing = placed({ kind: 'tenant' });
    const once = after(standing, entry('r1', release('h0'), { at: 5, actor: 'b', reason: 'closed' }));
    const twice = after(once, entry('r2', release('h0'), { at: 9, actor: 'c' }));
    expect(createHeldBy(once.values()).of(EVENT)).toEqual([]);
    expect(twice.get('h0')!.released).toEqual({ at: 5, actor: 'b', reason: 'closed' });
    expect(evolveHold(standing, entry('r3', release('none')))).toBeUndefined();
    expect(evolveHold(once, entry('r4', release('h0')))).toBeUndefined();
    expect(standing.get('h0')!.released).toBeUndefined();
  });
});
