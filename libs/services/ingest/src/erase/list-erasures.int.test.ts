import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { serveErasing, TENANT } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

it('the erasures of some spaces are listed however many there are of others since', async () => {
  const service = await serveErasing(tokens);
  const erase = async (space: string, session: string) => {
    await service.say(space, session, [{ kind: 'user_message', text: 'The gate opens at nine.' }]);
    return (await service.eraser().erase({ tenant: TENANT, scope: { kind: 'session', space, session }, actor: 'key_e' })).id;
  };
  const own = await erase('main', 'run-1');
  const others = [await erase('side', 'run-1'), await erase('side', 'run-2')];
  const listed = async (limit: number, spaces?: string[]) => (await service.eraser().erasures(TENANT, limit, spaces)).map(({ id }) => id);
  expect(await listed(2)).toEqual(others.toReversed());
  expect(await listed(2, ['main'])).toEqual([own]);
  expect(await listed(1, ['side', 'main'])).toEqual(others.slice(-1));
  expect(await listed(2, [])).toEqual([]);
  await service.stop();
});
