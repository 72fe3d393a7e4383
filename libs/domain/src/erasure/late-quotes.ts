import type { ErasedEvents, ErasureCounts, ErasureTargets } from './erasure-scope.ts';

/** Events that an erasure takes beyond its plan: quotes that were appended meanwhile, and those that did not open then. */
export interface LateQuotes extends Pick<ErasureTargets, 'events' | 'artifacts'> {
  /** Number of these events that quote others; absent where all do. */
  readonly quoting?: number;
}

interface Planned {
  readonly targets: ErasureTargets;
  readonly counts: ErasureCounts;
}

/** Adds what an erasure took beyond its plan to what was planned. */
export function withLateQuotes<Of extends Planned>(planned: Of, late: LateQuotes | undefined): Of {
  if (!late) return planned;
  const { targets, counts } = planned;
  const added = numberOf(late.events);
  return {
    ...planned,
    targets: { ...targets, ...joinLateQuotes(targets, late) },
    counts: {
      ...counts,
      events: counts.events + added,
      quoting: counts.quoting + quotingOf(late),
      artifacts: counts.artifacts + late.artifacts.length,
    },
  };
}

/** Adds what was found late, so that each session is named once. */
export function joinLateQuotes(before: LateQuotes | undefined, found: LateQuotes): LateQuotes {
  const { events, artifacts } = found;
  const hasOthers = before?.quoting !== undefined || found.quoting !== undefined;
  const bySession = Map.groupBy([...(before?.events ?? []), ...events], ({ space, session }) => `${space}/${session}`);
  return {
    events: [...bySession.values()].map(joinEvents),
    artifacts: [...(before?.artifacts ?? []), ...artifacts],
    ...(hasOthers && { quoting: (before ? quotingOf(before) : 0) + quotingOf(found) }),
  };
}

const numberOf = (events: readonly ErasedEvents[]): number => events.reduce((sum, { eventIds }) => sum + eventIds.length, 0);

const quotingOf = ({ events, quoting }: LateQuotes): number => quoting ?? numberOf(events);

function joinEvents(ofSession: readonly ErasedEvents[]): ErasedEvents {
  return { ...ofSession[0]!, eventIds: ofSession.flatMap(({ eventIds }) => eventIds) };
}
