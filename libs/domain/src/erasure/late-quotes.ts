import type { ErasureCounts, ErasureTargets } from './erasure-scope.ts';

/** What quotes erased events and was appended while their erasure was planned, so that its targets do not have it. */
export type LateQuotes = Pick<ErasureTargets, 'events' | 'artifacts'>;

interface Planned {
  readonly targets: ErasureTargets;
  readonly counts: ErasureCounts;
}

/** Adds what an erasure took beyond its plan to what was planned. */
export function withLateQuotes<Of extends Planned>(planned: Of, late: LateQuotes | undefined): Of {
  if (!late) return planned;
  const { targets, counts } = planned;
  const added = late.events.reduce((sum, { eventIds }) => sum + eventIds.length, 0);
  return {
    ...planned,
    targets: { ...targets, events: [...targets.events, ...late.events], artifacts: [...targets.artifacts, ...late.artifacts] },
    counts: {
      ...counts,
      events: counts.events + added,
      quoting: counts.quoting + added,
      artifacts: counts.artifacts + late.artifacts.length,
    },
  };
}
