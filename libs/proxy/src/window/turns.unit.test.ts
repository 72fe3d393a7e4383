import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('a holder goes on by one step in each round, however many calls it has', async () => {
  const turns = createTurns();
  const done: string[] = [];
  const work = async (holder: string, steps: number): Promise<void> => {
    for (let step = 0; step < steps; step++) {
      await turns(holder);
      done.push(holder);
    }
  };
  await Promise.all([...Array.from({ length: 20 }, () => work('many', 5)), work('one', 5), work('other', 5)]);
  expect(done).toHaveLength(110);
  const last = done.lastIndexOf('one');
  expect(done.slice(0, last).filter((holder) => holder === 'many').length).toBeLessThanOrEqual(6);
  expect(done.lastIndexOf('other')).toBeLessThan(18);
});

it('turns go on after a time in which nobody waited', async () => {
  const turns = createTurns();
  for (let time = 0; time < 3; time++) await turns('one');
  await Promise.all([turns('one'), turns('other')]);
});
