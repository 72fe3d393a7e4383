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

const failing = (name: string) => ({ close: () => Promise.reject(new Error(`${name} is stuck`)) });

it('names every one that does not close', async () => {
  const { keep, close } = keepOpen();
  for (const name of ['log', 'index']) await keep(failing(name));
  const error = await close().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AggregateError);
  expect(error).toMatchObject({ message: '2 did not close: index is stuck; log is stuck', errors: [{}, {}] });
});

it('says why an opening failed, and beside that what did not close after it', async () => {
  const { keep, closeAfter } = keepOpen();
  await keep(failing('log'));
  const refused = new Error('index.db is damaged');
  await expect(closeAfter(refused)).rejects.toBe(refused);
  expect(refused).toMatchObject({ whileClosing: { message: 'log is stuck' } });
});
