import { artifactsOf, type EventEnvelope, type EventRecord } from '@total-recall/domain';
import type { KeyStore } from '@total-recall/ports';
import { countLost, MAX_DESTROYED_LEAVES } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import { delegatedCopies } from './delegated-copies.ts';
import { isOfService, type FindRevisionsDeps } from './find-revisions.ts';
import { createHeldTally, createKindTally } from './hold-lookup.ts';
import type { ErasedEvent, ErasurePlan } from './erasure-plan.ts';
import { holdsAny, isCopyOf } from './quotes-erased.ts';
import { eventsOf, eventsOfSpace } from './read-space.ts';
import { countLostWithout } from './revise-session.ts';
import { createUnreadTally, isUnread, mayBeOfSubject, withUnread, type UnreadTally } from './unread-events.ts';
import { createUnreadQuotes } from './unread-quotes.ts';

/** Event ids by session, in the order they were found. */
export type BySession = Map<string, Set<string>>;

type PlanInSpaceDeps = FindRevisionsDeps & Pick<EraseDeps, 'sessions'>;

/**
 * Share of a session's destroyable keys that events may use. The rest is for markers and task states that are rewritten.
 */
const SHARE_OF_A_SESSION = 0.75;
/** Most keys that a record takes with it when it is written anew: of a body sealed with its session's key, two. */
const KEYS_OF_A_RECORD = 2;

/** Returns the number of events that one session can lose one by one. */
export function maxErasuresPerSession({ mostDestroyed = MAX_DESTROYED_LEAVES }: Pick<KeyStore, 'mostDestroyed'>): number {
  return mostDestroyed * SHARE_OF_A_SESSION;
}

type Place = { readonly tenant: string; readonly space: string };

/**
 * Adds recall results that quote erased events and copies of erased reports and delegations, and finds the artifacts to
 * erase with them. `whole`: sessions to erase as a whole; if a hold prevents that, they only lose what is not held.
 * `crowded`: sessions that have lost too many events to lose these too, each with the number of keys that it is
 * short of.
 */
export async function planInSpace(
  deps: PlanInSpaceDeps,
  { tenant, space }: Place,
  found: ReadonlyMap<string, ReadonlySet<string>>,
  whole: ReadonlySet<string>,
): Promise<ErasurePlan & { readonly crowded: ReadonlyMap<string, number> }> {
  const held = createHeldTally();
  const unread = createUnreadTally();
  const { named, asOne } = await withoutHeld(deps, { tenant, space }, found, whole, { held, unread });
  const going = new Set([...named.values()].flatMap((ids) => [...ids]));
  const copies = await delegatedCopies(deps, { tenant, space }, named);
  const quoted = new Set([...going, ...copies]);
  const quotes = createUnreadQuotes(going, quoted);
  const artifacts = { going: new Set<string>(), staying: new Set<string>() };
  const seen = new Map<string, SeenSession>();
  const kinds = createKindTally();
  const erased: ErasedEvent[] = [];
  const unreadGoing: EventRecord[] = [];
  let quoting = 0;
  for await (const { record } of eventsOfSpace(deps, { tenant, space })) {
    const { body, envelope } = record;
    note(seen, envelope, body === 'erased');
    quotes.see(record);
    if (body === 'erased' && going.has(envelope.id)) erased.push(envelope);
    if (isUnread(record) && going.has(envelope.id)) {
      kinds.note(envelope.kind);
      if (!asOne.has(envelope.session)) unreadGoing.push(record);
    }
    if (typeof body === 'string') continue;
    const isQuoting =
      !going.has(envelope.id) && (copies.has(envelope.id) || holdsAny(body, quoted) || isCopyOf(envelope.session, body, going));
    const holds = isQuoting ? deps.held.of(record) : [];
    if (holds.length > 0) held.note(record, holds);
    const goes = going.has(envelope.id) || (isQuoting && holds.length === 0);
    for (const id of artifactsOf(body)) artifacts[goes ? 'going' : 'staying'].add(id);
    if (!goes) continue;
    kinds.note(envelope.kind);
    if (!isQuoting) continue;
    addEventId(named, envelope.session, envelope.id);
    quoting += 1;
  }
  for (const record of quotes.found()) if (!asOne.has(record.envelope.session)) unread.note(record);
  // A marker or a task state may repeat an event that does not open, and that is not seen.
  for (const record of unreadGoing) if (seen.get(record.envelope.session)!.records > 0) unread.note(record);
  const gone = new Set(erased.map(({ id }) => id));
  const alone = [...artifacts.going].filter((id) => !artifacts.staying.has(id));
  const left = [...named].map(([session, ids]) => [session, [...ids].filter((id) => !gone.has(id))] as const);
  const partly = left.filter(([session, ids]) => !asOne.has(session) && ids.length > 0);
  const crowded = new Map<string, number>();
  for (const [session, ids] of partly) {
    const short = await shortOf(deps, { tenant, space, session }, ids, seen.get(session));
    if (short > 0) crowded.set(session, short);
  }
  return {
    targets: {
      events: partly.map(([session, eventIds]) => ({ space, session, eventIds })),
      sessions: [...asOne].map((session) => ({ space, session })),
      spaces: [],
      artifacts: alone.map((artifactId) => ({ space, artifactId })),
    },
    counts: { events: going.size - gone.size + quoting, quoting, sessions: asOne.size, spaces: 0, artifacts: alone.length },
    kinds: kinds.sum(),
    held: held.sum(),
    erased: erased.map(({ session, id }) => ({ space, session, id })),
    ...withUnread(unread.sum()),
    crowded,
  };
}

/** Records of a session that a plan has seen. */
interface SeenSession {
  readonly keyId: string;
  /** Events that are erased already. */
  lost: number;
  /** Records of the service, each of which may have to be written anew. */
  records: number;
}

function note(seen: Map<string, SeenSession>, { session, kind, keyId }: EventEnvelope, isErased: boolean): void {
  const of = seen.get(session) ?? { keyId, lost: 0, records: 0 };
  if (isErased) of.lost += 1;
  if (isOfService(kind)) of.records += 1;
  seen.set(session, of);
}

/**
 * Returns how many keys a session is short of to lose these events; 0 or less where it can lose them. What must be
 * written anew is only looked for where all of it would not fit.
 */
async function shortOf(
  deps: PlanInSpaceDeps,
  address: Place & { readonly session: string },
  ids: readonly string[],
  seen: SeenSession | undefined,
): Promise<number> {
  if (!seen) return 0;
  const { mostDestroyed = MAX_DESTROYED_LEAVES } = deps.keys;
  const ofEvents = Math.ceil(seen.lost + ids.length - maxErasuresPerSession(deps.keys));
  const key = await deps.keys.open(address.tenant, address.space, seen.keyId);
  if (!(key instanceof Uint8Array)) return ofEvents;
  const atMost = countLost(key, []) + KEYS_OF_A_RECORD * (ids.length + seen.records);
  if (atMost <= mostDestroyed) return ofEvents;
  return Math.max(ofEvents, (await countLostWithout(deps, address, new Set(ids))) - mostDestroyed);
}

/**
 * Removes held events from the named ones, and those that do not open where a data subject is under hold, as they may be
 * about it. A session is erased by its key only if no later append to it could be under hold.
 */
async function withoutHeld(
  deps: PlanInSpaceDeps,
  { tenant, space }: Place,
  found: ReadonlyMap<string, ReadonlySet<string>>,
  whole: ReadonlySet<string>,
  { held, unread }: { readonly held: ReturnType<typeof createHeldTally>; readonly unread: UnreadTally },
): Promise<{ readonly named: BySession; readonly asOne: Set<string> }> {
  const named: BySession = new Map([...found].map(([session, ids]) => [session, new Set(ids)]));
  const asOne = new Set(whole);
  const standing = deps.held.within(space);
  if (standing.length === 0) return { named, asOne };
  const isSubjectHeld = standing.some(({ scope }) => scope.kind === 'subject');
  for (const [session, wanted] of found) {
    const free = new Set<string>();
    let isHeld = deps.held.mayKeepComing(space, session);
    for await (const { record } of eventsOf(deps, { tenant, space, session })) {
      const { id, kind } = record.envelope;
      if (!wanted.has(id)) continue;
      const holds = record.body === 'erased' ? [] : deps.held.of(record);
      if (holds.length > 0) {
        held.note(record, holds);
        isHeld = true;
      } else if (isSubjectHeld && mayBeOfSubject(record)) {
        unread.note(record);
        isHeld = true;
        // Compactions are rewritten with the events that they describe, or erased with their session.
      } else if (record.body === 'erased' || kind !== 'compaction') free.add(id);
    }
    if (whole.has(session) && !isHeld) continue;
    asOne.delete(session);
    named.set(session, free);
  }
  return { named, asOne };
}

export function addEventId(found: BySession, session: string, id: string): void {
  const ids = found.get(session) ?? new Set();
  found.set(session, ids.add(id));
}
