import { dataSubjects, type ErasureCounts, type ErasureScope, type EventRecord } from '@total-recall/domain';
import { TotalRecallError, walkSessions, walkSpaces } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import { createHeldTally, createKindTally, joinHeld, joinKinds, type HoldLookup } from './hold-lookup.ts';
import type { ErasurePlan } from './erasure-plan.ts';
import { addEventId, planInSpace, type BySession } from './plan-in-space.ts';
import { eventsOf, eventsOfSpace, gather } from './read-space.ts';
import { createUnreadTally, mayBeOfSubject, withUnread, type UnreadTally } from './unread-events.ts';

interface PlanDeps extends Pick<EraseDeps, 'index' | 'sessions' | 'sealer' | 'keys' | 'content' | 'analyser' | 'tokens' | 'policies'> {
  readonly held: HoldLookup;
  /** Counts everything by kind, which reads whole spaces too. */
  readonly isDryRun: boolean;
}

/**
 * Finds what an erasure must take and changes nothing: the named events, recall results that quote them, and
 * artifacts that nothing else uses, without data under hold. Reads every event of the spaces concerned. Errors:
 * `not_found`; `invalid_request` for a compaction, which belongs to the service, and for more events of one session
 * than can be erased one by one.
 */
export async function planErasure(deps: PlanDeps, tenant: string, scope: ErasureScope): Promise<ErasurePlan> {
  switch (scope.kind) {
    case 'tenant':
      return planSpaces(deps, tenant, await spacesOf(deps, tenant));
    case 'space':
      return planSpaces(deps, tenant, [scope.space]);
    case 'session': {
      const { space, session } = scope;
      return planNamed(deps, { tenant, space }, await eventsOfSession(deps, tenant, scope), new Set([session]));
    }
    case 'events':
      return planNamed(deps, { tenant, space: scope.space }, await namedEvents(deps, tenant, scope));
    case 'subject': {
      const isOfSubject: IsOfSubject = ({ body }) => typeof body !== 'string' && dataSubjects(body).includes(scope.subject);
      const spaces = scope.space === undefined ? await spacesOf(deps, tenant) : [scope.space];
      const plan = await planSubject(deps, tenant, spaces, isOfSubject);
      if (!plan) throw notFound('No event bears this subject.');
      return plan;
    }
  }
}

type IsOfSubject = (record: EventRecord) => boolean;

/**
 * Plans what spaces hold of a data subject. What does not open may be about it: this is told as unread. Resolves to
 * undefined where there is neither.
 */
async function planSubject(
  deps: PlanDeps,
  tenant: string,
  spaces: readonly string[],
  isOfSubject: IsOfSubject,
): Promise<ErasurePlan | undefined> {
  const unread = createUnreadTally();
  const plans: ErasurePlan[] = [];
  for (const space of spaces) {
    const found = await ofSubject(deps, { tenant, space }, isOfSubject, unread);
    if (found.size > 0) plans.push(await planNamed(deps, { tenant, space }, found));
  }
  const left = unread.sum();
  if (plans.length === 0 && !left) return undefined;
  // These are more than each plan tells of, as its own events open.
  return { ...joinPlans(plans), ...withUnread(left) };
}

/**
 * Plans whole spaces. A space is erased by its key, together with later appends, so any hold in it blocks the whole.
 */
async function planSpaces(deps: PlanDeps, tenant: string, spaces: readonly string[]): Promise<ErasurePlan> {
  let sessions = 0;
  const kinds = createKindTally();
  const held = createHeldTally();
  const blocking = new Set(spaces.flatMap((space) => deps.held.within(space)));
  for (const space of spaces) {
    for await (const _ of walkSessions(deps.sessions, { tenant, space })) sessions += 1;
    if (!deps.isDryRun && blocking.size === 0) continue;
    for await (const { record } of eventsOfSpace(deps, { tenant, space })) {
      if (typeof record.body === 'string') continue;
      const holds = deps.held.of(record);
      if (holds.length > 0) held.note(record, holds);
      else kinds.note(record.envelope.kind);
    }
  }
  if (sessions === 0) throw notFound('There is nothing to erase here.');
  return {
    targets: { events: [], sessions: [], spaces, artifacts: [] },
    counts: { events: 0, quoting: 0, sessions, spaces: spaces.length, artifacts: 0 },
    kinds: kinds.sum(),
    held: held.sum([...blocking]),
    erased: [],
  };
}

async function planNamed(
  deps: PlanDeps,
  place: { readonly tenant: string; readonly space: string },
  named: BySession,
  whole: ReadonlySet<string> = new Set(),
): Promise<ErasurePlan> {
  const { crowded, ...plan } = await planInSpace(deps, place, named, whole);
  const [first] = crowded;
  if (first)
    throw new TotalRecallError(
      'invalid_request',
      `The session ${first[0]} has lost nearly as many events as it can lose one by one; records that repeat them count, too. ` +
        `Name ${first[1]} fewer of it, or erase the session.`,
    );
  return plan;
}

async function eventsOfSession(deps: PlanDeps, tenant: string, { space, session }: { space: string; session: string }): Promise<BySession> {
  const ids = new Set<string>();
  for await (const { event } of eventsOf(deps, { tenant, space, session })) ids.add(event.record.envelope.id);
  if (ids.size === 0) throw notFound('There is no such session here.');
  return new Map([[session, ids]]);
}

async function namedEvents(deps: PlanDeps, tenant: string, scope: { space: string; eventIds: readonly string[] }): Promise<BySession> {
  const found: BySession = new Map();
  const events = await deps.index.events(tenant, scope.space, scope.eventIds);
  for (const [at, event] of events.entries()) {
    if (!event) throw notFound(`There is no event ${scope.eventIds[at]} here.`);
    const { id, kind, session } = event.record.envelope;
    if (kind === 'compaction')
      throw new TotalRecallError('invalid_request', `${id} is a compaction, written by the service. Erase the events that it speaks of.`);
    addEventId(found, session, id);
  }
  return found;
}

/** Finds the events of a data subject in a space, and notes those that may be of it and do not open. */
export async function ofSubject(
  deps: Pick<EraseDeps, 'index' | 'sessions' | 'sealer'>,
  place: { readonly tenant: string; readonly space: string },
  isOfSubject: IsOfSubject,
  unread: Pick<UnreadTally, 'note'>,
): Promise<BySession> {
  const found: BySession = new Map();
  for await (const { record } of eventsOfSpace(deps, place))
    if (isOfSubject(record)) addEventId(found, record.envelope.session, record.envelope.id);
    else if (mayBeOfSubject(record)) unread.note(record);
  return found;
}

function joinPlans(plans: readonly ErasurePlan[]): ErasurePlan {
  const sum = (of: (counts: ErasureCounts) => number): number => plans.reduce((total, { counts }) => total + of(counts), 0);
  return {
    targets: {
      spaces: [],
      sessions: plans.flatMap(({ targets }) => targets.sessions),
      events: plans.flatMap(({ targets }) => targets.events),
      artifacts: plans.flatMap(({ targets }) => targets.artifacts),
    },
    counts: {
      events: sum(({ events }) => events),
      quoting: sum(({ quoting }) => quoting),
      sessions: sum(({ sessions }) => sessions),
      spaces: 0,
      artifacts: sum(({ artifacts }) => artifacts),
    },
    kinds: joinKinds(plans.map(({ kinds }) => kinds)),
    held: joinHeld(plans.map(({ held }) => held)),
    erased: plans.flatMap(({ erased }) => erased),
  };
}

function notFound(message: string): TotalRecallError {
  return new TotalRecallError('not_found', message);
}

export async function spacesOf({ sessions }: Pick<PlanDeps, 'sessions'>, tenant: string): Promise<string[]> {
  return (await gather(walkSpaces(sessions, tenant))).map(({ space }) => space);
}
