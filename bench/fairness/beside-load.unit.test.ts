import { expect, it } from 'vitest';
import { besideLoad } from './beside-load.ts';
import { burn } from './burn.ts';

/** Starts threads that count, and says whether they were stopped. */
function countedLoad() {
  const burner = burn(0.03);
  const load = { stopped: 0, stop: () => burner.stop().then(() => (load.stopped += 1)) };
  return load;
}

it('stops the load once what is measured beside it is there', async () => {
  const load = countedLoad();
  expect(await besideLoad(load, async () => load.stopped)).toEqual([0, 1]);
});

it('stops the load where the measurement throws, and passes on why', async () => {
  const load = countedLoad();
  await expect(besideLoad(load, () => Promise.reject(new Error('the service is gone')))).rejects.toThrow('the service is gone');
  expect(load.stopped).toBe(1);
});
