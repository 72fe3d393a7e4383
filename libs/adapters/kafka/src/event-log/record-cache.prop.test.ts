import fc from 'fast-check';
import type { LogRecord } from '@total-recall/ports';
import { sampleRecord } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { createRecordCache } from './record-cache.ts';

/** A log of even offsets only: gaps are allowed. */
const recordAt = (offset: number): LogRecord => ({
  ...sampleRecord('a/b/c', String(offset), 100),
  position: { generation: 'g', partition: 0, offset },
});
const between = (from: number, next: number): LogRecord[] =>
  Array.from({ length: next - from }, (_, index) => from + index)
    .filter((offset) => offset % 2 === 0)
    .map(recordAt);

it('answers what the log has, or that it does not know', () => {
  const span = fc.tuple(fc.nat(60), fc.nat(20)).map(([from, length]) => [from, from + length] as const);
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 12 }),
      fc.nat(80),
      fc.integer({ min: 1, max: 9 }),
      fc.nat(20_000),
      (spans, offset, limit, bytes) => {
        const cache = createRecordCache(bytes);
        for (const [from, next] of spans) cache.add(from, next, between(from, next));
        const found = cache.find(offset, limit);
        if (!found) return;
        expect(found.next).toBeGreaterThan(offset);
        expect(found.records).toEqual(between(offset, found.next));
        expect(found.records.length).toBeLessThanOrEqual(limit);
      },
    ),
  );
});

it('forgets what was used longest ago', () => {
  const cache = createRecordCache(11_000);
  for (const from of [0, 100, 200]) cache.add(from, from + 10, between(from, from + 10));
  cache.find(0, 1);
  cache.add(300, 310, between(300, 310));
  expect([0, 100, 200, 300].map((from) => cache.find(from, 1) !== undefined)).toEqual([true, false, true, true]);
});
