import { isDeepStrictEqual } from 'node:util';
import { INDEX_LIMITS, type IndexedEvent, type IndexWrite } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { bySpace } from '../follow/accepted-events.ts';
import type { VerifyDeps } from './verify-deps.ts';
import type { Findings, VerifyFault, VerifyFinding } from './verify-report.ts';

/** Returns true when a store could not read its own data: it reports damage, or fails on it. */
export function isDamaged(error: unknown): boolean {
  return error instanceof TotalRecallError && (error.code === 'damaged' || error.code === 'internal');
}

/** Describes the place of an event for a finding. */
export function placeOf({ record: { envelope, position } }: Pick<IndexedEvent, 'record'>): Partial<VerifyFinding> {
  const { tenant, space, session, id: eventId } = envelope;
  return { partition: position.partition, offset: position.offset, tenant, space, session, eventId };
}

/**
 * Compares indexed events with the fold of the log: the sealed record and, where `comparesFold` says so, the fold's
 * result. Resolves to those that match.
 */
export async function compareEvents(
  { index }: Pick<VerifyDeps, 'index'>,
  findings: Findings,
  writes: readonly IndexWrite[],
  onSuperseded: (event: IndexedEvent) => void,
  comparesFold: (write: IndexWrite) => boolean = () => true,
): Promise<IndexWrite[]> {
  const whole: IndexWrite[] = [];
  for (const own of bySpace(writes, ({ event }) => event.record)) {
    const held = await readEvents(index, own);
    for (const [at, write] of own.entries()) {
      findings.checked('events');
      const event = held[at];
      const fault = faultOf(event, write.event, comparesFold(write)) ?? (await artifactFaultOf(index, write));
      if (fault) findings.add({ kind: 'events', fault, remedy: 'fill_anew', ...placeOf(write.event) });
      else whole.push(write);
      if (event !== undefined && event !== 'damaged' && event.supersededBy !== undefined) onSuperseded(event);
    }
  }
  return whole;
}

type Held = IndexedEvent | 'damaged' | undefined;

/** Reads events; after an unreadable page one by one, so that it does not hide the rest. */
async function readEvents(index: VerifyDeps['index'], writes: readonly IndexWrite[]): Promise<Held[]> {
  const { tenant, space } = writes[0]!.event.record.envelope;
  const ids = writes.map(({ event }) => event.record.envelope.id);
  try {
    return await index.events(tenant, space, ids);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    if (writes.length === 1) return ['damaged'];
    const single: Held[] = [];
    for (const write of writes) single.push(...(await readEvents(index, [write])));
    return single;
  }
}

/**
 * Checks that the index lists the event under its artifacts. A read of a missing artifact uses that list
 * to tell lost from unknown.
 */
async function artifactFaultOf(index: VerifyDeps['index'], { event, artifactIds = [] }: IndexWrite): Promise<VerifyFault | undefined> {
  const { tenant, space, id } = event.record.envelope;
  const limit = INDEX_LIMITS.artifactEvents;
  for (const artifactId of artifactIds) {
    const known = await index.eventsOfArtifact({ tenant, space, artifactId, limit }).catch((error: unknown) => {
      if (!isDamaged(error)) throw error;
      return 'damaged' as const;
    });
    if (known === 'damaged') return 'damaged';
    // The answer is full, so the event may be among those not listed.
    if (known.length < limit && !known.includes(id)) return 'differs';
  }
  return undefined;
}

function faultOf(held: Held, wanted: IndexedEvent, comparesFold: boolean): VerifyFault | undefined {
  if (held === undefined) return 'missing';
  if (held === 'damaged') return 'damaged';
  const isSame =
    held.record.position.offset === wanted.record.position.offset &&
    (!comparesFold || isDeepStrictEqual(plain(held.accepted), plain(wanted.accepted))) &&
    isDeepStrictEqual(plain(held.record.envelope), plain(wanted.record.envelope)) &&
    Buffer.compare(held.record.sealed, wanted.record.sealed) === 0;
  return isSame ? undefined : 'differs';
}

/** Removes undefined fields. */
export function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
