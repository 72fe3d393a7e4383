import { expect, it } from 'vitest';
import { createSpaceTurns } from './space-turns.ts';

const place = (space: string) => ({ tenant: 'acme', space });
const moment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Turns, and work that begins where it is written down and ends when it is told to. */
function open() {
  const turns = createSpaceTurns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (space: string, name: string): Promise<void> =>
    turns.run(place(space), () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  return { turns, begun, run, end: (name: string) => ends.get(name)!() };
}

it('works on a space in the order in which it was asked, also after a failure, and on others beside it', async () => {
  const { turns, begun, run, end } = open();
  const failing = turns.run(place('one'), () => Promise.reject(new Error('no')));
  const [second, third, other] = [run('one', 'second'), run('one', 'third'), run('two', 'other')];
  await expect(failing).rejects.toThrow('no');
  await moment();
  expect(begun.toSorted()).toEqual(['other', 'second']);
  end('second');
  await second;
  await moment();
  expect(begun).toContain('third');
  for (const name of ['third', 'other']) end(name);
  await Promise.all([third, other]);
});

it('is settled when all that is under way has ended, and at once when nothing is', async () => {
  const { turns, run, end } = open();
  await turns.settled();
  const running = [run('one', 'a'), run('two', 'b')];
  let isSettled = false;
  const settled = turns.settled().then(() => (isSettled = true));
  await moment();
  end('a');
  await running[0];
  await moment();
  expect(isSettled).toBe(false);
  end('b');
  await settled;
});
