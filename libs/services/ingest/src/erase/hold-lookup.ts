import { createHeldBy, dataSubjects, type EventKind, type EventRecord, type HeldBy, type Hold, type Withheld } from '@total-recall/domain';
import type { CountsByKind } from '@total-recall/ports';
import type { SubjectMark } from '@total-recall/runtime';

/** The named data that holds keep. */
export interface HeldPart extends Withheld {
  readonly kinds: CountsByKind;
  readonly eventIds: readonly string[];
}

/** Finds the holds on an opened record. */
export interface HoldLookup extends Pick<HeldBy, 'within' | 'mayKeepComing'> {
  of(record: EventRecord): readonly Hold[];
}

/**
 * Creates the look-up. An erased or unreadable record has no data subject, but its session and space are still known.
 */
export function createHoldLookup(holds: Iterable<Hold>, markOf: SubjectMark): HoldLookup {
  const all = [...holds];
  const heldBy = createHeldBy(all);
  const ofSubjects = all.some(({ scope }) => scope.kind === 'subject');
  return {
    ...heldBy,
    of({ envelope: { id, tenant, space, session }, body }) {
      const subjects = typeof body === 'string' || !ofSubjects ? [] : dataSubjects(body);
      return heldBy.of({ id, space, session, subjectMarks: subjects.map((subject) => markOf(tenant, subject)) });
    },
  };
}

/** Creates a tally of events by kind and by hold. Counts an event once, also where it is named and quotes another that is. */
export function createHeldTally() {
  const kinds = createKindTally();
  const eventIds = new Set<string>();
  const counts = new Map<Hold, number>();
  return {
    note(record: EventRecord, holds: readonly Hold[]): void {
      if (eventIds.has(record.envelope.id)) return;
      kinds.note(record.envelope.kind);
      eventIds.add(record.envelope.id);
      for (const hold of holds) counts.set(hold, (counts.get(hold) ?? 0) + 1);
    },
    /** `also`: holds that block the erasure, even if they keep no event of it. */
    sum(also: readonly Hold[] = []): HeldPart {
      for (const hold of also) counts.set(hold, counts.get(hold) ?? 0);
      const holds = [...counts].map(([{ id, name }, events]) => ({ id, name, events }));
      return { events: eventIds.size, holds, kinds: kinds.sum(), eventIds: [...eventIds] };
    },
  };
}

export function createKindTally() {
  const counts = new Map<EventKind, number>();
  return {
    note: (kind: EventKind): void => void counts.set(kind, (counts.get(kind) ?? 0) + 1),
    sum: (): CountsByKind => Object.fromEntries(counts),
  };
}

export function joinKinds(all: readonly CountsByKind[]): CountsByKind {
  const sums = new Map<string, number>();
  for (const kinds of all) for (const [kind, count] of Object.entries(kinds)) sums.set(kind, (sums.get(kind) ?? 0) + count);
  return Object.fromEntries(sums);
}

export function joinHeld(parts: readonly HeldPart[]): HeldPart {
  const holds = new Map<string, Withheld['holds'][number]>();
  for (const hold of parts.flatMap((part) => part.holds))
    holds.set(hold.id, { ...hold, events: hold.events + (holds.get(hold.id)?.events ?? 0) });
  return {
    events: parts.reduce((sum, { events }) => sum + events, 0),
    holds: [...holds.values()],
    kinds: joinKinds(parts.map(({ kinds }) => kinds)),
    eventIds: parts.flatMap(({ eventIds }) => eventIds),
  };
}
