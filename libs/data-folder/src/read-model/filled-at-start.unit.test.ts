import { expect, it } from 'vitest';
import { filledAtStart } from './filled-at-start.ts';

/** A read model of two partitions with 10 records each; `look` lets the component look once more, a quarter of a second later. */
function readModel(folded: number[]) {
  const ends = [9, 9];
  let [nowMs, marksRead] = [0, 0];
  let release: (() => void) | undefined;
  const component = filledAtStart({
    log: { partitions: 2, end: async (partition) => ends[partition]! },
    index: { marks: async (partition) => ((marksRead += 1), { folded: folded[partition]!, searchable: -1 }) },
    clock: { monotonicMs: () => nowMs },
    scheduler: {
      delay: (ms, signal) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('stopped')));
          release = () => ((nowMs += ms), resolve());
        }),
    },
  });
  const look = async (): Promise<void> => {
    release?.();
    release = undefined;
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  };
  return { component, folded, ends, look, marksRead: () => marksRead };
}

const at = (records: number) => ({ ready: false, detail: `is filled from the log: ${records} of 20 records` });

it('is ready at once with a read model that has the whole log, and looks no more', async () => {
  const { component, look, marksRead } = readModel([9, 9]);
  await component.start!();
  expect(component.health!()).toEqual({ ready: true });
  await look();
  expect(marksRead()).toBe(2);
  await component.stop!();
});

it('is unready with its progress until the log of the start is folded, whatever comes after it', async () => {
  const { component, folded, ends, look } = readModel([-1, 4]);
  await component.start!();
  expect(component.health!()).toEqual(at(5));
  [ends[0], folded[0]] = [500, 2];
  await look();
  expect(component.health!()).toEqual(at(8));
  [folded[0], folded[1]] = [200, 9];
  await look();
  expect(component.health!()).toEqual({ ready: true });
  await component.stop!();
});

it('is ready where nothing is folded for two minutes, so that a projector that stands still does not block it', async () => {
  const { component, folded, look } = readModel([-1, 9]);
  await component.start!();
  for (let looks = 0; looks < 400; looks += 1) await look();
  folded[0] = 3;
  for (let looks = 0; looks < 479; looks += 1) await look();
  expect(component.health!()).toEqual(at(14));
  for (let looks = 0; looks < 3; looks += 1) await look();
  expect(component.health!()).toEqual({ ready: true });
  await component.stop!();
});
