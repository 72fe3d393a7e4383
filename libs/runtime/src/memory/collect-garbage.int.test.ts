import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { askToCollect } from './collect-garbage.ts';

let worker: Worker | undefined;
afterEach(() => worker?.terminate());

/** Holds an object weakly that nothing else holds, and tells when it was collected. */
const WORKER = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData).then(({ collectWhenAsked }) => {
    collectWhenAsked();
    const registry = new FinalizationRegistry(() => parentPort.postMessage('collected'));
    (() => registry.register({ large: new Array(1_000) }, 1))();
    parentPort.on('message', () => undefined);
    parentPort.postMessage('listens');
  });
`;

it('lets another thread collect what it has no use for', async () => {
  const url = new URL('./collect-garbage.ts', import.meta.url).href;
  worker = new Worker(WORKER, { eval: true, workerData: url });
  expect(await once(worker, 'message')).toEqual(['listens']);
  const collected = once(worker, 'message');
  askToCollect();
  expect(await collected).toEqual(['collected']);
});
