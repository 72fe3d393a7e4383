import { isStanding, type Hold } from './hold.ts';

/** An event, as far as holds go by it. */
export interface HoldableEvent {
  readonly id: string;
  readonly space: string;
  readonly session: string;
  /** The keyed mark of its data subject, where it bears one. */
  readonly subjectMark?: string;
}

/** The standing holds of a tenant, made ready to be asked of many events. */
export interface HeldBy {
  /** Those that keep an event, in the order they were placed. */
  of(event: HoldableEvent): readonly Hold[];
  /** Those that keep anything of a space, or would keep what comes into it. */
  within(space: string): readonly Hold[];
  /** Whether an event that comes into this session may be kept: by a hold of all of it, or of a data subject. */
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
    of({ id, space, session, subjectMark }) {
      if (standing.length === 0) return standing;
      const bySubject = subjectMark === undefined ? [] : [...at(`mark//${subjectMark}`), ...at(`mark/${space}/${subjectMark}`)];
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

/** Names of spaces and sessions hold no slash, so no two places have one key. */
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
