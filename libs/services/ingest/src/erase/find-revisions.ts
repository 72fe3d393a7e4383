import {
  artifactsOf,
  createErasedSpeech,
  jsonLeaves,
  redactCompaction,
  redactTaskState,
  restOfEvent,
  type ErasedSpeech,
  type EventBody,
  type EventKind,
  type EventRecord,
  type RepeatsErased,
  type SessionAddress,
} from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import { createSlices, inSlices, type Slices } from '@total-recall/runtime';
import type { PartitionEraseDeps } from './erase-deps.ts';
import type { HoldLookup } from './hold-lookup.ts';
import { eventsOf, storedEvents, type OpenedEvent } from './read-space.ts';

/** A new body for an event. */
export interface Revision extends OpenedEvent {
  readonly body: EventBody;
  /** True when the key of the current body must be destroyed. */
  readonly isDestroyed: boolean;
  /** The session's key. */
  readonly key: Uint8Array;
}

export interface FindRevisionsDeps extends Pick<
  PartitionEraseDeps,
  'index' | 'keys' | 'sealer' | 'content' | 'analyser' | 'tokens' | 'policies'
> {
  readonly held: HoldLookup;
}

/**
 * Finds what must be written anew when events leave their session: the events themselves, the service's records that
 * quote them, and events that lose their key. An event that does not open goes like any other, as it may open again, and
 * with the erased ones goes each record of the service that does not: it may quote them. Reads the session a page at a
 * time, up to three times: for the words of the erased events, for those of all others, and for what is to be revised.
 * Errors: `KeylessSession`.
 */
export async function* findRevisions(
  deps: FindRevisionsDeps,
  address: SessionAddress,
  going: ReadonlySet<string>,
): AsyncGenerator<Revision> {
  const slices = createSlices();
  let analysed = 0;
  const speech = createErasedSpeech((text) => {
    analysed += text.length;
    return deps.analyser.analyse(text);
  });
  const { isQuoted, ...erased } = await readErased(deps, address, { going, speech, slices });
  if (erased.erasedOrdinals.size === 0) return;
  if (isQuoted) await readKept(deps, address, { going, speech, slices });
  const key = erased.key ?? (await deps.keys.sessionKey(address)).key;
  const { policy } = await deps.policies.resolve(address);
  const countTokens = (text: string): number => deps.tokens.countNow(policy.family, text);
  const options = { ...erased, countTokens, saysErased: speech.repeats };
  const isConcerned = ({ record }: IndexedEvent): boolean =>
    going.has(record.envelope.id) || isOfService(record.envelope.kind) || deps.sealer.needsOwnKey(record, key);
  for await (const opened of eventsOf(deps, address, isConcerned)) {
    const { body, envelope } = opened.record;
    if (body === 'erased') continue;
    if (typeof body === 'string') {
      if (goesUnread(opened.record, going, deps.held)) yield { ...opened, body: REST_OF_UNREAD, isDestroyed: true, key };
      continue;
    }
    if (going.has(envelope.id)) {
      yield { ...opened, body: restOfEvent(body), isDestroyed: true, key };
      continue;
    }
    analysed = 0;
    // An event under hold stays word for word, even if it quotes an erased one.
    const redacted = deps.held.of(opened.record).length > 0 ? body : redact(body, options);
    await slices(analysed);
    if (redacted !== body) yield { ...opened, body: redacted, isDestroyed: true, key };
    // It is sealed with the session's key itself, which no longer is whole.
    else if (deps.sealer.needsOwnKey(opened.event.record, key)) yield { ...opened, body, isDestroyed: false, key };
  }
}

/** Returns true for records of what others said, which may repeat any of it. */
export function isOfService(kind: EventKind): boolean {
  return kind === 'compaction' || kind === 'task_state';
}

/** Thrown where events are to go that do not open and whose session has no key that could be taken from them. */
export class KeylessSession extends Error {}

const REST_OF_UNREAD = restOfEvent({ text: '', meta: {} });

/** Tells of a record that does not open whether it goes: it is named, or it may quote what is and no hold keeps it. */
function goesUnread(record: EventRecord, going: ReadonlySet<string>, held: HoldLookup): boolean {
  return going.has(record.envelope.id) || (isOfService(record.envelope.kind) && held.of(record).length === 0);
}

interface Reading {
  readonly going: ReadonlySet<string>;
  readonly speech: ErasedSpeech;
  readonly slices: Slices;
}

/**
 * Reads the events that go and are not erased yet. Of all others only their kinds are looked at. `key` is the session's
 * where one of them does not open.
 */
async function readErased(deps: FindRevisionsDeps, address: SessionAddress, { going, speech, slices }: Reading) {
  const erasedOrdinals = new Set<number>();
  const erasedArtifacts = new Set<string>();
  let isQuoted = false;
  let key: Uint8Array | undefined;
  for await (const page of storedEvents(deps, address)) {
    isQuoted ||= page.some(({ record }) => isOfService(record.envelope.kind));
    const events = page.filter(({ record }) => going.has(record.envelope.id));
    const opened = await deps.sealer.openAll(events.map(({ record }) => record));
    for (const [at, { accepted }] of events.entries()) {
      const record = opened[at]!;
      if (record.body === 'erased') continue;
      erasedOrdinals.add(accepted.ordinal);
      if (typeof record.body === 'string') {
        key ??= await keyOfSession(deps, address);
        continue;
      }
      for (const id of artifactsOf(record.body)) erasedArtifacts.add(id);
      for (const text of await textsOf(deps, record, record.body)) await inSlices(speech.erase(text), slices);
    }
  }
  return { erasedOrdinals, erasedArtifacts, isQuoted, key };
}

/** Returns the key by which the records of a session are sealed. Of a session without one no key is made. */
async function keyOfSession(deps: Pick<FindRevisionsDeps, 'index' | 'keys'>, address: SessionAddress): Promise<Uint8Array> {
  for await (const page of storedEvents(deps, address))
    for (const keyId of new Set(page.map(({ record }) => record.envelope.keyId))) {
      const key = await deps.keys.open(address.tenant, address.space, keyId);
      if (key instanceof Uint8Array) return key;
    }
  throw new KeylessSession();
}

/** Reads what stays and was said by others than the service, until nothing is left that only erased events say. */
async function readKept(deps: FindRevisionsDeps, address: SessionAddress, { going, speech, slices }: Reading): Promise<void> {
  const stays = ({ record: { envelope } }: IndexedEvent): boolean => !isOfService(envelope.kind) && !going.has(envelope.id);
  for await (const { record } of eventsOf(deps, address, stays)) {
    if (speech.isEmpty()) return;
    if (typeof record.body === 'string') continue;
    for (const text of await textsOf(deps, record, record.body)) await inSlices(speech.keep(text), slices);
  }
}

/** Returns everything that an event says: texts, arguments, labels, and full texts of artifacts. */
async function textsOf(deps: FindRevisionsDeps, { envelope }: EventRecord, body: EventBody): Promise<string[]> {
  const { recall: _receipt, origin: _origin, ...said } = body;
  return [[...jsonLeaves(said)].join('\n'), (await deps.content.read(envelope, body)).fullText];
}

/** Returns the same object if it quotes nothing erased. */
function redact(body: EventBody, options: Parameters<typeof redactCompaction>[1] & { readonly saysErased: RepeatsErased }): EventBody {
  const { compaction, taskState } = body;
  const [without, state] = [
    compaction && redactCompaction(compaction, options),
    taskState && redactTaskState(taskState, options.saysErased),
  ];
  if (without === compaction && state === taskState) return body;
  return { ...body, ...(without && { compaction: without }), ...(state && { taskState: state }) };
}
