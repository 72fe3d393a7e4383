import type { ConsolidatorDeps } from '../consolidator-deps.ts';

/** Waits until everything that was appended before this call can be read; false if the time runs out. */
export async function untilSearchable(
  { log, marks, clock }: Pick<ConsolidatorDeps, 'log' | 'marks' | 'clock'>,
  timeoutMs: number,
): Promise<boolean> {
  const untilMs = clock.monotonicMs() + timeoutMs;
  const partitions = Array.from({ length: log.partitions }, (_, partition) => partition);
  const ends = await Promise.all(partitions.map((partition) => log.end(partition)));
  for (const partition of partitions)
    if (!(await marks.waitFor(partition, ends[partition]!, 'searchable', Math.max(0, untilMs - clock.monotonicMs())))) return false;
  return true;
}
