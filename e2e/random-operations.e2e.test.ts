import fc from 'fast-check';
import { describe, it } from 'vitest';
import { openLiveMemory } from './random-operations/live-memory.ts';
import { playSteps } from './random-operations/play-steps.ts';
import { anyStep } from './random-operations/steps.ts';

const RUNS = Number(process.env['RANDOM_RUNS'] ?? 2);
const STEPS = Number(process.env['RANDOM_STEPS'] ?? 60);
const SEED = process.env['RANDOM_SEED'];
const PATH_OF = process.env['RANDOM_PATH'];

describe('random operations of agents, people and operators', () => {
  it('I-01 leave every answer as a model of the memory says', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: STEPS / 2, maxLength: STEPS, size: 'max' }), async (steps) => {
        const memory = await openLiveMemory();
        try {
          await playSteps(memory, steps);
        } finally {
          await memory.close();
        }
      }),
      { numRuns: RUNS, ...(SEED !== undefined && { seed: Number(SEED) }), ...(PATH_OF !== undefined && { path: PATH_OF }), endOnFailure: process.env['RANDOM_SHRINK'] === undefined },
    );
  });
});
