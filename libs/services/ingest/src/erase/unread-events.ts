import type { EventRecord, UnreadEvents } from '@total-recall/domain';
import { isOfService } from './find-revisions.ts';
import { LISTED } from './erasure-plan.ts';

type Place = UnreadEvents['places'][number];

/** Returns true for a record that does not open and is not erased, so that it may open again. */
export function isUnread({ body }: Pick<EventRecord, 'body'>): boolean {
  return typeof body === 'string' && body !== 'erased';
}

/** Returns true for an unread event that may be about a data subject. */
export function mayBeOfSubject(record: EventRecord): boolean {
  return isUnread(record) && !isOfService(record.envelope.kind);
}

export interface UnreadTally {
  note(record: EventRecord): void;
  /** Undefined where there are none. */
  sum(): UnreadEvents | undefined;
}

/** Counts unread events, each of them once, and lists the first by session. */
export function createUnreadTally(): UnreadTally {
  const places = new Map<string, Place & { readonly eventIds: string[] }>();
  const noted = new Set<string>();
  return {
    note({ envelope: { space, session, id } }) {
      if (noted.has(`${space}/${id}`)) return;
      noted.add(`${space}/${id}`);
      if (noted.size > LISTED) return;
      const key = `${space}/${session}`;
      const place = places.get(key) ?? { space, session, eventIds: [] };
      place.eventIds.push(id);
      places.set(key, place);
    },
    sum: () => (noted.size === 0 ? undefined : { events: noted.size, places: [...places.values()] }),
  };
}

export const withUnread = (unread: UnreadEvents | undefined): { readonly unread?: UnreadEvents } => (unread ? { unread } : {});

/** Adds up unread events, each of which stands in one of them; undefined where there are none. */
export function joinUnread(parts: readonly (UnreadEvents | undefined)[]): UnreadEvents | undefined {
  const found = parts.filter((part) => part !== undefined);
  if (found.length === 0) return undefined;
  let room = LISTED;
  const places = found
    .flatMap((part) => part.places)
    .flatMap(({ eventIds, ...place }) => {
      const listed = eventIds.slice(0, room);
      room -= listed.length;
      return listed.length === 0 ? [] : [{ ...place, eventIds: listed }];
    });
  return { events: found.reduce((sum, { events }) => sum + events, 0), places };
}
