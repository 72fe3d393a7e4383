import { createHash } from 'node:crypto';
import { LIMITS, type InputOf, type ReplyOf } from '@total-recall/contracts';
import { renderReport, type DelegationReport, type NewEvent, type ReportFinding, type SessionAddress } from '@total-recall/domain';
import type { EventView } from '@total-recall/ports';
import { inParallel, TotalRecallError } from '@total-recall/runtime';
import { appendCharged } from '../access/charge-appended.ts';
import type { Caller } from '../gateway.ts';
import { LOOKED_UP_AT_ONCE, type DelegationDeps } from './delegation-deps.ts';
import { refuseUnknownArtifacts } from './refuse-unknown-artifacts.ts';
import { createGrants } from './run-of.ts';

type Wanted = InputOf<'reportSubtask'>['body'];
type Reason = 'unknown' | 'other_run' | 'unreadable';

/** A reference of a finding that shows nothing. */
interface Unproven {
  /** Place of the finding in the report, from 0. */
  readonly finding: number;
  readonly ref: string;
  readonly reason: Reason;
}

const REASONS: Readonly<Record<Reason, string>> = {
  unknown: 'is no event of this space',
  other_run: 'is neither of this session, nor of one that it delegated to, nor was it handed over',
  unreadable: 'was erased, or cannot be read',
};

/**
 * Appends what an executor reports to its session and to the one above, once the evidence of each finding was looked up.
 * Errors: `finding_unproven`. Source: 002 A.5.
 */
export async function reportSubtask(
  deps: DelegationDeps,
  caller: Caller,
  executor: SessionAddress,
  { body, idempotencyKey }: { readonly body: Wanted; readonly idempotencyKey: string | undefined },
): Promise<ReplyOf<'reportSubtask'>> {
  const { parent } = await deps.retriever.session(executor);
  const grant = parent?.delegation;
  if (!parent || !grant) {
    throw new TotalRecallError('not_found', `No subtask was delegated to the session ${executor.session}, so it has nothing to report on.`);
  }
  const { findings, refOf } = await proveFindings(deps, executor, grant.keyEvents, body.keyFindings);
  await refuseUnknownArtifacts(deps, executor, body.artifactIds);
  const report: DelegationReport = {
    subtaskId: grant.subtaskId,
    session: executor.session,
    status: body.status,
    summary: body.summary,
    keyFindings: findings,
    artifactIds: body.artifactIds,
  };
  const provenance = [...new Set(findings.flatMap((finding) => finding.provenance))].slice(0, LIMITS.provenancePerEvent - 1);
  const event: NewEvent = { kind: 'report', text: renderReport(report, refOf), meta: { provenance }, report };
  const own = await appendCharged(deps, caller, {
    ...executor,
    events: [event],
    // Without a key the same report again is a repeat. Keys with a blank are none that a caller can send.
    idempotencyKey: idempotencyKey ?? `report ${createHash('sha256').update(JSON.stringify(report)).digest('hex')}`,
  });
  const eventId = own.events[0]!.id;
  const received = await appendCharged(deps, caller, {
    ...executor,
    session: parent.session,
    events: [{ ...event, meta: { provenance: [...provenance, eventId] } }],
    idempotencyKey: `report ${eventId}`,
  });
  const { position } = received;
  return { eventId, session: parent.session, receivedAs: received.events[0]!.id, ...(position !== undefined && { position }) };
}

/** Finds the events that findings name. Errors: `finding_unproven`, with each reference that shows nothing. */
async function proveFindings(
  { retriever }: DelegationDeps,
  executor: SessionAddress,
  handed: readonly string[],
  findings: Wanted['keyFindings'],
): Promise<{ readonly findings: ReportFinding[]; readonly refOf: (eventId: string) => string }> {
  const { tenant, space, session } = executor;
  const grants = createGrants({ retriever }, executor);
  const refs = [...new Set(findings.flatMap(({ provenance }) => provenance))];
  if (refs.length > LIMITS.provenancePerEvent)
    throw new TotalRecallError('invalid_request', `body.keyFindings: a report names at most ${LIMITS.provenancePerEvent} events.`);
  const found = new Map<string, EventView | Reason>();
  await inParallel(refs, LOOKED_UP_AT_ONCE, async (eventId) => {
    const event = await eventOrReason({ retriever }, { tenant, space, session, eventId });
    const isOfRun = typeof event === 'string' || handed.includes(event.id) || (await grants.isWithin(event.session, session));
    found.set(eventId, isOfRun ? event : 'other_run');
  });
  const unproven = findings.flatMap(({ provenance }, finding) =>
    provenance.flatMap((ref): Unproven[] => {
      const event = found.get(ref)!;
      return typeof event === 'string' ? [{ finding, ref, reason: event }] : [];
    }),
  );
  const [first] = unproven;
  if (first) {
    throw new TotalRecallError(
      'finding_unproven',
      `body.keyFindings[${first.finding}]: ${first.ref} ${REASONS[first.reason]}. Name events that show the finding, or leave it out.`,
      { details: { unproven } },
    );
  }
  const events = new Map([...found.values()].flatMap((event) => (typeof event === 'string' ? [] : [[event.id, event] as const])));
  return {
    findings: findings.map(({ text, provenance }) => ({
      text,
      provenance: [...new Set(provenance.map((ref) => (found.get(ref) as EventView).id))],
    })),
    refOf: (eventId) => `${events.get(eventId)!.session}/e${events.get(eventId)!.ordinal}`,
  };
}

async function eventOrReason(
  { retriever }: Pick<DelegationDeps, 'retriever'>,
  place: Parameters<DelegationDeps['retriever']['event']>[0],
): Promise<EventView | Reason> {
  try {
    return await retriever.event(place);
  } catch (error) {
    if (!(error instanceof TotalRecallError)) throw error;
    if (error.code === 'not_found') return 'unknown';
    if (error.code === 'erased' || error.code === 'damaged') return 'unreadable';
    throw error;
  }
}
