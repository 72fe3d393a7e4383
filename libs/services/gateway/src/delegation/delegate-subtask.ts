import { LIMITS, type InputOf, type ReplyOf } from '@total-recall/contracts';
import {
  DELEGATION_LEVELS,
  isWithinGrant,
  mayOpen,
  renderDelegation,
  renderObjective,
  isWrittenSession,
  type DelegationGrant,
  type DelegationPacket,
  type NewEvent,
  type SessionAddress,
} from '@total-recall/domain';
import type { EventView } from '@total-recall/ports';
import { besideName, inParallel, TotalRecallError } from '@total-recall/runtime';
import { appendCharged } from '../access/charge-appended.ts';
import type { Caller } from '../gateway.ts';
import { LOOKED_UP_AT_ONCE, type DelegationDeps } from './delegation-deps.ts';
import { readDelegations } from './list-delegations.ts';
import { refuseUnknownArtifacts } from './refuse-unknown-artifacts.ts';
import { createGrants, parentIfThere } from './run-of.ts';
import { saidOfField } from './said-of-field.ts';

type Wanted = InputOf<'delegateSubtask'>['body'];

/**
 * Hands a subtask to an executor: begins the executor's session with its objective and constraints, then appends the
 * packet to the planner's session. A repeat after a crash between the two completes the second. Source: 002 A.5.
 */
export async function delegateSubtask(
  deps: DelegationDeps,
  caller: Caller,
  planner: SessionAddress,
  wanted: Wanted,
): Promise<ReplyOf<'delegateSubtask'>> {
  const above = await plannerGrant(deps, planner, wanted);
  const keyEvents = await findKeyEvents(deps, planner, above, wanted);
  await refuseUnknownArtifacts(deps, planner, wanted.relevantArtifactIds);
  const { keyEventRefs: _refs, session = besideName(planner.session, wanted.subtaskId), ...rest } = wanted;
  const packet: DelegationPacket = { ...rest, session, keyEventRefs: keyEvents.map(({ id }) => id) };
  const grant: DelegationGrant = {
    subtaskId: packet.subtaskId,
    run: above?.run ?? planner.session,
    level: (above?.level ?? 0) + 1,
    recallAccess: packet.recallAccess,
    keyEvents: packet.keyEventRefs,
  };
  const refs = keyEvents.map((event) => `${event.session}/e${event.ordinal}`);
  await refuseTakenSession(deps, { ...planner, session }, planner.session, grant);
  // A key with a blank is none that a caller can send.
  await appendCharged(deps, caller, {
    ...planner,
    session,
    events: firstEvents(packet, refs, { session: planner.session, delegation: grant }),
    idempotencyKey: 'delegated subtask',
  });
  await refuseTakenSession(deps, { ...planner, session }, planner.session, grant);
  const { events, position } = await appendCharged(deps, caller, {
    ...planner,
    events: [
      {
        kind: 'delegation',
        text: renderDelegation(packet, refs),
        meta: { ...(packet.keyEventRefs.length > 0 && { provenance: packet.keyEventRefs }) },
        delegation: packet,
      },
    ],
    idempotencyKey: `delegation ${packet.subtaskId}`,
    wait: 'searchable',
  });
  return { eventId: events[0]!.id, session, ...(position !== undefined && { position }) };
}

/** Reads what the planner itself may do, and refuses a packet that grants more, or one too many. */
async function plannerGrant(
  deps: DelegationDeps,
  planner: SessionAddress,
  { recallAccess, subtaskId }: Wanted,
): Promise<DelegationGrant | undefined> {
  const above = (await deps.retriever.session(planner)).parent?.delegation;
  if (!isWithinGrant(recallAccess, above)) {
    throw new TotalRecallError(
      'recall_not_granted',
      `body.recallAccess: this session may recall "${above!.recallAccess}" itself, so it cannot grant "${recallAccess}".`,
    );
  }
  if ((above?.level ?? 0) >= DELEGATION_LEVELS)
    throw new TotalRecallError('limit_reached', `A run has at most ${DELEGATION_LEVELS} levels of executors.`);
  const delegated = await readDelegations(deps, planner);
  if (delegated.length >= LIMITS.delegationsPerSession && !delegated.some((one) => one.subtaskId === subtaskId))
    throw new TotalRecallError('limit_reached', `A session delegates at most ${LIMITS.delegationsPerSession} subtasks.`);
  return above;
}

async function findKeyEvents(
  { retriever }: DelegationDeps,
  planner: SessionAddress,
  above: DelegationGrant | undefined,
  { keyEventRefs }: Wanted,
): Promise<EventView[]> {
  const grants = createGrants({ retriever }, planner);
  return inParallel(keyEventRefs, LOOKED_UP_AT_ONCE, async (eventId) => {
    const { tenant, space, session } = planner;
    const look = () => retriever.event({ tenant, space, session, eventId });
    const event = await saidOfField(`body.keyEventRefs: ${eventId}`, look);
    const runOf = above && ((await grants.grantOf(event.session))?.run ?? event.session);
    if (above && !mayOpen(above, session, { ...event, runOf: runOf! }))
      throw new TotalRecallError('recall_not_granted', `body.keyEventRefs: this session may not read ${eventId} itself.`);
    return event;
  });
}

/** Refuses a session that was begun for anything but this subtask. One that does not exist yet is free. */
async function refuseTakenSession(
  deps: DelegationDeps,
  executor: SessionAddress,
  planner: string,
  { subtaskId, recallAccess, run }: DelegationGrant,
): Promise<void> {
  const found = await parentIfThere(deps, executor);
  const grant = found?.parent?.delegation;
  const isOurs =
    found?.parent?.session === planner && grant?.subtaskId === subtaskId && grant.recallAccess === recallAccess && grant.run === run;
  // Facts by hand would stand in the window of an executor with that session, whatever it may recall.
  const isTaken = isWrittenSession(executor.session);
  if (!isTaken && (found === undefined || isOurs)) return;
  throw new TotalRecallError(
    'session_in_use',
    `The session ${executor.session} exists and was not begun for this subtask as it is handed over now. Name another subtaskId, or another session.`,
    { details: { session: executor.session } },
  );
}

function firstEvents(packet: DelegationPacket, refs: readonly string[], parent: NonNullable<NewEvent['meta']>['parent']): NewEvent[] {
  const provenance = packet.keyEventRefs.length > 0 && { provenance: packet.keyEventRefs };
  return [
    { kind: 'objective', text: renderObjective(packet, refs), meta: { parent, ...provenance } },
    ...packet.constraints.map((text): NewEvent => ({ kind: 'constraint', text })),
  ];
}
