import type { IndexWrite, MemoryIndex } from '@total-recall/ports';
import { checkTerms } from '@total-recall/runtime';
import { documentKey, eventKey, scopeOf, versionOf } from '../plan/document-ids.ts';
import { writeAliasOf } from '../plan/index-names.ts';
import { writeBulk, type BulkWrite, type RefusedWrite } from '../wire/bulk-writer.ts';
import { readMany } from '../wire/read-many.ts';
import { toEventSource, type EventSource, type FlagSource } from './event-source.ts';
import { pinId, supersessionId } from './flag-ids.ts';
import type { IndexContext, RefusedRecord } from './index-context.ts';
import { toPlaceSource } from './place-source.ts';
import type { TextSource } from './text-reads.ts';

type Supersession = NonNullable<Parameters<MemoryIndex['write']>[2]>[number];

/** One version of an event to be written, and what is stored of an older one. */
interface Incoming {
  readonly scope: string;
  readonly key: string;
  readonly write: IndexWrite;
  readonly version: number;
  /** True when it replaces the same version. */
  readonly replacesEqual?: boolean;
}

/** The remains of an event after a newer version was written. */
export interface Replaced {
  readonly scope: string;
  readonly eventId: string;
  readonly parts: readonly number[];
  readonly version: number;
  /** Vectors up to this version are removed; those of the newer version come later. */
  readonly vectorsUpTo: number;
}

const IDS_A_REQUEST = 5_000;

/**
 * Writes events, each after its texts. A stored event thus means that all of it is stored: a repeat needs one lookup,
 * and a repeat after a crash writes the rest. `onReplaced` receives the events whose texts have changed. With
 * `replacesEqual`, an event also replaces the same version of itself.
 */
export async function writeEvents(
  context: IndexContext,
  writes: readonly IndexWrite[],
  supersessions: readonly Supersession[],
  { onReplaced, replacesEqual = false }: WriteOptions,
): Promise<void> {
  const { connection, names, freshness } = context;
  for (const { documents } of writes) for (const { terms } of documents) checkTerms(terms);
  const incoming = newestOf(writes).map((one): Incoming => ({ ...one, replacesEqual }));
  const held = await readMany<Pick<EventSource, 'parts'>>(
    connection,
    incoming.map(({ key, scope }) => ({ index: names.events, id: key, routing: scope })),
    { doing: 'look for events', fields: ['parts'], portion: IDS_A_REQUEST },
  );
  const replaced: Replaced[] = [];
  const fresh = incoming.filter(({ scope, version, write }, at) => {
    const before = held[at];
    if (!before) return true;
    const isEqual = replacesEqual && before.version === version;
    if (before.version >= version && !isEqual) return false;
    const { id: eventId } = write.event.record.envelope;
    replaced.push({ scope, eventId, parts: before.source.parts, version, vectorsUpTo: isEqual ? version : version - 1 });
    return true;
  });
  const refused: RefusedWrite[] = [];
  const onRefused = context.onRefused && ((write: RefusedWrite): void => void refused.push(write));
  const [toTexts, toEvents, toFlags] = [names.texts, names.events, names.flags].map(writeAliasOf) as [string, string, string];
  const flags = fresh.flatMap((one) => ownFlags(toFlags, one));
  await writeBulk(
    connection,
    [...leftBehind(toTexts, replaced, fresh), ...fresh.flatMap((one) => texts(toTexts, one)), ...flags],
    'write texts',
    onRefused,
  );
  if (replaced.length > 0) await onReplaced(replaced);
  await writeBulk(
    connection,
    fresh.map((one) => eventOf(toEvents, one)),
    'write events',
    onRefused,
  );
  if (refused.length > 0) await context.onRefused?.(recordsOf(refused, fresh));
  if (fresh.length > 0) for (const index of [names.texts, names.events]) freshness.wrote(index);
  if (flags.length > 0) freshness.wrote(names.flags);
  await writeSupersessions(context, supersessions);
}

interface WriteOptions {
  readonly onReplaced: (replaced: readonly Replaced[]) => Promise<void>;
  readonly replacesEqual?: boolean;
}

/** Returns the records that refused documents belong to, each once. */
function recordsOf(refused: readonly RefusedWrite[], fresh: readonly Incoming[]): RefusedRecord[] {
  const byKey = new Map(fresh.map((one) => [one.key, one]));
  const reasons = Map.groupBy(refused, ({ write: { id, routing, source } }) => {
    // An event is stored under its key; its texts and flags name the event.
    const { event } = source as { readonly event: unknown };
    return byKey.get(typeof event === 'string' ? eventKey(routing, event) : id)!;
  });
  return [...reasons].map(([{ write }, of]) => {
    const { key, position } = write.event.record;
    return { key, position, reason: [...new Set(of.map(({ reason }) => reason))].join(', ') };
  });
}

/** Keeps the newest of several versions of an event in one call, with the values that only an older one gave. */
function newestOf(writes: readonly IndexWrite[]): Incoming[] {
  const newest = new Map<string, Incoming>();
  for (const write of writes) {
    const { envelope, position } = write.event.record;
    const scope = scopeOf(envelope.tenant, envelope.space);
    const key = eventKey(scope, envelope.id);
    const version = versionOf(position.offset);
    const before = newest.get(key);
    if (!before) newest.set(key, { scope, key, write, version });
    else if (before.version < version) newest.set(key, { scope, key, version, write: withGiven(before.write, write) });
  }
  return [...newest.values()];
}

function withGiven(older: IndexWrite, newer: IndexWrite): IndexWrite {
  const pinned = newer.pinned ?? older.pinned;
  const supersededBy = newer.event.supersededBy ?? older.event.supersededBy;
  return {
    ...newer,
    ...(pinned === undefined ? {} : { pinned }),
    ...(supersededBy === undefined ? {} : { event: { ...newer.event, supersededBy } }),
  };
}

function documentsOf({ write }: Incoming): IndexWrite['documents'] {
  return write.event.accepted.indexed ? write.documents : [];
}

function texts(index: string, one: Incoming): BulkWrite[] {
  const { scope, write, version, replacesEqual } = one;
  return documentsOf(one).map((document) => {
    const source: TextSource = { ...toPlaceSource(scope, write, document), length: document.terms.length, terms: document.terms.join(' ') };
    return { index, id: documentKey(scope, document.eventId, document.part), routing: scope, source, version, replacesEqual };
  });
}

function eventOf(index: string, one: Incoming): BulkWrite {
  const { scope, key, write, version, replacesEqual } = one;
  const parts = documentsOf(one).map(({ part }) => part);
  return { index, id: key, routing: scope, source: toEventSource(scope, write, parts), version, replacesEqual };
}

/** Removes the texts of an older version that the newer one does not overwrite. */
function leftBehind(index: string, replaced: readonly Replaced[], fresh: readonly Incoming[]): BulkWrite[] {
  const byKey = new Map(fresh.map((one) => [one.key, one]));
  return replaced.flatMap(({ scope, eventId, parts, version }) => {
    const kept = new Set(documentsOf(byKey.get(eventKey(scope, eventId))!).map(({ part }) => part));
    return parts
      .filter((part) => !kept.has(part))
      .map((part) => ({ index, id: documentKey(scope, eventId, part), routing: scope, version, replacesEqual: true }));
  });
}

/** Writes the flags of an event that came with it. They stay when a newer version does not mention them. */
function ownFlags(index: string, { scope, write }: Incoming): BulkWrite[] {
  const { id: event, recordedAt } = write.event.record.envelope;
  const { supersededBy } = write.event;
  const flags: BulkWrite[] = [];
  if (write.pinned !== undefined) {
    const source: FlagSource = { scope, event, pinned: write.pinned, recordedAt };
    flags.push({ index, id: pinId(scope, event), routing: scope, source });
  }
  if (supersededBy !== undefined) flags.push(supersession(index, scope, event, supersededBy));
  return flags;
}

function supersession(index: string, scope: string, event: string, by: string): BulkWrite {
  const source: FlagSource = { scope, event, by };
  return { index, id: supersessionId(scope, event), routing: scope, source };
}

async function writeSupersessions({ connection, names }: IndexContext, supersessions: readonly Supersession[]): Promise<void> {
  if (supersessions.length === 0) return;
  const scopes = supersessions.map(({ tenant, space }) => scopeOf(tenant, space));
  const held = await readMany(
    connection,
    supersessions.map(({ eventId }, at) => ({ index: names.events, id: eventKey(scopes[at]!, eventId), routing: scopes[at]! })),
    { doing: 'look for superseded events', fields: ['parts'], portion: IDS_A_REQUEST },
  );
  const writes = supersessions.flatMap(({ eventId, by }, at) =>
    held[at] ? [supersession(writeAliasOf(names.flags), scopes[at]!, eventId, by)] : [],
  );
  await writeBulk(connection, writes, 'write what supersedes events');
}
