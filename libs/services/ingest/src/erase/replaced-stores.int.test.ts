import { createTokenCounter, TotalRecallError } from '@total-recall/runtime';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { serveErasing, TENANT } from '../../testing/serve-erasing.ts';

const SESSION = { kind: 'session', space: 'main', session: 'run-1' } as const;
const ASKED = { tenant: TENANT, scope: SESSION, actor: 'key_e' } as const;

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Serves with something in the way of every erasure, a store or an index, until it is let go; one event is said. */
async function serveRefusing(part: 'removeReplaced' | 'refuseNow') {
  const busy = new TotalRecallError('unavailable', 'It may hold the same.');
  const way = { isBlocked: true, passed: 0 };
  const service = await serveErasing(tokens, {
    [part]: async () => {
      if (way.isBlocked) throw busy;
      way.passed += 1;
    },
  });
  const [said] = await service.say('main', 'run-1', [{ kind: 'user_message', text: 'The gull eats' }]);
  const inLedger = async (): Promise<number> => (await service.stores.ledger.read(0, 0, 10)).length;
  return { service, said: said!, busy, way, inLedger };
}

describe.each(['removeReplaced', 'refuseNow'] as const)('while %s refuses', (part) => {
  it('nothing is erased or written down, for people and for retention; then it is', async () => {
    const { service, said, busy, way, inLedger } = await serveRefusing(part);
    await expect(service.eraser().erase(ASKED)).rejects.toMatchObject({ message: busy.message, details: { nothingErased: true } });
    await service.keepFor([{ maxAgeDays: 1 }]);
    service.pass(2);
    await expect(service.eraser().retention!.sweep()).rejects.toBe(busy);
    expect(await inLedger()).toBe(0);
    expect(await service.readable()).toContain(said.id);

    way.isBlocked = false;
    expect(await service.eraser().erase(ASKED)).toMatchObject({ status: 'done' });
    expect(way.passed).toBeGreaterThan(0);
    expect(await service.readable()).not.toContain(said.id);
    await service.stop();
  });
});

it('an erasure that is refused when it is in the ledger already runs on, and is answered so', async () => {
  let asked = 0;
  const service = await serveErasing(tokens, {
    refuseNow: async () => {
      // The request passes; another generation is begun before it is carried out.
      asked += 1;
      if (asked === 2) throw new TotalRecallError('unavailable', 'It may hold the same.');
    },
  });
  await service.say('main', 'run-1', [{ kind: 'user_message', text: 'The gull eats' }]);
  const { id, status } = await service.eraser().erase(ASKED);
  expect(status).toBe('running');
  await vi.waitFor(async () => expect(await service.eraser().erasure(TENANT, id)).toMatchObject({ status: 'done' }), 10_000);
  await service.stop();
});
