import { expect, it } from 'vitest';
import { keepOpen } from './keep-open.ts';

it('closes all in reverse order, though one fails, and says so', async () => {
  const { keep, close } = keepOpen();
  const closed: string[] = [];
  const opened = (name: string, fails = false) => ({
    close: async () => {
      closed.push(name);
      if (fails) throw new Error(`${name} is stuck`);
    },
  });
  await keep(opened('log'));
  await keep(Promise.resolve(opened('index', true)));
  await keep(opened('keys'));
  await expect(close()).rejects.toThrow('index is stuck');
  expect(closed).toEqual(['keys', 'index', 'log']);
  await close();
  expect(closed).toHaveLength(3);
});
