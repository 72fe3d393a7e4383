import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUpdates } from './find-updates.ts';
import type { UpdatableEvent } from './updatable-event.ts';
import { orderUpdates, type AskedValue } from './order-updates.ts';

/** Rankings of events, some of which give several values for one thing, at distinct places in the log. */
const ranking = fc
  .uniqueArray(fc.record({ ordinal: fc.integer({ min: 1, max: 40 }), port: fc.constantFrom(4100, 4200, 4300, undefined) }), {
    minLength: 1,
    maxLength: 12,
    selector: ({ ordinal }) => ordinal,
  })
  .map((all) =>
    all.map(({ ordinal, port }): UpdatableEvent => ({
      eventId: `e${ordinal}`,
      session: 's',
      ordinal,
      occurredAt: ordinal,
      source: { kind: 'message', key: 'user' },
      isSuperseded: false,
      passages: [{ text: port === undefined ? 'We had soup again.' : `The port of the mill is ${port}.` }],
    })),
  );
const asked = fc.constantFrom<AskedValue>('now', 'before', 'first');
const asks = (text: string): boolean => text.includes('port');
const applied = (events: readonly UpdatableEvent[], wanted: AskedValue) =>
  orderUpdates(events, ({ event }) => -event, findUpdates(events, asks), { asked: wanted });

describe('orderUpdates', () => {
  it('keeps every event, and puts the value that is asked for before the others', () => {
    fc.assert(
      fc.property(ranking, asked, (events, wanted) => {
        const { order } = applied(events, wanted);
        expect([...order].sort((a, b) => a - b)).toEqual(events.map((_, at) => at));
        const changed = new Set(findUpdates(events, asks).flatMap(({ older, newer }) => [older.event, newer.event]));
        const ordinals = order.filter((at) => changed.has(at)).map((at) => events[at]!.ordinal);
        const inLog = ordinals.toSorted((a, b) => a - b);
        if (wanted === 'first') expect(ordinals).toEqual(inLog);
        if (wanted === 'now') expect(ordinals).toEqual(inLog.toReversed());
        if (wanted === 'before') expect(ordinals).toEqual([...inLog.slice(0, -1).toReversed(), ...inLog.slice(-1)]);
      }),
    );
  });

  it('leaves the others in their order, and marks the older with a later one', () => {
    fc.assert(
      fc.property(ranking, asked, (events, wanted) => {
        const { order, scores, updatedBy } = applied(events, wanted);
        expect(order.filter((at) => !scores.has(at))).toEqual(events.map((_, at) => at).filter((at) => !scores.has(at)));
        for (const [at, { newer, passages }] of updatedBy) {
          expect(events[newer.event]!.ordinal).toBeGreaterThan(events[at]!.ordinal);
          expect(events[newer.event]!.passages[0]).not.toEqual(events[at]!.passages[0]);
          expect(passages).toEqual([0]);
        }
      }),
    );
  });
});
