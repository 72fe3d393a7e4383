import type { EventWire, SpaceClient } from '@total-recall/client';
import { currentFacts, type KnownFact } from './facts-model.ts';
import { expectSame, fail } from './expect-same.ts';
import { recallableFrom } from './grants.ts';
import { allEvents, silenced, type KnownEvent, type MemoryModel } from './memory-model.ts';
import { orNothing } from './refusals.ts';
import type { Stage } from './stage.ts';

interface Asking {
  readonly session?: string | undefined;
  /** Event as of whose time it is asked. */
  readonly asOf?: KnownEvent;
  /** True where facts are written meanwhile, one of which may replace what the event states. */
  readonly isBesideWriters?: boolean;
}

/**
 * Checks that recall brings an event first for the word that only it has, as far as it may be brought: nothing that was
 * erased, forgotten, said later than it is asked about, or is of sessions that were not granted.
 */
export async function checkRecall(
  { space, model }: Stage,
  event: KnownEvent,
  { session, asOf, isBesideWriters = false }: Asking = {},
): Promise<void> {
  const what = `recall of ${event.mark} (${event.kind} ${event.id})${session === undefined ? '' : ` by ${session}`}`;
  const granted = recallableFrom(model, session);
  const time = asOf && (await timeOf(space, asOf));
  const question = {
    query: `where is ${event.mark}`,
    ...(session !== undefined && { session }),
    ...(time !== undefined && { asOf: time }),
  };
  const { hits, passages, outcome, rendered } = await space.recall(question);
  const gone = [...allEvents(model).filter(({ isErased }) => isErased), ...forgotten(model)];
  for (const { id } of gone) if (hits.some(({ eventId }) => eventId === id)) fail(`${what} brings ${id}, which is erased or forgotten`);
  for (const { mark } of silenced(model, gone))
    if (passages.some(({ text }) => text.includes(mark))) fail(`${what} shows ${mark}, which is erased or forgotten`);
  for (const { marks, id } of model.tenants)
    for (const mark of marks) if (rendered.includes(mark)) fail(`${what} shows ${mark} of the tenant ${id}`);
  for (const hit of hits) {
    if (granted && !granted.has(hit.session)) fail(`${what} brings ${hit.eventId} of ${hit.session}, which was not granted`);
    if (time !== undefined && hit.occurredAt > time) fail(`${what} as of ${time} brings ${hit.eventId} of ${hit.occurredAt}`);
  }
  if (event.isErased || isUnfindable(model, event) || (granted && !granted.has(event.session))) return;
  if (time !== undefined && (await timeOf(space, event)) > time) return;
  const holds = passages.some(({ text, about }) => text.includes(event.mark) || about.includes(event.mark));
  if (!holds) fail(`${what} does not bring it: ${outcome}, ${hits.length} hits`);
  if (isBesideWriters) return;
  const brings = allEvents(model).filter(({ text, file, mark }) => mark === event.mark || `${text} ${file}`.includes(event.mark));
  if (!isReplaced(model, event) && !brings.some(({ id }) => id === hits[0]!.eventId)) fail(`${what} brings ${hits[0]!.eventId} first`);
}

async function timeOf(space: SpaceClient, { id }: KnownEvent): Promise<string> {
  return (await space.event(id)).occurredAt;
}

const factOf = ({ facts }: MemoryModel, { id }: KnownEvent): KnownFact | undefined =>
  [...facts.facts.values()].find(({ eventId }) => eventId === id);

/** Events that state what a person forgot. */
function forgotten(model: MemoryModel): KnownEvent[] {
  return allEvents(model).filter((event) => factOf(model, event)?.status.is === 'tombstoned');
}

/** Thinking and what recall brought are in no index, nor is what a person forgot. */
function isUnfindable(model: MemoryModel, event: KnownEvent): boolean {
  return event.kind === 'thinking' || event.quotes !== undefined || factOf(model, event)?.status.is === 'tombstoned';
}

function isReplaced(model: MemoryModel, event: KnownEvent): boolean {
  return factOf(model, event)?.status.is === 'superseded';
}

/** Checks that an event reads as it was written, and not at all once it is erased. */
export async function checkOpen({ space }: Stage, event: KnownEvent): Promise<void> {
  const got = await space.event(event.id).catch(orNothing(['erased', 'not_found'], undefined));
  if (event.isErased) {
    if (got?.body !== undefined) fail(`${event.id} is erased and can be read`);
    return;
  }
  const text = got && (await textOf(space, got));
  if (event.text !== undefined) expectSame(`the text of ${event.id}`, text, event.text);
  else if (!`${text} ${got?.body?.call?.arguments}`.includes(event.mark)) fail(`${event.id} (${event.kind}) lacks ${event.mark}: ${text}`);
  if (event.file === undefined) return;
  const file = got?.body?.artifacts?.find(({ role }) => role === 'attachment');
  expectSame(`the file of ${event.id}`, file && new TextDecoder().decode((await space.artifact(file.id)).bytes), event.file);
}

/** Text of an event, also where it is so long that it is stored as an artifact. */
export async function textOf(space: SpaceClient, { body }: EventWire): Promise<string | undefined> {
  const whole = body?.artifacts?.find(({ role }) => role === 'content');
  return whole ? new TextDecoder().decode((await space.artifact(whole.id)).bytes) : body?.text;
}

/** Checks that what is known is what was decided last, now or by an entry of the ledger. */
export async function checkFacts({ space, model }: Stage, atEntry?: string): Promise<void> {
  const { facts } = await space.facts({ limit: 500, ...(atEntry !== undefined && { atEntry }) });
  const erased = new Set(allEvents(model).flatMap(({ id, isErased }) => (isErased ? [id] : [])));
  const wanted = (atEntry === undefined ? currentFacts(model.facts) : model.facts.byEntry.get(atEntry)!).filter(
    ({ eventId }) => !erased.has(eventId),
  );
  const said = facts.filter(({ attribute, status }) => attribute?.startsWith('attribute-') && status.is === 'current');
  const lines = (list: readonly { readonly id: string; readonly attribute?: string; readonly value?: string }[]): string[] =>
    list.map(({ id, attribute, value }) => `${attribute}: ${value} (${id})`).toSorted();
  expectSame(`what is known${atEntry === undefined ? '' : ` by the entry ${atEntry}`}`, lines(said), lines(wanted));
}
