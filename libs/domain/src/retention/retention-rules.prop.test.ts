import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../event/event-kind.ts';
import { keptFor, type RetentionRule } from './retention-rules.ts';

const DAY_MS = 86_400_000;
const kind = fc.constantFrom(...EVENT_KINDS);
const rule: fc.Arbitrary<RetentionRule> = fc.record(
  { kinds: fc.array(kind, { minLength: 1, maxLength: 3 }), maxAgeDays: fc.integer({ min: 1, max: 400 }) },
  { requiredKeys: ['maxAgeDays'] },
);
const rules = fc.array(rule, { maxLength: 5 });

describe('retention', () => {
  it('keeps longer for a kind that is named than for the rest, within one level', () => {
    const tenant: RetentionRule[] = [{ maxAgeDays: 30 }, { kinds: ['user_message', 'decision'], maxAgeDays: 365 }];
    expect(keptFor([tenant], 'user_message')).toBe(365 * DAY_MS);
    expect(keptFor([tenant], 'tool_result')).toBe(30 * DAY_MS);
    expect(keptFor([[{ kinds: ['thinking'], maxAgeDays: 1 }]], 'tool_result')).toBeUndefined();
    expect(keptFor([undefined, undefined], 'tool_result')).toBeUndefined();
  });

  it('is made shorter by a space, and longer by none', () =>
    fc.assert(
      fc.property(rules, rules, kind, (tenant, space, of) => {
        const [above, both] = [keptFor([tenant], of), keptFor([tenant, space], of)];
        if (above !== undefined) expect(both).toBeLessThanOrEqual(above);
        expect(keptFor([space, tenant], of)).toBe(both);
      }),
    ));

  it('is made no longer by one more rule for what a level names already', () =>
    fc.assert(
      fc.property(rules, rule, kind, (level, more, of) => {
        const before = keptFor([level], of);
        const isNamed = level.some(({ kinds }) => kinds?.includes(of));
        const after = keptFor([[...level, more]], of);
        if (before !== undefined && (isNamed || !more.kinds?.includes(of))) expect(after).toBeLessThanOrEqual(before);
      }),
    ));
});
