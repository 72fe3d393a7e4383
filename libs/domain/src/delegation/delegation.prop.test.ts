import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinGrant, mayOpen, RECALL_ACCESS, type DelegationGrant } from './delegation.ts';

const name = fc.constantFrom('a', 'b', 'c');
const grant: fc.Arbitrary<DelegationGrant> = fc.record({
  subtaskId: name,
  run: name,
  level: fc.integer({ min: 1, max: 8 }),
  recallAccess: fc.constantFrom(...RECALL_ACCESS),
  keyEvents: fc.array(name, { maxLength: 2 }),
});
const event = fc.record({ id: name, session: name, runOf: name });

describe('a grant', () => {
  it('opens what is of the session or was handed over, of others only what its access says', () => {
    fc.assert(
      fc.property(grant, name, event, (own, asking, of) => {
        const isGiven = of.session === asking || own.keyEvents.includes(of.id);
        const isReached = own.recallAccess === 'space' || (own.recallAccess === 'run' && of.runOf === own.run);
        expect(mayOpen(own, asking, of)).toBe(isGiven || isReached);
      }),
    );
  });

  it('within another opens nothing more in the same place', () => {
    fc.assert(
      fc.property(grant, fc.constantFrom(...RECALL_ACCESS), name, event, (above, recallAccess, asking, of) => {
        fc.pre(isWithinGrant(recallAccess, above));
        if (mayOpen({ ...above, recallAccess }, asking, of)) expect(mayOpen(above, asking, of)).toBe(true);
      }),
    );
  });

  it('gives as much as is asked where nobody delegated', () => {
    expect(RECALL_ACCESS.every((asked) => isWithinGrant(asked, undefined))).toBe(true);
    expect(RECALL_ACCESS.filter((asked) => isWithinGrant(asked, { recallAccess: 'run' }))).toEqual(['run', 'none']);
  });
});
