import type { ErasureCounts, ErasureTargets, EventEnvelope, UnreadEvents } from '@total-recall/domain';
import type { CountsByKind } from '@total-recall/ports';
import type { HeldPart } from './hold-lookup.ts';

/** The data that an erasure takes, found before anything is destroyed. */
export interface ErasurePlan {
  readonly targets: ErasureTargets;
  readonly counts: ErasureCounts;
  /** Events to erase by kind. Those of whole spaces are only counted in a dry run. */
  readonly kinds: CountsByKind;
  /** Named data that stays because of holds. */
  readonly held: HeldPart;
  /** Named events that are erased already. They are neither targets nor counted. */
  readonly erased: readonly ErasedEvent[];
  /** Events that could not be judged, as they do not open; absent where all could be. */
  readonly unread?: UnreadEvents;
}

export type ErasedEvent = Pick<EventEnvelope, 'space' | 'session' | 'id'>;

/** Most event ids, and sessions, that a plan or an answer lists. */
export const LISTED = 1_000;

/** Lists the events that are erased one by one, up to the limit. */
export function listedEvents({ events }: Pick<ErasureTargets, 'events'>): string[] {
  return events.flatMap(({ eventIds }) => eventIds).slice(0, LISTED);
}

/** Describes what holds keep, for a dry run; empty if nothing. */
export function shownHeld({ events, holds, kinds, eventIds }: HeldPart): { readonly held?: HeldPart } {
  return holds.length > 0 ? { held: { events, holds, kinds, eventIds: eventIds.slice(0, LISTED) } } : {};
}
