import type { Cut, CutFitting } from '@total-recall/domain';

/** Drives the fitting of previews. Each round is counted in one call, off the main loop. */
export async function countCuts(
  fitting: CutFitting,
  count: (texts: readonly string[]) => Promise<readonly number[]>,
): Promise<ReadonlyMap<string, Cut>> {
  let step = fitting.next();
  while (!step.done) step = fitting.next(step.value.length === 0 ? [] : await count(step.value));
  return step.value;
}
