import { createTokenCounter, TotalRecallError } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { serveErasing, TENANT } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

it('nothing is erased or written down while a replaced store must stay; then it is removed first', async () => {
  const busy = new TotalRecallError('unavailable', 'It may be the last copy.');
  let [mustStay, removed] = [true, 0];
  const service = await serveErasing(tokens, {
    removeReplaced: async () => {
      if (mustStay) throw busy;
      removed += 1;
    },
  });
  const [said] = await service.say('main', 'run-1', [{ kind: 'user_message', text: 'The gull eats' }]);
  const asked = { tenant: TENANT, scope: { kind: 'session', space: 'main', session: 'run-1' }, actor: 'key_e' } as const;
  await expect(service.eraser().erase(asked)).rejects.toBe(busy);
  await service.keepFor([{ maxAgeDays: 1 }]);
  service.pass(2);
  await expect(service.eraser().retention!.sweep()).rejects.toBe(busy);
  expect(await service.eraser().erasures(TENANT, 10)).toEqual([]);
  expect(await service.readable()).toContain(said!.id);

  mustStay = false;
  expect(await service.eraser().erase(asked)).toMatchObject({ status: 'done' });
  expect(removed).toBeGreaterThan(0);
  expect(await service.readable()).not.toContain(said!.id);
  await service.stop();
});
