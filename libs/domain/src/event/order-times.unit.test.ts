import { expect, it } from 'vitest';
import { orderTimeAmong } from './order-times.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 1);
const RECORDED = NOW - DAY_MS;
const RIGHT = { occurredAt: RECORDED, recordedAt: RECORDED };
const FAR = { occurredAt: Date.UTC(9999, 11, 31), recordedAt: RECORDED };

it.each([
  ['of the past is the time of its event', NOW - 4_000 * DAY_MS, NOW - 4_000 * DAY_MS],
  ['a day ahead may be that of another zone', NOW + DAY_MS, NOW + DAY_MS],
  ['further ahead is wrong', NOW + DAY_MS + 1, RECORDED],
  ['of the year 9999 is wrong', FAR.occurredAt, RECORDED],
])('a stamp %s', (_, occurredAt, ordered) => {
  const event = { occurredAt, recordedAt: RECORDED };
  expect(orderTimeAmong([RIGHT, event], NOW)(event)).toBe(ordered);
});

it('stamps that are all ahead tell the time of a simulation', () => {
  const later = { occurredAt: FAR.occurredAt - DAY_MS, recordedAt: NOW };
  expect([FAR, later].map(orderTimeAmong([FAR, later], NOW))).toEqual([FAR.occurredAt, later.occurredAt]);
});
