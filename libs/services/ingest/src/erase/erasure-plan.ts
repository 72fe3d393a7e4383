import type { ErasureCounts, ErasureTargets } from '@total-recall/domain';
import type { CountsByKind } from '@total-recall/ports';
import type { HeldPart } from './held-records.ts';

/** What an erasure takes, found before anything goes. */
export interface ErasurePlan {
  readonly targets: ErasureTargets;
  readonly counts: ErasureCounts;
  /** Events that go, those of whole spaces only where a dry run asks. */
  readonly kinds: CountsByKind;
  /** What was named and stays, because holds keep it. */
  readonly held: HeldPart;
}

/** Event ids, and sessions, that a plan or an answer lists. */
export const LISTED = 1_000;

/** The events that go one by one, as many as are listed. */
export function listedEvents({ events }: Pick<ErasureTargets, 'events'>): string[] {
  return events.flatMap(({ eventIds }) => eventIds).slice(0, LISTED);
}

/** For a dry run: what stays because holds keep it; nothing where none does. */
export function shownHeld({ events, holds, kinds, eventIds }: HeldPart): { readonly held?: HeldPart } {
  return holds.length > 0 ? { held: { events, holds, kinds, eventIds: eventIds.slice(0, LISTED) } } : {};
}
