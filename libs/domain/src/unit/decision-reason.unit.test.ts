import { expect, it } from 'vitest';
import { decisionReason } from './decision-reason.ts';
import type { UnitDecision } from './unit.ts';

it.each<[UnitDecision | { readonly do: 'undo' | 'reflect' }, string]>([
  [{ do: 'supersede', unit: 'a', by: 'b', reason: 'later_statement' }, 'later_statement'],
  [{ do: 'supersede', unit: 'a', by: 'b', reason: 'corrected' }, 'corrected'],
  [{ do: 'tombstone', unit: 'a', withholds: true }, 'withheld'],
  [{ do: 'tombstone', unit: 'a', withholds: false }, 'withdrawn'],
  [{ do: 'archive', unit: 'a', by: ['b'] }, 'covered'],
  [{ do: 'update', unit: 'a', archives: 'b' }, 'covered'],
  [{ do: 'update', unit: 'a', marks: [] }, 'none'],
  [{ do: 'link', unit: 'a', links: [] }, 'none'],
  [{ do: 'undo' }, 'none'],
])('the reason of %o is %s', (decision, reason) => {
  expect(decisionReason(decision)).toBe(reason);
});
