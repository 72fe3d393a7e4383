import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactSource, StatedFact } from '../fact/stated-fact.ts';
import type { StatedUnit } from './judge-replacement.ts';
import { editProblem, routeEdits, type EditTask } from './route-edits.ts';

function unitOf(id: string, says: string, changes: Partial<StatedUnit['unit']> = {}, value?: string): StatedUnit {
  const at = Number(id.slice(1));
  const source: FactSource = { eventId: id, session: 's', ordinal: at, kind: 'user_message', occurredAt: at, text: says };
  const stated: StatedFact = { label: 'user', subject: 'user', from: 0, to: says.length, kind: 'value', ...(value && { value }) };
  const evidence = [{ eventId: id, session: 's', from: 0, to: says.length, at }];
  const status = { is: 'current' } as const;
  return {
    stated,
    source,
    unit: { id, label: 'user', key: 'k', subject: 's', evidence, knownAt: at, byPerson: false, status, ...changes },
  };
}

const UNITS = new Map(
  [
    unitOf('u1', 'The flat has a large balcony'),
    unitOf('u2', 'Our flat has a large balcony'),
    unitOf('u3', 'The flat has its large balcony'),
    unitOf('u4', 'The cat sleeps on the sofa'),
    unitOf('u5', 'The flat has a large balcony', { audience: 'ana' }),
    unitOf('u6', 'The flat has a large balcony', { byPerson: true }),
    unitOf('u7', 'The flat has a large balcony', { status: { is: 'superseded', by: 'u8', at: 8, reason: 'later_statement' } }),
    unitOf('u8', 'The rent is 900', {}, '900'),
    unitOf('u9', 'The rent is 950', {}, '950'),
  ].map((unit) => [unit.unit.id, unit]),
);
const find = (id: string): StatedUnit | undefined => UNITS.get(id);
const task = (edit: EditTask['edit'], ids: string, confidence = 0.95): EditTask => ({
  edit,
  ids: ids === '' ? [] : ids.split(' '),
  confidence,
});

describe('routeEdits', () => {
  it.each<[EditTask, string]>([
    [task('merge', 'u1 u2', 0.89), 'LOW_CONF'],
    [task('merge', 'u1 u99'), 'MISSING_ID'],
    [task('merge', 'u1'), 'ARITY_FAIL'],
    [task('split', 'u1 u2'), 'ARITY_FAIL'],
    [task('update', 'u9'), 'ARITY_FAIL'],
    [task('update', 'u9 u9'), 'NORM_FILTER'],
    [task('merge', 'u1 u4'), 'COH_FAIL'],
    [task('merge', 'u8 u9'), 'COH_FAIL'],
    [task('merge', 'u1 u5'), 'VISIBILITY_FAIL'],
    [task('merge', 'u1 u7'), 'VISIBILITY_FAIL'],
    [task('split', 'u6'), 'APPLICABLE_FAIL'],
    [task('update', 'u8 u9'), 'APPLICABLE_FAIL'],
    [task('update', 'u4 u1'), 'NORM_FILTER'],
  ])('refuses %o', (proposed, outcome) => {
    const { queue, refused } = routeEdits([proposed], find);
    expect([queue, refused.map((one) => one.outcome)]).toEqual([[], [outcome]]);
  });

  it('keeps the surest of equal edits and the larger of overlapping merges, and orders the kinds', () => {
    const tasks = [
      task('update', 'u9 u8'),
      task('merge', 'u2 u1', 0.99),
      task('merge', 'u3 u1 u2', 0.91),
      task('split', 'u4', 0.9),
      task('split', 'u4', 0.97),
    ];
    const { queue, refused } = routeEdits(tasks, find);
    expect(queue).toEqual([task('split', 'u4', 0.97), task('merge', 'u1 u2 u3', 0.91), task('update', 'u9 u8')]);
    expect(refused.map(({ outcome }) => outcome)).toEqual(['NORM_FILTER', 'NORM_FILTER']);
  });

  it('gives every proposal one end, and queues the same whatever their order is', () => {
    const ids = fc.array(fc.constantFrom(...UNITS.keys(), 'u99'), { maxLength: 7 });
    const tasks = fc.array(
      fc.record({
        edit: fc.constantFrom('split', 'merge', 'update'),
        ids,
        confidence: fc.constantFrom(0.5, 0.9, 0.95, 1),
      }) as fc.Arbitrary<EditTask>,
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(tasks, (all) => {
        const { queue, refused } = routeEdits(all, find);
        expect(queue.length + refused.length).toBe(all.length);
        for (const one of queue) expect(editProblem(one, find)).toBeUndefined();
        expect(routeEdits(all.toReversed(), find).queue).toEqual(queue);
      }),
    );
  });
});
