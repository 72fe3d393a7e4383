import type { Clock } from '@total-recall/ports';
import { createLruMap, TotalRecallError } from '@total-recall/runtime';
import { PROXY_LIMITS } from '../limits.ts';

/** A note that may have been written while the erasure of what it quotes was planned: that plan does not have it. */
export interface RecentNote {
  readonly eventId: string;
  /** Ids of the events that it quotes. */
  readonly quotes: readonly string[];
  /** Rejects where an event was erased. */
  refuseErased(eventId: string): Promise<unknown>;
  /** Notes that nothing stands in place of the answer any more. */
  takeBack(): Promise<unknown>;
}

export interface RecentNotes {
  add(note: RecentNote): void;
  /** Looks whether something that these notes quote is erased by now, and takes such notes back. */
  check(): void;
  /** Returns true for a note that quotes what is erased, or could not be looked at. */
  isUnplanned(eventId: string): boolean;
  /** Resolves when nothing is being looked at. Never rejects. */
  settle(): Promise<unknown>;
}

const GONE: ReadonlySet<string> = new Set(['erased', 'not_found']);
const isGone = (error: unknown): boolean => error instanceof TotalRecallError && GONE.has(error.code);

/** Creates the list of the latest notes of a process. `failed` is told of those that could not be looked at or taken back. */
export function createRecentNotes(clock: Clock, failed: (error: unknown) => void): RecentNotes {
  const recent = new Map<RecentNote, number>();
  const unplanned = createLruMap<true>(PROXY_LIMITS.exchangeNotes);
  let checking: Promise<unknown> = Promise.resolve();

  async function checkOne(note: RecentNote): Promise<void> {
    try {
      for (const eventId of note.quotes) await note.refuseErased(eventId);
    } catch (error) {
      unplanned.set(note.eventId, true);
      // One that could not be looked at is left out here, and looked at again with the next erasure.
      if (!isGone(error)) throw error;
      recent.delete(note);
      await note.takeBack();
    }
  }

  return {
    add(note) {
      const now = clock.monotonicMs();
      for (const [each, at] of recent) if (at < now - PROXY_LIMITS.recentMs || recent.size >= PROXY_LIMITS.recentNotes) recent.delete(each);
      recent.set(note, now);
    },
    check() {
      checking = checking.then(() => Promise.all([...recent.keys()].map((note) => checkOne(note).catch(failed))));
    },
    isUnplanned: (eventId) => unplanned.get(eventId) === true,
    settle: () => checking,
  };
}
