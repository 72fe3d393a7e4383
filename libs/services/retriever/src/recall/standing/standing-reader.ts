import { knowledgeIn } from '@total-recall/domain';
import type { KnowledgeChoice, SpaceUnits } from '@total-recall/domain';
import { openUnitMarks, readerOfSession } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { Question } from '../ask/read-question.ts';

/** Most events of the asking session that are read to learn whose it is; windows read the others. */
const NAMING_EVENTS = 512;

/**
 * Returns the person whose private facts may be used for a request: the one whom its session names, where the caller may be
 * shown that person's.
 */
export async function standingReader(
  deps: Pick<RetrieverDeps, 'index' | 'sealer' | 'keys'>,
  question: Pick<Question, 'state' | 'pending' | 'request'>,
  state: Pick<SpaceUnits, 'units'>,
): Promise<string | undefined> {
  const audience = await namedIn(deps, question, state);
  const { subjects, tenant, space } = question.request;
  if (audience === undefined || subjects === undefined) return audience;
  const marks = await openUnitMarks(deps, { tenant, space });
  return subjects.some((name) => marks.subject(name) === audience) ? audience : undefined;
}

/**
 * Returns the keyed hash of the one person whom the events of the asking session name, whose private facts may be used for
 * it. Undefined without a session, and where several are named or it is too long to know.
 */
async function namedIn(
  deps: Pick<RetrieverDeps, 'index' | 'sealer' | 'keys'>,
  { state: session, pending }: Pick<Question, 'state' | 'pending'>,
  state: Pick<SpaceUnits, 'units'>,
): Promise<string | undefined> {
  if (session === undefined || !state.units.values().some(({ audience }) => audience !== undefined)) return undefined;
  const before = await lastChoice(deps, session);
  const { audience, isShared } = await readerOfSession(deps, { session, before, state, mostEvents: NAMING_EVENTS });
  const names = pending.events.flatMap(({ opened: { envelope, body } }) =>
    envelope.session === session.session && typeof body !== 'string' ? (body.meta.subject ?? []) : [],
  );
  if (isShared || names.length === 0) return isShared ? undefined : audience;
  const marks = await openUnitMarks(deps, session);
  const named = new Set([...(audience === undefined ? [] : [audience]), ...names.map((name) => marks.subject(name))]);
  return named.size === 1 ? [...named][0] : undefined;
}

/** The last choice of known facts that the session recorded: whom the events before it name was read for it. */
async function lastChoice(
  { index, sealer }: Pick<RetrieverDeps, 'index' | 'sealer'>,
  { tenant, space, knowledge }: NonNullable<Question['state']>,
): Promise<KnowledgeChoice | undefined> {
  const [event] = knowledge === undefined ? [] : await index.events(tenant, space, [knowledge.eventId]);
  const [record] = event === undefined ? [] : await sealer.openAll([event.record]);
  return record === undefined || typeof record.body === 'string' ? undefined : knowledgeIn(record.body.compaction);
}
