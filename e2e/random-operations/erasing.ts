import type { Client } from '@total-recall/client';
import { checkOpen } from './check-answers.ts';
import { expectSame, fail } from './expect-same.ts';
import { eraseFacts } from './facts-model.ts';
import { allEvents, unerasedEvents, type Hold, type KnownEvent, type MemoryModel } from './memory-model.ts';
import { codeOf } from './refusals.ts';
import { SPACE, type Stage } from './stage.ts';

type Erasure = Awaited<ReturnType<Client['erase']>>;

/** Events that an erasure takes, and those that legal holds keep from it. */
export interface PlannedErasure {
  readonly goes: readonly KnownEvent[];
  readonly held: readonly KnownEvent[];
}

export function isHeld({ holds }: MemoryModel, { id, session, subject }: KnownEvent): boolean {
  return holds.some((hold) => keeps(hold, { id, session, subject }));
}

function keeps(
  hold: Hold,
  { id, session, subject }: { readonly id: string; readonly session: string; readonly subject: string | undefined },
): boolean {
  if (hold.eventIds) return hold.eventIds.includes(id);
  if (hold.session !== undefined) return hold.session === session;
  return hold.subject === undefined || hold.subject === subject;
}

/**
 * Tells what goes with events that are named: results of recall that quote them, the copy of a report, and the packet
 * with the first events of its executor.
 */
export function plannedErasure(model: MemoryModel, named: readonly KnownEvent[]): PlannedErasure {
  const open = named.filter(({ isErased }) => !isErased);
  const heldNamed = open.filter((event) => isHeld(model, event));
  const going = new Set(open.filter((event) => !heldNamed.includes(event)).map(({ id }) => id));
  const copies = new Set(
    [...model.subtasks.values()].flatMap(({ packetId, firstIds }) =>
      going.has(packetId) ? firstIds : firstIds.some((id) => going.has(id)) ? [packetId] : [],
    ),
  );
  const isQuoting = ({ id, quotes, copyOf }: KnownEvent): boolean =>
    copies.has(id) ||
    (quotes?.some((quoted) => going.has(quoted) || copies.has(quoted)) ?? false) ||
    (copyOf !== undefined && going.has(copyOf));
  const more = unerasedEvents(model).filter((event) => !open.includes(event) && isQuoting(event));
  return {
    goes: [...open.filter(({ id }) => going.has(id)), ...more.filter((event) => !isHeld(model, event))],
    held: [...heldNamed, ...more.filter((event) => isHeld(model, event))],
  };
}

/**
 * Asks for an erasure and waits until it is over; undefined where a hold refused it. Checks that it is refused where a
 * hold keeps any of it, that all goes that the plan says, that what is held can still be read, and that the counts are
 * those of the plan. `isExact`: false where what is named has records that the model does not know.
 */
export async function erase(
  stage: Stage,
  ask: () => Promise<Erasure>,
  { goes, held }: PlannedErasure,
  { exceptHeld = false, isExact = true }: { readonly exceptHeld?: boolean; readonly isExact?: boolean } = {},
): Promise<Erasure | undefined> {
  const { memory, model } = stage;
  if (held.length > 0 && !(exceptHeld && goes.length > 0)) {
    const code = await codeOf(ask());
    expectSame('the code of an erasure of what is held', code, 'held');
    for (const event of [...goes, ...held]) await checkOpen(stage, event);
    return undefined;
  }
  const erasure = await untilOver(memory.client, await ask());
  markErased(model, goes);
  for (const event of [...goes, ...held]) await checkOpen(stage, event);
  const counts = { kept: erasure.held?.events ?? 0, took: erasure.counts.events };
  const planned = { kept: held.length, took: goes.length };
  if (isExact) expectSame('the counts of an erasure', counts, planned);
  else if (counts.kept < planned.kept || counts.took < planned.took)
    fail(`an erasure counts ${JSON.stringify(counts)}, and not ${JSON.stringify(planned)} at least`);
  return erasure;
}

async function untilOver(client: Client, asked: Erasure): Promise<Erasure> {
  let erasure = asked;
  for (let tries = 0; erasure.status === 'running' && tries < 1_000; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    erasure = await client.erasure(erasure.id);
  }
  if (erasure.status !== 'done') throw new Error(`an erasure ended as ${erasure.status}`);
  return erasure;
}

export function markErased(model: MemoryModel, goes: Iterable<KnownEvent>): void {
  const ids = new Set<string>();
  for (const event of goes) {
    event.isErased = true;
    ids.add(event.id);
  }
  eraseFacts(model.facts, (id) => ids.has(id));
  model.era += 1;
}

/** Takes down that a session is gone as a whole; nothing of it may be left then. */
export function markSessionErased(model: MemoryModel, name: string): void {
  const left = (model.sessions.get(name) ?? []).find(({ isErased }) => !isErased);
  if (left) fail(`the session ${name} is gone, with ${left.id}, which nobody erased`);
  model.erasedSessions.add(name);
}

/**
 * Checks what retention says that it would take, restarts the service, which takes it, and waits until nothing is left.
 * `isSettled`: false where it may have begun already.
 */
export async function expire(stage: Stage, { isSettled = true } = {}): Promise<void> {
  const { memory, model } = stage;
  if (model.retention.length === 0) return;
  if (isSettled) {
    await checkExpired(stage);
    await memory.restart('nothing');
  }
  const { client } = memory;
  const expired = plannedErasure(
    model,
    unerasedEvents(model).filter((event) => isPast(model, event)),
  );
  for (let tries = 0; ; tries += 1) {
    const { spaces } = await client.expired({ space: SPACE });
    const { erasures } = await client.erasures({ limit: '50' });
    const isOver = spaces.every(({ eventIds, sessions }) => eventIds.length + sessions.length === 0);
    if (isOver && erasures.every(({ status }) => status === 'done')) break;
    if (tries === 600) fail(`retention leaves ${JSON.stringify(spaces)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  markErased(model, expired.goes);
  const after = { ...stage, space: client.space(SPACE), sessionOf: (name: string) => client.space(SPACE).session(name) };
  for (const event of [...expired.goes, ...expired.held]) await checkOpen(after, event);
  for (const name of model.sessions.keys()) {
    if (model.erasedSessions.has(name)) continue;
    const code = await codeOf(after.sessionOf(name).get());
    if (code === 'erased') markSessionErased(model, name);
  }
}

/** Checks that retention names just what is past its age, and what is held of it. */
async function checkExpired({ memory, model }: Stage): Promise<void> {
  const { goes, held } = plannedErasure(
    model,
    unerasedEvents(model).filter((event) => isPast(model, event)),
  );
  const [found] = (await memory.client.expired({ space: SPACE })).spaces;
  const named = (event: KnownEvent): boolean =>
    found?.eventIds.includes(event.id) === true || found?.sessions.includes(event.session) === true;
  const idsOf = (events: readonly KnownEvent[]): string[] => events.map(({ id }) => id).toSorted();
  expectSame('what retention would take', idsOf(unerasedEvents(model).filter(named)), idsOf(goes));
  const heldIds = new Set(found?.held?.eventIds ?? []);
  expectSame('what holds keep of it', idsOf(allEvents(model).filter(({ id }) => heldIds.has(id))), idsOf(held));
}

function isPast({ retention, day }: MemoryModel, event: KnownEvent): boolean {
  const own = retention.filter(({ kinds }) => kinds?.some((kind) => kind === event.kind));
  const rules = own.length > 0 ? own : retention.filter(({ kinds }) => kinds === undefined);
  return rules.some(({ maxAgeDays }) => day - event.day >= maxAgeDays);
}
