import { expect, it } from 'vitest';
import type { StageEnd } from '../model/extract/extract-facts.ts';
import { createModelTurns } from './model-turns.ts';

it('a model is asked about one space after the other, again until nothing is left, and again where more came meanwhile', async () => {
  const asked: string[] = [];
  const answers: ((end: StageEnd) => void)[] = [];
  const { follow, changed } = createModelTurns(({ space }) => {
    asked.push(space);
    return new Promise((resolve) => answers.push(resolve));
  });
  const [one, two] = ['one', 'two'].map((space) => ({ tenant: 'acme', space }));
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const answer = async (end: StageEnd): Promise<void> => {
    await settled();
    answers.shift()!(end);
    await settled();
  };
  expect([follow(one!), follow(two!), follow(one!)]).toEqual([true, true, true]);
  await answer('waits');
  expect(asked).toEqual(['one', 'two']);
  await answer('done');
  expect([follow(one!), follow(two!)]).toEqual([true, false]);
  changed(one!);
  await answer('done');
  // The question that has ended knew nothing of what came then.
  expect(follow(one!)).toBe(true);
  await answer('done');
  expect(asked).toEqual(['one', 'two', 'one', 'one']);
  changed(one!);
  expect(follow(one!)).toBe(true);
  await answer('done');
  expect(follow(one!)).toBe(false);
});

it('what the turns know of a space goes with it, and so does what a question under way would tell', async () => {
  const answers: ((end: StageEnd) => void)[] = [];
  const { follow, forget } = createModelTurns(() => new Promise((resolve) => answers.push(resolve)));
  const places = ['one', 'two'].map((space) => ({ tenant: 'acme', space }));
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const follows = (): boolean[] => places.map((place) => follow(place));
  const answerAll = async (): Promise<void> => {
    for (await settled(); answers.length > 0; await settled()) answers.shift()!('done');
  };
  follows();
  await answerAll();
  forget(({ space }) => space === 'one');
  expect(follows()).toEqual([true, false]);
  await settled();
  forget(() => true);
  await answerAll();
  expect(follows()).toEqual([true, true]);
  await answerAll();
  expect(follows()).toEqual([false, false]);
});
