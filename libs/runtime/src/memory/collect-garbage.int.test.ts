import { once } from 'node:events';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { askThreadsToCollect, collectAfterStart, collectGarbage } from './collect-garbage.ts';

const MIB = 2 ** 20;

const collector = new URL('./collect-garbage.ts', import.meta.url).href;
/** Makes garbage that has grown old, then tells its heap twice: as it is, and once that has become smaller. */
const PROGRAM = `
  import { parentPort } from 'node:worker_threads';
  import { getHeapStatistics } from 'node:v8';
  const { collectWhenAsked } = await import(${JSON.stringify(collector)});
  const bytes = () => getHeapStatistics().total_physical_size;
  let kept = Array.from({ length: 400_000 }, (_, at) => ({ at, text: 'text ' + at }));
  parentPort.postMessage(bytes());
  kept = undefined;
  collectWhenAsked();
  const before = bytes();
  const look = setInterval(() => {
    if (bytes() > before / 2) return;
    clearInterval(look);
    parentPort.postMessage(bytes());
  }, 10);
`;

let worker: Worker | undefined;
afterEach(async () => void (await worker?.terminate()));

it('gives the pages of the heap back', () => {
  let kept: unknown[] | undefined = Array.from({ length: 400_000 }, (_, at) => ({ at, text: `text ${at}` }));
  const before = getHeapStatistics().total_physical_size;
  expect(kept.length).toBe(400_000);
  kept = undefined;
  collectGarbage();
  expect(before - getHeapStatistics().total_physical_size).toBeGreaterThan(10 * MIB);
});

it('gives the young generation back once, after a start', async () => {
  const young = (): number => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.physical_space_size;
  // Objects that live while more are made let the young generation grow.
  const kept: object[] = [];
  for (let at = 0; at < 400_000; at += 1) kept[at % 40_000] = { at, text: `text ${at}` };
  const before = young();
  expect(before).toBeGreaterThan(2 * MIB);
  collectAfterStart(1, Infinity);
  await expect.poll(young, { timeout: 60_000, interval: 20 }).toBeLessThan(before / 2);
  expect(kept).toHaveLength(40_000);
});

it('has another thread collect, which it does when asked and not before', async () => {
  worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`), { execArgv: ['--no-warnings'] });
  const [before] = (await once(worker, 'message')) as [number];
  let after: number | undefined;
  worker.once('message', (bytes: number) => (after = bytes));
  await expect
    .poll(
      () => {
        if (after === undefined) askThreadsToCollect();
        return after;
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBeLessThan(before / 2);
});
