import {
  createMemoryAnatomyStore,
  createMemoryArtifactStore,
  createMemoryControlStore,
  createMemoryEventLog,
  createMemoryIndex,
  createMemoryKeyStore,
} from '@total-recall/adapter-memory';
import { createSystemScheduler, TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { serverProbes } from './server-probes.ts';

it('a process whose log takes no more appends for one partition is degraded, and names it', async () => {
  let nowMs = 0;
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const refusals: Error[] = [];
  const stores = {
    log: { ...createMemoryEventLog(), refusal: () => refusals[0] },
    index: createMemoryIndex(),
    anatomy: createMemoryAnatomyStore(),
    artifacts: createMemoryArtifactStore(),
  };
  const [kafka] = serverProbes(stores, { clock, scheduler: createSystemScheduler(), needed: ['kafka'] });
  expect(await kafka!.health!()).toEqual({ ready: true });
  refusals.push(new TotalRecallError('unavailable', 'Partition 3 has lost its end.'));
  nowMs += 1_000;
  expect(await kafka!.health!()).toEqual({ ready: true, isDegraded: true, detail: 'Partition 3 has lost its end.' });
});

it('a process whose keys or policies take nothing new is degraded, and names each', async () => {
  let nowMs = 0;
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const refusals: Record<'keys' | 'control', Error | undefined> = { keys: undefined, control: undefined };
  const stores = {
    log: createMemoryEventLog(),
    index: createMemoryIndex(),
    anatomy: createMemoryAnatomyStore(),
    artifacts: createMemoryArtifactStore(),
    keys: { ...createMemoryKeyStore(), refusal: () => refusals.keys },
    control: { ...createMemoryControlStore(), refusal: () => refusals.control },
  };
  const [kafka] = serverProbes(stores, { clock, scheduler: createSystemScheduler(), needed: ['kafka'] });
  expect(await kafka!.health!()).toEqual({ ready: true });
  refusals.keys = new TotalRecallError('unavailable', 'Partition 0 of tr.keys has lost its end.');
  expect(await kafka!.health!()).toEqual({ ready: true, isDegraded: true, detail: refusals.keys.message });
  refusals.control = new TotalRecallError('unavailable', 'Partition 0 of tr.control has lost its end.');
  nowMs += 1_000;
  expect(await kafka!.health!()).toMatchObject({ isDegraded: true, detail: expect.stringMatching(/tr\.keys.*tr\.control/) });
});
