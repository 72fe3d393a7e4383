import type { DelegationPacket, EventKind } from '@total-recall/domain';
import type { EraseDeps } from './erase-deps.ts';
import { eventsOf } from './read-space.ts';

/** Kinds of the events with which an executor's session begins: its objective, and a constraint for each of its packet's. */
const FIRST: readonly EventKind[] = ['objective', 'constraint'];

type CopyDeps = Pick<EraseDeps, 'index' | 'sessions' | 'sealer'>;
type Place = { readonly tenant: string; readonly space: string };

/**
 * Finds what the service wrote of erased delegations into other sessions: the first events of an executor whose packet
 * is erased, and the packet of an executor whose first events are.
 */
export async function delegatedCopies(deps: CopyDeps, place: Place, named: ReadonlyMap<string, ReadonlySet<string>>): Promise<Set<string>> {
  const copies = new Set<string>();
  for (const [session, going] of named) {
    let firstErased = Infinity;
    const mayBeCopied = (kind: EventKind, id: string): boolean => going.has(id) && (kind === 'delegation' || FIRST.includes(kind));
    const events = eventsOf(deps, { ...place, session }, ({ record: { envelope } }) => mayBeCopied(envelope.kind, envelope.id));
    for await (const { event, record } of events) {
      if (typeof record.body === 'string') continue;
      const { delegation } = record.body;
      if (delegation) for (const id of await firstEventsOf(deps, place, delegation)) copies.add(id);
      else firstErased = Math.min(firstErased, event.accepted.ordinal);
    }
    if (firstErased < Infinity) for (const id of await packetsOf(deps, { ...place, session }, firstErased)) copies.add(id);
  }
  return copies;
}

/** Returns the ids of the events that a delegation wrote into the executor's session. */
async function firstEventsOf({ index }: CopyDeps, place: Place, packet: DelegationPacket): Promise<string[]> {
  const events = await index.sessionEvents({ ...place, session: packet.session, fromOrdinal: 1, limit: writtenOf(packet) });
  return events.map(({ record: { envelope } }) => envelope).flatMap(({ id, kind }) => (FIRST.includes(kind) ? [id] : []));
}

/** Returns the ids of the packets that wrote the event of this number, or a later one, into an executor's session. */
async function packetsOf(deps: CopyDeps, executor: Place & { readonly session: string }, ordinal: number): Promise<string[]> {
  const parent = (await deps.sessions.load(executor))?.parent;
  if (!parent?.delegation) return [];
  const ids: string[] = [];
  const planner = eventsOf(deps, { ...executor, session: parent.session }, ({ record }) => record.envelope.kind === 'delegation');
  for await (const { record } of planner) {
    if (typeof record.body === 'string') continue;
    const { delegation } = record.body;
    if (delegation?.session === executor.session && ordinal <= writtenOf(delegation)) ids.push(record.envelope.id);
  }
  return ids;
}

function writtenOf({ constraints }: DelegationPacket): number {
  return 1 + constraints.length;
}
