/** Mean and standard deviation of late interaction over a space. */
export interface LateScale {
  readonly mean: number;
  readonly deviation: number;
}

interface LateMatch {
  /** Late interaction itself. */
  readonly late?: number;
  /** Its standard deviations, under `late`. */
  readonly signals?: Readonly<Record<string, number>>;
}

/**
 * Reads the scale that a ranking measured late interaction on off its events: those farthest apart have two values and
 * their deviations, and that is a line. Undefined where all are alike or none was compared.
 */
export function lateScaleOf(events: readonly LateMatch[]): LateScale | undefined {
  let [least, most] = [
    { late: Infinity, deviations: 0 },
    { late: -Infinity, deviations: 0 },
  ];
  for (const { late, signals } of events) {
    const deviations = signals?.['late'];
    if (late === undefined || deviations === undefined) continue;
    if (late < least.late) least = { late, deviations };
    if (late > most.late) most = { late, deviations };
  }
  if (!(most.deviations > least.deviations)) return undefined;
  const deviation = (most.late - least.late) / (most.deviations - least.deviations);
  return { mean: most.late - deviation * most.deviations, deviation };
}
