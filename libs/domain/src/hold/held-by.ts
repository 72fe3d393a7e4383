import { isStanding, type Hold } from './hold.ts';

/** The facts of an event that decide whether a hold covers it. */
export interface HoldableEvent {
  readonly id: string;
  readonly space: string;
  readonly session: string;
  /** Keyed hashes of its data subjects. */
  readonly subjectMarks: readonly string[];
}

/** Index of a tenant's standing holds, for checking many events. */
export interface HeldBy {
  /** Returns the holds that protect an event, in the order they were placed. */
  of(event: HoldableEvent): readonly Hold[];
  /** Returns the holds that protect anything in a space, now or when it arrives. */
  within(space: string): readonly Hold[];
  /** Returns true when a hold may protect future events of this session: one on everything, or on a data subject. */
  mayKeepComing(space: string, session: string): boolean;
}

export function createHeldBy(holds: Iterable<Hold>): HeldBy {
  const standing = [...holds].filter(isStanding);
  const within = (space: string): Hold[] =>
    standing.filter(({ scope }) => scope.kind === 'tenant' || scope.space === undefined || scope.space === space);
  const byPlace = new Map<string, Hold[]>();
  for (const hold of standing) for (const place of placesOf(hold)) byPlace.set(place, [...(byPlace.get(place) ?? []), hold]);
  const at = (place: string): readonly Hold[] => byPlace.get(place) ?? [];
  return {
    of({ id, space, session, subjectMarks }) {
      if (standing.length === 0) return standing;
      const bySubject = subjectMarks.flatMap((mark) => [...at(`mark//${mark}`), ...at(`mark/${space}/${mark}`)]);
      const found = new Set([
        ...at('tenant'),
        ...at(`space/${space}`),
        ...at(`session/${space}/${session}`),
        ...at(`event/${space}/${id}`),
        ...bySubject,
      ]);
      return found.size < 2 ? [...found] : standing.filter((hold) => found.has(hold));
    },
    within,
    mayKeepComing: (space, session) =>
      within(space).some(({ scope }) => scope.kind !== 'events' && (scope.kind !== 'session' || scope.session === session)),
  };
}

/** Builds keys of places. Names of spaces and sessions hold no slash, so keys are unique. */
function placesOf({ scope }: Hold): string[] {
  switch (scope.kind) {
    case 'tenant':
      return ['tenant'];
    case 'space':
      return [`space/${scope.space}`];
    case 'session':
      return [`session/${scope.space}/${scope.session}`];
    case 'events':
      return scope.eventIds.map((id) => `event/${scope.space}/${id}`);
    case 'subject':
      return [`mark/${scope.space ?? ''}/${scope.mark}`];
  }
}
