import { createSystemClock, createSystemScheduler, createTokenCounter, createWorkGate, type Work } from '@total-recall/runtime';
import { afterAll, afterEach, expect, it } from 'vitest';
import { serveErasing, TENANT, text, type ErasingService } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

let service: ErasingService;
afterEach(() => service.stop());

const events = (...eventIds: string[]) => ({ kind: 'events', space: 'main', eventIds }) as const;
const erase = (eventIds: string[], dryRun = false) =>
  service.eraser().erase({ tenant: TENANT, scope: events(...eventIds), actor: 'key_e', dryRun });

/** Serves behind a gate of the process, of which it notes the work. With `until`, opening of events for plans waits for it. */
async function serveGated({ until }: { readonly until?: Promise<unknown> } = {}) {
  const works: Work[] = [];
  const gate = createWorkGate(
    { clock: createSystemClock(), scheduler: createSystemScheduler() },
    { slots: 4, deadlineMs: 20_000, waitingPerTenant: 8, waiting: 64 },
  );
  service = await serveErasing(tokens, {
    workGate: {
      run: (work, act) => {
        works.push(work);
        return gate.run(work, async (turn) => {
          await until;
          return act(turn);
        });
      },
    },
  });
  return works;
}

it('a dry run takes no turn of erasures: one goes on beside it, and a second of the tenant is refused meanwhile', async () => {
  const opened = Promise.withResolvers<void>();
  const works = await serveGated({ until: opened.promise });
  const [first, second] = await service.say('main', 'run-1', [text('The gull eats.'), text('The crane turns.')]);
  const planned = erase([first!.id], true);
  await expect.poll(() => works.length).toBeGreaterThan(0);
  expect(await erase([second!.id])).toMatchObject({ status: 'done', counts: { events: 1 } });
  await expect(erase([second!.id], true)).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: expect.any(Number) });
  await expect(service.eraser().retention!.expired(TENANT)).rejects.toMatchObject({ code: 'rate_limited' });
  opened.resolve();
  expect(await planned).toMatchObject({ status: 'planned', counts: { events: 1 } });
  expect(await erase([first!.id], true)).toMatchObject({ status: 'planned' });
});

it('what a dry run and a look at the retention open has the cost of its events, in the turn of its tenant; an erasure has none', async () => {
  const works = await serveGated();
  const [one] = await service.say(
    'main',
    'run-1',
    Array.from({ length: 400 }, (_, at) => text(`Gull ${at} eats.`)),
  );
  await erase([one!.id], true);
  expect(works.some(({ cost }) => cost === 400 / 40)).toBe(true);
  expect(works.every(({ tenant, kind }) => tenant === TENANT && kind === 'plan')).toBe(true);
  const before = works.length;
  await erase([one!.id]);
  expect(works).toHaveLength(before);
  await service.keepFor([{ kinds: ['user_message'], maxAgeDays: 1 }]);
  service.pass(2);
  expect(await service.eraser().retention!.expired(TENANT)).toMatchObject([{ counts: { events: 399 } }]);
  expect(works.length).toBeGreaterThan(before);
});
