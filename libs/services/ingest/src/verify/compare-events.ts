import { isDeepStrictEqual } from 'node:util';
import { INDEX_LIMITS, type IndexedEvent, type IndexWrite } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { bySpace } from '../follow/accepted-events.ts';
import type { VerifyDeps } from './verify-deps.ts';
import type { Findings, VerifyFault, VerifyFinding } from './verify-report.ts';

/** Whether a store could not read what it holds: it says so, or trips over it. */
export function isDamaged(error: unknown): boolean {
  return error instanceof TotalRecallError && (error.code === 'damaged' || error.code === 'internal');
}

/** The place of an event, for a finding. */
export function placeOf({ record: { envelope, position } }: Pick<IndexedEvent, 'record'>): Partial<VerifyFinding> {
  const { tenant, space, session, id: eventId } = envelope;
  return { partition: position.partition, offset: position.offset, tenant, space, session, eventId };
}

/** Compares the events of the index with what the fold made of the log: the sealed record, and what it gave it. Resolves to those that are as they must be. */
export async function compareEvents(
  { index }: Pick<VerifyDeps, 'index'>,
  findings: Findings,
  writes: readonly IndexWrite[],
  onSuperseded: (event: IndexedEvent) => void,
): Promise<IndexWrite[]> {
  const whole: IndexWrite[] = [];
  for (const own of bySpace(writes, ({ event }) => event.record)) {
    const held = await readEvents(index, own);
    for (const [at, write] of own.entries()) {
      findings.checked('events');
      const event = held[at];
      const fault = faultOf(event, write.event) ?? (await artifactFaultOf(index, write));
      if (fault) findings.add({ kind: 'events', fault, remedy: 'fill_anew', ...placeOf(write.event) });
      else whole.push(write);
      if (event !== undefined && event !== 'damaged' && event.supersededBy !== undefined) onSuperseded(event);
    }
  }
  return whole;
}

type Held = IndexedEvent | 'damaged' | undefined;

/** One page that cannot be read must not hide what is on the others. */
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

/** Whether the index knows of what artifacts the event is made: a read of one that is gone says by that whether it was ever there. */
async function artifactFaultOf(index: VerifyDeps['index'], { event, artifactIds = [] }: IndexWrite): Promise<VerifyFault | undefined> {
  const { tenant, space, id } = event.record.envelope;
  const limit = INDEX_LIMITS.artifactEvents;
  for (const artifactId of artifactIds) {
    const known = await index.eventsOfArtifact({ tenant, space, artifactId, limit }).catch((error: unknown) => {
      if (!isDamaged(error)) throw error;
      return 'damaged' as const;
    });
    if (known === 'damaged') return 'damaged';
    // Of more events than one answer holds, each cannot be told to be among them.
    if (known.length < limit && !known.includes(id)) return 'differs';
  }
  return undefined;
}

function faultOf(held: Held, wanted: IndexedEvent): VerifyFault | undefined {
  if (held === undefined) return 'missing';
  if (held === 'damaged') return 'damaged';
  const isSame =
    held.record.position.offset === wanted.record.position.offset &&
    isDeepStrictEqual(plain(held.accepted), plain(wanted.accepted)) &&
    isDeepStrictEqual(plain(held.record.envelope), plain(wanted.record.envelope)) &&
    Buffer.compare(held.record.sealed, wanted.record.sealed) === 0;
  return isSame ? undefined : 'differs';
}

/** Without what is undefined. */
export function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
