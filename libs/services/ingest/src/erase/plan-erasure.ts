import { artifactsOf, type ErasureCounts, type ErasureScope, type ErasureTargets, type EventBody } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import { eventsOf, eventsOfSpace, gather, sessionsOf, spacesOf } from './read-space.ts';

export interface ErasurePlan {
  readonly targets: ErasureTargets;
  readonly counts: ErasureCounts;
}

type PlanDeps = Pick<EraseDeps, 'index' | 'sessions' | 'sealer'>;

/** Ids by session, in the order they were found. */
type BySession = Map<string, string[]>;

const NOTHING: ErasureTargets = { events: [], sessions: [], spaces: [], artifacts: [] };

/**
 * Finds what an erasure takes with it, and changes nothing: the events that were named, results of recall that hold any of them, and the artifacts that
 * nothing else holds. Reads every event of the spaces concerned. Errors: `not_found`; `invalid_request` for a compaction, which is the service's own.
 */
export async function planErasure(deps: PlanDeps, tenant: string, scope: ErasureScope): Promise<ErasurePlan> {
  switch (scope.kind) {
    case 'tenant':
      return planSpaces(deps, tenant, await gather(spacesOf(deps, tenant)));
    case 'space':
      return planSpaces(deps, tenant, [scope.space]);
    case 'session':
      return planInSpace(deps, { tenant, space: scope.space }, await eventsOfSession(deps, tenant, scope), scope.session);
    case 'events':
      return planInSpace(deps, { tenant, space: scope.space }, await namedEvents(deps, tenant, scope));
    case 'subject': {
      const spaces = scope.space === undefined ? await gather(spacesOf(deps, tenant)) : [scope.space];
      const plans: ErasurePlan[] = [];
      for (const space of spaces) {
        const found = await ofSubject(deps, { tenant, space }, scope.subject);
        if (found.size > 0) plans.push(await planInSpace(deps, { tenant, space }, found));
      }
      if (plans.length === 0) throw notFound('No event bears this subject.');
      return joinPlans(plans);
    }
  }
}

async function planSpaces(deps: PlanDeps, tenant: string, spaces: readonly string[]): Promise<ErasurePlan> {
  let sessions = 0;
  for (const space of spaces) for await (const _ of sessionsOf(deps, { tenant, space })) sessions += 1;
  if (sessions === 0) throw notFound('There is nothing to erase here.');
  return { targets: { ...NOTHING, spaces }, counts: { events: 0, quoting: 0, sessions, spaces: spaces.length, artifacts: 0 } };
}

async function eventsOfSession(deps: PlanDeps, tenant: string, { space, session }: { space: string; session: string }): Promise<BySession> {
  const ids: string[] = [];
  for await (const { event } of eventsOf(deps, { tenant, space, session })) ids.push(event.record.envelope.id);
  if (ids.length === 0) throw notFound('There is no such session here.');
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
    note(found, session, id);
  }
  return found;
}

async function ofSubject(deps: PlanDeps, place: { tenant: string; space: string }, subject: string): Promise<BySession> {
  const found: BySession = new Map();
  for await (const { record } of eventsOfSpace(deps, place))
    if (typeof record.body !== 'string' && record.body.meta.subject === subject) note(found, record.envelope.session, record.envelope.id);
  return found;
}

/** Adds results of recall that hold what goes, and finds the artifacts that go with it. `whole`: this session goes as one. */
async function planInSpace(
  deps: PlanDeps,
  { tenant, space }: { tenant: string; space: string },
  named: BySession,
  whole?: string,
): Promise<ErasurePlan> {
  const going = new Set([...named.values()].flat());
  const gone = new Set<string>();
  const held = new Set<string>();
  let quoting = 0;
  for await (const { record } of eventsOfSpace(deps, { tenant, space })) {
    const { body, envelope } = record;
    if (typeof body === 'string') continue;
    if (!going.has(envelope.id) && holdsAny(body, going)) {
      note(named, envelope.session, envelope.id);
      quoting += 1;
      for (const id of artifactsOf(body)) gone.add(id);
    } else for (const id of artifactsOf(body)) (going.has(envelope.id) ? gone : held).add(id);
  }
  const artifacts = [...gone].filter((id) => !held.has(id));
  const partly = [...named].filter(([session]) => session !== whole);
  return {
    targets: {
      events: partly.map(([session, eventIds]) => ({ space, session, eventIds })),
      sessions: whole === undefined ? [] : [{ space, session: whole }],
      spaces: [],
      artifacts: artifacts.map((artifactId) => ({ space, artifactId })),
    },
    counts: { events: going.size + quoting, quoting, sessions: whole === undefined ? 0 : 1, spaces: 0, artifacts: artifacts.length },
  };
}

/** What recall returned is a copy of what it found. */
function holdsAny({ recall }: EventBody, going: ReadonlySet<string>): boolean {
  return recall?.evidence.some(({ eventId }) => going.has(eventId)) ?? false;
}

function joinPlans(plans: readonly ErasurePlan[]): ErasurePlan {
  const sum = (of: (counts: ErasureCounts) => number): number => plans.reduce((total, { counts }) => total + of(counts), 0);
  return {
    targets: {
      ...NOTHING,
      events: plans.flatMap(({ targets }) => targets.events),
      artifacts: plans.flatMap(({ targets }) => targets.artifacts),
    },
    counts: {
      events: sum(({ events }) => events),
      quoting: sum(({ quoting }) => quoting),
      sessions: 0,
      spaces: 0,
      artifacts: sum(({ artifacts }) => artifacts),
    },
  };
}

function note(found: BySession, session: string, id: string): void {
  const ids = found.get(session) ?? [];
  if (!ids.includes(id)) ids.push(id);
  found.set(session, ids);
}

function notFound(message: string): TotalRecallError {
  return new TotalRecallError('not_found', message);
}
