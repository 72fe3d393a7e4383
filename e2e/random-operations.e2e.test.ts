import fc from 'fast-check';
import { describe, it } from 'vitest';
import { openLiveMemory } from './random-operations/live-memory.ts';
import { playSteps } from './random-operations/play-steps.ts';
import { anyStep } from './random-operations/steps.ts';

/** `RANDOM_RUNS`, `RANDOM_SEED` and `RANDOM_PATH` look further, or at what failed once; `RANDOM_SHRINK` looks for fewer steps. */
const { RANDOM_RUNS = '2', RANDOM_STEPS = '32', RANDOM_SEED = '20', RANDOM_PATH, RANDOM_SHRINK } = process.env;
const [runs, steps, seed] = [RANDOM_RUNS, RANDOM_STEPS, RANDOM_SEED].map(Number) as [number, number, number];

describe('steps of agents, people and operators, drawn at random', () => {
  it('I-01 leave every answer as a model of the memory says', { timeout: Math.max(300, runs * 150) * 1_000 }, async () => {
    const drawn = fc.array(anyStep, { minLength: Math.floor(steps / 2), maxLength: steps, size: 'max' });
    const property = fc.asyncProperty(drawn, async (played) => {
      const memory = await openLiveMemory();
      try {
        await playSteps(memory, played);
      } finally {
        await memory.close();
      }
    });
    const path = RANDOM_PATH === undefined ? {} : { path: RANDOM_PATH };
    await fc.assert(property, { numRuns: runs, seed, ...path, endOnFailure: RANDOM_SHRINK === undefined });
  });
});
