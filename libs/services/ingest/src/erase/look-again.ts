import { dataSubjects, type ErasureTargets, type EventEnvelope, type EventRecord, type UnreadEvents } from '@total-recall/domain';
import { openSubjectMarks } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import { createHoldLookup, type HoldLookup } from './hold-lookup.ts';
import { activeHoldIds, takenBy, type KnownErasures, type RequestedErasure } from './known-erasures.ts';
import { namedBy, type IsNamed } from './named-events.ts';
import { addEventId, planInSpace, type BySession } from './plan-in-space.ts';
import { ofSubject, spacesOf } from './plan-erasure.ts';
import { createUnreadTally, isUnread, joinUnread, type UnreadTally } from './unread-events.ts';

type LookDeps = Pick<EraseDeps, 'index' | 'sessions' | 'sealer' | 'keys' | 'content' | 'analyser' | 'tokens' | 'policies' | 'clock'> & {
  readonly newId: (tenant: string) => string;
};

/**
 * Looks again at what did not open when an erasure was planned. Names in the ledger what of its data subject opens by now,
 * with what quotes that. Resolves to the events that still cannot be judged, and those that went unread: what repeats
 * them is not known. Does nothing for an erasure whose plan could read all.
 */
export async function lookAgain(deps: LookDeps, known: KnownErasures, requested: RequestedErasure): Promise<UnreadEvents | undefined> {
  const { id: erasureId, tenant, space, actor, act } = requested;
  if (!act.unread) return undefined;
  for (;;) {
    const standing = activeHoldIds(known, tenant);
    const held = createHoldLookup(known.holds(tenant), await openSubjectMarks(deps));
    const isNamed = namedBy(takenBy(known.get(erasureId)!).targets);
    const { unread, targets, quoting } = await lookOnce({ ...deps, held }, requested, isNamed);
    const left = joinUnread([wentUnread(act.unread, isNamed), unread, ...(act.subjectMark === undefined ? [beyondList(act.unread)] : [])]);
    if (targets.events.length === 0) return left;
    const extended = { type: 'ErasureExtended', erasureId, targets, quoting } as const;
    const entry = { id: deps.newId(tenant), tenant, at: deps.clock.now(), actor, act: extended, ...(space !== undefined && { space }) };
    // A hold placed meanwhile comes first in the ledger and wins.
    if (await known.append(entry, () => activeHoldIds(known, tenant) === standing)) return left;
  }
}

interface Looked {
  readonly unread: UnreadEvents | undefined;
  readonly targets: ErasureTargets;
  readonly quoting: number;
}

async function lookOnce(deps: LookDeps & { readonly held: HoldLookup }, requested: RequestedErasure, isNamed: IsNamed): Promise<Looked> {
  const tally = createUnreadTally();
  const note: UnreadTally['note'] = (record) => {
    if (!isNamed(record.envelope)) tally.note(record);
  };
  const events: ErasureTargets['events'][number][] = [];
  const artifacts: ErasureTargets['artifacts'][number][] = [];
  let quoting = 0;
  const { tenant, act } = requested;
  for (const [space, found] of await (act.subjectMark === undefined ? listedIn : ofMarkIn)(deps, requested, { note })) {
    const fresh = withoutNamed(space, found, isNamed);
    if (fresh.size === 0) continue;
    const plan = await planInSpace(deps, { tenant, space }, fresh, new Set());
    events.push(...plan.targets.events);
    artifacts.push(...plan.targets.artifacts);
    quoting += plan.counts.quoting;
  }
  return { unread: tally.sum(), targets: { events, artifacts, sessions: [], spaces: [] }, quoting };
}

type FoundBySpace = ReadonlyMap<string, BySession>;

/** Finds the events of the data subject by its mark, in all spaces that the erasure looked at. */
async function ofMarkIn(
  deps: LookDeps,
  { tenant, act: { scope, subjectMark } }: RequestedErasure,
  unread: Pick<UnreadTally, 'note'>,
): Promise<FoundBySpace> {
  const markOf = await openSubjectMarks(deps);
  const isOfSubject = ({ body }: EventRecord): boolean =>
    typeof body !== 'string' && dataSubjects(body).some((subject) => markOf(tenant, subject) === subjectMark);
  const spaces = 'space' in scope && scope.space !== undefined ? [scope.space] : await spacesOf(deps, tenant);
  const found = new Map<string, BySession>();
  for (const space of spaces) found.set(space, await ofSubject(deps, { tenant, space }, isOfSubject, unread));
  return found;
}

/** Finds what was asked for by its id or session among the listed events, as far as these open. */
async function listedIn(
  { index, sealer }: LookDeps,
  { tenant, act: { scope, unread } }: RequestedErasure,
  { note }: Pick<UnreadTally, 'note'>,
): Promise<FoundBySpace> {
  const isAsked = ({ id, session }: EventEnvelope): boolean =>
    (scope.kind === 'events' && scope.eventIds.includes(id)) || (scope.kind === 'session' && scope.session === session);
  const found = new Map<string, BySession>();
  for (const { space, eventIds } of unread!.places) {
    const bySession = found.get(space) ?? new Map<string, Set<string>>();
    found.set(space, bySession);
    const events = (await index.events(tenant, space, eventIds)).filter((event) => event !== undefined);
    for (const record of await sealer.openAll(events.map((event) => event.record))) {
      const { envelope } = record;
      if (isUnread(record)) note(record);
      else if (typeof record.body !== 'string' && isAsked(envelope)) addEventId(bySession, envelope.session, envelope.id);
    }
  }
  return found;
}

function withoutNamed(space: string, found: BySession, isNamed: IsNamed): BySession {
  const left = [...found].map(([session, ids]) => [session, new Set([...ids].filter((id) => !isNamed({ space, session, id })))] as const);
  return new Map(left.flatMap(([session, ids]) => (ids.size > 0 ? [[session, ids]] : [])));
}

/** Returns the events that are named and did not open, as far as they are listed. */
function wentUnread({ places }: UnreadEvents, isNamed: IsNamed): UnreadEvents | undefined {
  const named = places.flatMap(({ space, session, eventIds }) => {
    const own = eventIds.filter((id) => isNamed({ space, session, id }));
    return own.length === 0 ? [] : [{ space, session, eventIds: own }];
  });
  const events = named.reduce((sum, { eventIds }) => sum + eventIds.length, 0);
  return events === 0 ? undefined : { events, places: named };
}

/** Counts the events that are not listed. They are taken for unread still. */
function beyondList({ events, places }: UnreadEvents): UnreadEvents | undefined {
  const listed = places.reduce((sum, { eventIds }) => sum + eventIds.length, 0);
  return events > listed ? { events: events - listed, places: [] } : undefined;
}
