import type { Cut, CutFitting } from '@total-recall/domain';
import { yieldToEventLoop } from '../parallel/in-slices.ts';

/** Drives the fitting of previews. Each round is counted in one call, off the main loop, which is free in between. */
export async function countCuts(
  fitting: CutFitting,
  count: (texts: readonly string[]) => Promise<readonly number[]>,
): Promise<ReadonlyMap<string, Cut>> {
  let step = fitting.next();
  while (!step.done) step = fitting.next(step.value.length > 0 ? await count(step.value) : await yieldToEventLoop().then(() => []));
  return step.value;
}
