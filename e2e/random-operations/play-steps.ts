import { checkWhole } from './check-whole.ts';
import type { LiveMemory } from './live-memory.ts';
import { createMemoryModel } from './memory-model.ts';
import { stageOf } from './stage.ts';
import { KINDS, type Step } from './steps.ts';
import type { World } from './world.ts';

/** A window that a few dozen messages overflow. */
const WINDOW_TOKENS = 4_096;

/** Plays steps through a memory, and throws where an answer is not what the model of it says. */
export async function playSteps(memory: LiveMemory, steps: readonly Step[]): Promise<void> {
  const world: World = { memory, model: createMemoryModel() };
  await memory.client.call('putTenantPolicy', { body: { windowTokens: WINDOW_TOKENS } });
  for (const [at, { does, drawn }] of steps.entries())
    await KINDS[does]!.play(stageOf(world), drawn as never).catch((error: unknown) => {
      throw new Error(`Step ${at + 1} of ${steps.length}, ${does}, failed.`, { cause: error });
    });
  await checkWhole(world);
}
