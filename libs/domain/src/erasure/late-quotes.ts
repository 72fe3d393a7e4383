import type { ErasedEvents, ErasureCounts, ErasureTargets } from './erasure-scope.ts';

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
    targets: { ...targets, ...joinLateQuotes(targets, late) },
    counts: {
      ...counts,
      events: counts.events + added,
      quoting: counts.quoting + added,
      artifacts: counts.artifacts + late.artifacts.length,
    },
  };
}

/** Adds what was found late, so that each session is named once. */
export function joinLateQuotes(before: LateQuotes | undefined, { events, artifacts }: LateQuotes): LateQuotes {
  const bySession = Map.groupBy([...(before?.events ?? []), ...events], ({ space, session }) => `${space}/${session}`);
  return {
    events: [...bySession.values()].map(joinEvents),
    artifacts: [...(before?.artifacts ?? []), ...artifacts],
  };
}

function joinEvents(ofSession: readonly ErasedEvents[]): ErasedEvents {
  return { ...ofSession[0]!, eventIds: ofSession.flatMap(({ eventIds }) => eventIds) };
}
