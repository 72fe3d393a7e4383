import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { AppendResult, Eraser, Holds, Ingest } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createBareGateway } from '../testing/bare-gateway.ts';
import { GATEWAY_DEFAULTS, type Caller } from './gateway.ts';

const OPERATOR: Caller = { tenant: 'system', keyId: 'k', scopes: ['admin', 'erase'], quotas: {} };
const APPEND = {
  params: { space: 'main', session: 'run-1' },
  query: {},
  headers: {},
  body: { events: [{ kind: 'user_message', text: 'The gull eats.' }] },
};
const REMOVE = { params: { tenant: 'default' }, query: {}, headers: {}, body: { confirm: 'default' } };

/** A gateway whose appends end when they are told to, and an eraser that says what was stored when it looked. */
async function world() {
  let stored = 0;
  const looks: number[] = [];
  const { promise: appending, resolve: begun } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const control = createMemoryControlStore();
  const gateway = createBareGateway(
    {
      control,
      ingest: {
        append: async (): Promise<AppendResult> => {
          begun();
          await ended;
          stored += 1;
          return { events: [] };
        },
      } as unknown as Ingest,
      eraser: {
        owes: () => false,
        erase: async () => {
          looks.push(stored);
          throw new TotalRecallError('not_found', 'There is nothing.');
        },
      } as unknown as Eraser & Holds,
    },
    { ...GATEWAY_DEFAULTS, counter: 'alone' },
  );
  const made = await gateway.bootstrap();
  const caller = await gateway.enter(`Bearer ${made.kind === 'created' ? made.apiKey : ''}`);
  return { control, gateway, caller, looks, appending, end };
}

it('a tenant is erased when its last calls have ended', async () => {
  const { control, gateway, caller, looks, appending, end } = await world();
  const append = gateway.call('appendEvents', caller, APPEND);
  await appending;
  const removal = gateway.call('removeTenant', OPERATOR, REMOVE);
  await expect.poll(() => control.tenant('default')).toMatchObject({ disabled: true });
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(looks).toEqual([]);
  end();
  await Promise.all([append, removal]);
  expect(looks).toEqual([1]);
  await gateway.stop();
});

it('a caller who was let in before his tenant was disabled, and sends his body after, is refused', async () => {
  const { gateway, caller, end } = await world();
  end();
  await gateway.call('removeTenant', OPERATOR, REMOVE);
  await expect(gateway.call('appendEvents', caller, APPEND)).rejects.toMatchObject({ code: 'unauthenticated' });
  await gateway.stop();
});
