import { SILENT_LOGGER } from '@total-recall/observability';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { followReadModel } from './follow-read-model.ts';

it('looks again and again which generation is current, forgets marks in the moment it goes over, and outlives a server that is away', async () => {
  const told: string[] = [];
  let current = 'g';
  let isAway = false;
  let look: (() => void | Promise<void>) | undefined;
  const followed = followReadModel({
    stores: {
      readModel: {
        generation: () => current,
        async follow({ step, around }) {
          if (isAway) throw new TotalRecallError('unavailable', 'Away.');
          if (current === 'g-2') return undefined;
          await around!(() => {
            current = 'g-2';
            step();
          });
          return current;
        },
      },
    },
    marks: { forget: () => told.push('forgot') },
    scheduler: {
      delay: async () => undefined,
      every: (_ms, run) => {
        look = run;
        return { cancel: () => told.push('cancelled') };
      },
    },
    logger: { ...SILENT_LOGGER, info: (fields) => told.push(JSON.stringify(fields)) },
    around: async (switchOver) => {
      told.push('let go');
      switchOver();
      told.push('taken up');
    },
  });
  await followed.start!();
  isAway = true;
  await look!();
  expect(told).toEqual([]);
  expect(await followed.health!()).toMatchObject({ ready: true, detail: 'ok; index generation g' });
  isAway = false;
  await look!();
  await look!();
  expect(told).toEqual(['let go', 'forgot', 'taken up', '{"generation":"g-2"}']);
  expect(await followed.health!()).toMatchObject({ detail: 'ok; index generation g-2' });
  await followed.stop!();
  expect(told.at(-1)).toBe('cancelled');
});

it('lets the switch look at the start and each second, describes what that says, and outlives its failures', async () => {
  let [looks, isAway] = [0, true];
  let look: (() => void | Promise<void>) | undefined;
  const followed = followReadModel({
    stores: { readModel: { generation: () => 'g' } },
    scheduler: {
      delay: async () => undefined,
      every: (_ms, run) => {
        look = run;
        return { cancel: () => undefined };
      },
    },
    logger: SILENT_LOGGER,
    switching: {
      async look() {
        looks += 1;
        if (isAway) throw new TotalRecallError('unavailable', 'Away.');
      },
      describe: () => `fills g, ${looks} % read`,
    },
  });
  await followed.start!();
  isAway = false;
  await look!();
  expect(await followed.health!()).toEqual({ ready: true, detail: 'ok; fills g, 2 % read' });
});
