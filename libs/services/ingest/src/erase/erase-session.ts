import { artifactsOf, documentSteps, sessionKey, type EventBody, type SessionAddress } from '@total-recall/domain';
import type { IndexWrite } from '@total-recall/ports';
import { inSlices, LIMITS, TotalRecallError } from '@total-recall/runtime';
import { foldFromIndex } from '../project/refold-session.ts';
import type { PartitionEraseDeps, ProjectedPartition } from './erase-deps.ts';
import type { HeldRecords } from './held-records.ts';
import { eventsOf, gather, type OpenedEvent } from './read-space.ts';
import { reviseSession } from './revise-session.ts';

const PAUSE_MS = 20;
const TRIES = 500;

/** Takes events out of a session that stays. To be repeated after a crash: what is done already is not done again. */
export async function eraseEvents(
  deps: PartitionEraseDeps & { readonly held: HeldRecords },
  address: SessionAddress,
  eventIds: readonly string[],
): Promise<void> {
  const going = new Set(eventIds);
  await whenDecided(deps, address, async (projected) => {
    await reviseSession(deps, address, await gather(eventsOf(deps, address)), going);
    projected.forget();
    await rewriteIndex(deps, address, await gather(eventsOf(deps, address)), going);
    const saved = await deps.sessions.load(address);
    const folded = await foldFromIndex(deps, address, {});
    const state = { ...folded, offset: Math.max(folded.offset, saved?.offset ?? -1) };
    await replaceStates(deps, address, [state], []);
    projected.keep(state);
  });
  await deps.anatomy.erase?.(address);
}

/** Takes out a whole session; its records in the log are passed over from now on. */
export async function eraseSession(deps: PartitionEraseDeps, address: SessionAddress): Promise<void> {
  await whenDecided(deps, address, async (projected) => {
    await deleteRevised(deps, address);
    await deps.keys.destroySession(address);
    projected.forget();
    await deps.erasing.remove(address);
    await replaceStates(deps, address, [], [address]);
  });
  await deps.anatomy.erase?.(address);
}

/** With the projector of the session, once no decision about it is under way: that might still say what goes. */
async function whenDecided(
  deps: PartitionEraseDeps,
  address: SessionAddress,
  work: (projected: ProjectedPartition) => Promise<void>,
): Promise<void> {
  const key = sessionKey(address);
  const partition = deps.log.partitionOf(key);
  for (let left = TRIES; left > 0; left -= 1) {
    const isDone = await deps.exclusively(partition, async (projected) => {
      if (projected.isPending(key)) return false;
      await work(projected);
      return true;
    });
    if (isDone) return;
    await deps.scheduler.delay(PAUSE_MS);
  }
  throw new TotalRecallError('unavailable', 'The session is being compacted again and again. Try again.', { retryAfterMs: 1_000 });
}

/** Erased events say nothing any more; results of erased calls are found without the words of the call, task states by what is left of them. */
async function rewriteIndex(
  deps: PartitionEraseDeps,
  address: SessionAddress,
  events: readonly OpenedEvent[],
  going: ReadonlySet<string>,
): Promise<void> {
  const isGoing = ({ event }: OpenedEvent): boolean => going.has(event.record.envelope.id);
  const calls = new Set(
    events.filter((one) => isGoing(one) && one.event.record.envelope.kind === 'tool_call').map(({ event }) => event.accepted.atom),
  );
  const writes: IndexWrite[] = [];
  for (const opened of events) {
    const { event, record } = opened;
    if (isGoing(opened))
      writes.push({ event: { ...event, accepted: { ...event.accepted, indexed: false } }, documents: [], pinned: false });
    else if (typeof record.body !== 'string' && mayQuote(event, calls)) writes.push(await indexedAnew(deps, event, record.body));
  }
  if (writes.length > 0) await deps.erasing.rewrite(deps.log.partitionOf(sessionKey(address)), writes);
}

/** Of the events that stay those whose documents may hold what another said: task states, and results of calls that go. */
function mayQuote({ accepted, record }: IndexWrite['event'], calls: ReadonlySet<number>): boolean {
  const { kind } = record.envelope;
  return accepted.indexed && (kind === 'task_state' || (kind === 'tool_result' && calls.has(accepted.atom)));
}

/** Without the call that it may answer. */
async function indexedAnew(deps: PartitionEraseDeps, event: IndexWrite['event'], body: EventBody): Promise<IndexWrite> {
  const { envelope } = event.record;
  const content = await deps.content.read(envelope, body);
  const limits = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent };
  const documents = await inSlices(documentSteps(envelope.kind, content, deps.analyser, limits));
  return {
    event,
    documents: documents.map((document) => ({ eventId: envelope.id, ...document })),
    artifactIds: artifactsOf(body),
    ...(body.meta.agent === undefined ? {} : { agent: body.meta.agent }),
  };
}

/** Kept beside the log under names that are known from the events only. */
async function deleteRevised(deps: PartitionEraseDeps, address: SessionAddress): Promise<void> {
  for await (const { event } of eventsOf(deps, address)) {
    const { record } = event;
    const key = await deps.keys.open(address.tenant, address.space, record.envelope.keyId);
    if (!(key instanceof Uint8Array)) return;
    for (let revision = deps.sealer.revision(record, key); revision > 0; revision -= 1)
      await deps.revised.delete(record.envelope, revision);
  }
}

export async function replaceStates(
  { sessions, log }: Pick<PartitionEraseDeps, 'sessions' | 'log'>,
  address: SessionAddress,
  states: Parameters<PartitionEraseDeps['sessions']['save']>[0],
  gone: readonly SessionAddress[],
): Promise<void> {
  const partition = log.partitionOf(sessionKey(address));
  const offset = await sessions.savedUpTo?.(partition);
  if (!sessions.replace) throw new TotalRecallError('not_implemented', 'Session states cannot be erased in this store yet.');
  await sessions.replace(states, gone, { partition, offset: offset ?? -1 });
}
