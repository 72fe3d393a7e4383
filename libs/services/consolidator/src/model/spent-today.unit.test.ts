import { dayOf, emptySpaceUnits } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { spentToday } from './spent-today.ts';

const NOW = Date.UTC(2026, 5, 1);
const spent = { day: dayOf(NOW), calls: 1, tokens: 10 };

it('counts once what each space has spent today, also one that gets an event between two pages', async () => {
  const spaces = Array.from({ length: 300 }, (_, nth) => `space-${nth}`);
  const sessions = {
    async spaces({ limit, cursor = '0' }: { readonly limit: number; readonly cursor?: string }) {
      const from = Number(cursor);
      const page = spaces.slice(from, from + limit).map((space) => ({ space, sessions: 1, events: 1, lastAt: 0 }));
      // The newest come first.
      if (from === 0) spaces.unshift(...spaces.splice(-1));
      return { spaces: page, ...(from + limit < spaces.length && { cursor: String(from + limit) }) };
    },
  };
  const stateOf = async ({ tenant, space }: { readonly tenant: string; readonly space: string }) => ({
    ...emptySpaceUnits(tenant, space),
    ...(['space-0', 'space-299'].includes(space) && { model: { spent } as never }),
  });
  expect(await spentToday({ sessions, stateOf, clock: { now: () => NOW } }, 'acme')).toEqual({ ...spent, calls: 2, tokens: 20 });
});
