import { TotalRecallApiError, type EventWire, type SpaceClient } from '@total-recall/client';
import { eventName } from './export-lines.ts';

export interface EventNames {
  /**
   * Returns the place of an event among those of its session that callers wrote; undefined for one that the service
   * wrote. Events must come in order.
   */
  place(event: EventWire): number | undefined;
  /** Returns the names of the events that are in the export. Others are left out and counted. */
  namesOf(ids: readonly string[]): Promise<string[]>;
  nameOf(id: string): Promise<string | undefined>;
  /** Returns the name of an event as `nameOf` does, and counts nothing. */
  find(id: string): Promise<string | undefined>;
  readonly leftOut: number;
}

/** Number of events whose names are cached; most references go back only a little. */
const REMEMBERED = 50_000;

/**
 * Creates names of session and place for the events of an export. `ends` has the last exported ordinal of each session.
 */
export function createEventNames(space: SpaceClient, ends: ReadonlyMap<string, number>): EventNames {
  const known = new Map<string, string>();
  /** Ordinals of events that the service wrote, by session. */
  const skipped = new Map<string, number[]>();
  const nameAt = (session: string, ordinal: number): string =>
    eventName({ session, event: ordinal - (skipped.get(session) ?? []).filter((other) => other < ordinal).length });
  let leftOut = 0;
  const ask = async (id: string): Promise<string | undefined> => {
    try {
      const { session, ordinal, kind } = await space.event(id);
      return kind !== 'compaction' && ordinal <= (ends.get(session) ?? 0) ? nameAt(session, ordinal) : undefined;
    } catch (error) {
      if (error instanceof TotalRecallApiError && (error.code === 'not_found' || error.code === 'erased')) return undefined;
      throw error;
    }
  };
  const names: EventNames = {
    place({ id, session, ordinal, kind }) {
      const before = skipped.get(session) ?? [];
      if (kind === 'compaction') {
        skipped.set(session, [...before, ordinal]);
        return undefined;
      }
      const event = ordinal - before.length;
      known.set(id, eventName({ session, event }));
      if (known.size > REMEMBERED) known.delete(known.keys().next().value!);
      return event;
    },
    find: async (id) => known.get(id) ?? ask(id),
    async nameOf(id) {
      const name = await names.find(id);
      if (name === undefined) leftOut += 1;
      return name;
    },
    async namesOf(ids) {
      const found: string[] = [];
      for (const id of ids) {
        const name = await names.nameOf(id);
        if (name !== undefined) found.push(name);
      }
      return found;
    },
    get leftOut() {
      return leftOut;
    },
  };
  return names;
}
