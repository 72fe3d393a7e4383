import { artifactsOf, documentSteps, rulesOf, sessionKey, type EventBody, type SessionAddress } from '@total-recall/domain';
import type { IndexedEvent, IndexWrite } from '@total-recall/ports';
import { inSlices, LIMITS, TotalRecallError } from '@total-recall/runtime';
import { foldFromIndex } from '../project/refold-session.ts';
import type { PartitionEraseDeps, ProjectedPartition } from './erase-deps.ts';
import type { HoldLookup } from './hold-lookup.ts';
import { storedEvents } from './read-space.ts';
import { reviseSession, type Revised } from './revise-session.ts';

const PAUSE_MS = 20;
const TRIES = 500;

/**
 * Erases events of a session that stays, or changes nothing where it is `full` or `keyless`. May be repeated after a crash; finished
 * steps are skipped.
 */
export async function eraseEvents(
  deps: PartitionEraseDeps & { readonly held: HoldLookup },
  address: SessionAddress,
  eventIds: readonly string[],
): Promise<Revised> {
  const going = new Set(eventIds);
  const revised = await withoutPendingDecision<Revised>(deps, address, async (projected) => {
    const outcome = await reviseSession(deps, address, going);
    if (outcome !== 'revised') return outcome;
    projected.forget();
    await rewriteIndex(deps, address, going);
    const saved = await deps.sessions.load(address);
    const folded = await foldFromIndex(deps, address, {});
    const state = { ...folded, offset: Math.max(folded.offset, saved?.offset ?? -1) };
    await replaceStates(deps, partitionOf(deps, address), [state], []);
    projected.keep(state);
    return 'revised';
  });
  if (revised === 'revised') await deps.anatomy.erase?.(address);
  return revised;
}

/** Erases a whole session. Its records in the log are skipped from now on. */
export async function eraseSession(deps: PartitionEraseDeps, address: SessionAddress): Promise<void> {
  await withoutPendingDecision(deps, address, async (projected) => {
    await deleteRevised(deps, address);
    await deps.keys.destroySession(address);
    projected.forget();
    await deps.erasing.remove(address);
    await replaceStates(deps, partitionOf(deps, address), [], [address]);
  });
  await deps.anatomy.erase?.(address);
}

/**
 * Runs `work` between batches of the session's projector, once no decision about the session is pending: one
 * might quote erased events.
 */
async function withoutPendingDecision<T>(
  deps: PartitionEraseDeps,
  address: SessionAddress,
  work: (projected: ProjectedPartition) => Promise<T>,
): Promise<T> {
  const key = sessionKey(address);
  const partition = partitionOf(deps, address);
  for (let left = TRIES; left > 0; left -= 1) {
    const done = await deps.exclusively(partition, async (projected) =>
      projected.isPending(key) ? undefined : { result: await work(projected) },
    );
    if (done) return done.result;
    await deps.scheduler.delay(PAUSE_MS);
  }
  throw new TotalRecallError('unavailable', 'The session is being compacted again and again. Try again.', { retryAfterMs: 1_000 });
}

/**
 * Rewrites the index, a page at a time: erased events lose their documents, results of erased calls the words of the
 * call, and revised task states are indexed with what is left of them. A message behind an erased one keeps its words and
 * loses its vectors, for which the model has read both (ADR 0014).
 */
async function rewriteIndex(deps: PartitionEraseDeps, address: SessionAddress, going: ReadonlySet<string>): Promise<void> {
  const partition = partitionOf(deps, address);
  const isGoing = ({ record }: IndexedEvent): boolean => going.has(record.envelope.id);
  const calls: ErasedCalls = new Map();
  for await (const page of storedEvents(deps, address)) {
    const erased = page.filter((event) => isGoing(event) && event.record.envelope.kind === 'tool_call');
    const opened = await deps.sealer.openAll(erased.map(({ record }) => record));
    for (const [at, { accepted }] of erased.entries())
      calls.set(accepted.atom, (calls.get(accepted.atom) ?? new Set()).add(opened[at]!.rest?.call?.id));
  }
  let before: IndexedEvent | undefined;
  for await (const page of storedEvents(deps, address)) {
    const answersErased = new Set(page.filter((event, at) => isReadWith(at === 0 ? before : page[at - 1], event, isGoing)));
    before = page.at(-1) ?? before;
    const isRevised = await revisedIn(deps, address, page);
    const writes: IndexWrite[] = page
      .filter(isGoing)
      .map((event) => ({ event: { ...event, accepted: { ...event.accepted, indexed: false } }, documents: [], pinned: false }));
    const quoting = page.filter((event) => !isGoing(event) && (answersErased.has(event) || mayQuote(event, calls, isRevised)));
    const opened = await deps.sealer.openAll(quoting.map(({ record }) => record));
    for (const [at, event] of quoting.entries()) {
      const { body } = opened[at]!;
      if (typeof body !== 'string' && (answersErased.has(event) || quotes(event, body, calls)))
        writes.push(await indexAgain(deps, event, body));
    }
    if (writes.length > 0) await deps.erasing.rewrite(partition, writes);
  }
}

/** Ids of erased calls by atom; undefined stands for one that is not known any more. */
type ErasedCalls = Map<number, Set<string | undefined>>;

/** Returns true for a message whose vectors were read with the message before it, which goes. */
function isReadWith(before: IndexedEvent | undefined, { accepted, record }: IndexedEvent, isGoing: (event: IndexedEvent) => boolean) {
  if (!accepted.indexed || !rulesOf(record.envelope.kind).isTalk || before?.accepted.ordinal !== accepted.ordinal - 1) return false;
  return rulesOf(before.record.envelope.kind).isTalk && isGoing(before);
}

/** Tells of the events of a page whether their bodies were written anew, by this erasure or an earlier one. */
async function revisedIn(
  { keys, sealer }: Pick<PartitionEraseDeps, 'keys' | 'sealer'>,
  { tenant, space }: SessionAddress,
  page: readonly IndexedEvent[],
): Promise<(event: IndexedEvent) => boolean> {
  const opened = new Map<string, Uint8Array>();
  for (const keyId of new Set(page.map(({ record }) => record.envelope.keyId))) {
    const key = await keys.open(tenant, space, keyId);
    if (key instanceof Uint8Array) opened.set(keyId, key);
  }
  return ({ record }) => {
    const key = opened.get(record.envelope.keyId);
    return key !== undefined && sealer.revision(record, key) > 0;
  };
}

/**
 * Returns true for remaining events whose documents may hold erased words: revised task states, and results of erased calls.
 */
function mayQuote({ accepted, record }: IndexedEvent, calls: ErasedCalls, isRevised: (event: IndexedEvent) => boolean): boolean {
  const { kind } = record.envelope;
  return (
    accepted.indexed && ((kind === 'task_state' && isRevised({ accepted, record })) || (kind === 'tool_result' && calls.has(accepted.atom)))
  );
}

/** Returns false for results of calls that stay beside an erased one in its atom. */
function quotes({ accepted, record }: IndexWrite['event'], { call }: EventBody, calls: ErasedCalls): boolean {
  const ids = calls.get(accepted.atom);
  return record.envelope.kind !== 'tool_result' || ids === undefined || ids.has(undefined) || ids.has(call?.id);
}

/** Indexes an event again, without the call that it may answer. */
async function indexAgain(deps: PartitionEraseDeps, event: IndexWrite['event'], body: EventBody): Promise<IndexWrite> {
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

/** Deletes the revised bodies of a session. Their names are only known from its events. */
async function deleteRevised(deps: PartitionEraseDeps, address: SessionAddress): Promise<void> {
  for await (const page of storedEvents(deps, address))
    for (const { record } of page) {
      const key = await deps.keys.open(address.tenant, address.space, record.envelope.keyId);
      if (!(key instanceof Uint8Array)) return;
      for (let revision = deps.sealer.revision(record, key); revision > 0; revision -= 1)
        await deps.revised.delete(record.envelope, revision);
    }
}

const partitionOf = ({ log }: Pick<PartitionEraseDeps, 'log'>, address: SessionAddress): number => log.partitionOf(sessionKey(address));

export async function replaceStates(
  { sessions }: Pick<PartitionEraseDeps, 'sessions'>,
  partition: number,
  states: Parameters<PartitionEraseDeps['sessions']['save']>[0],
  gone: readonly SessionAddress[],
): Promise<void> {
  const offset = await sessions.savedUpTo?.(partition);
  if (!sessions.replace) throw new TotalRecallError('not_implemented', 'Session states cannot be erased in this store yet.');
  await sessions.replace(states, gone, { partition, offset: offset ?? -1 });
}
