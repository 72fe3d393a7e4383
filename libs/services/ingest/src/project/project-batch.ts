import { isEnvelope, sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { IndexedEvent, IndexWrite, LogRecord } from '@total-recall/ports';
import type { CallReader } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { FillOrder } from './fill-order.ts';
import type { SessionCache } from './session-cache.ts';
import type { SetAside } from './set-aside.ts';
import type { SketchCache } from './sketch-cache.ts';
import { workOff, type Saying } from './work-off.ts';

/** What a projector remembers from one batch to the next. */
export interface ProjectorMemory {
  readonly cache: SessionCache;
  readonly calls: CallReader;
  /** Absent where nothing is decided. */
  readonly sketches?: SketchCache;
}

export interface ProjectedBatch {
  /** Sessions the batch touched, as they stand after it. */
  readonly sessions: readonly SessionState[];
  /** What it accepted, as it was written. */
  readonly events: readonly IndexedEvent[];
  /** What could not be worked off; those after it were. */
  readonly aside: readonly SetAside[];
}

/**
 * Folds a batch and writes its read model: events and text, refresh, session states; the marks are the projector's to move after that, so that
 * a crash anywhere leaves nothing that a repeat does not mend. With an `order` what events say of others waits for its turn. Source: architecture §3.
 */
export async function projectBatch(
  deps: IngestDeps,
  { cache, calls, sketches }: ProjectorMemory,
  partition: number,
  records: readonly LogRecord[],
  order?: FillOrder,
): Promise<ProjectedBatch> {
  const opened = await deps.sealer.openAll(records);
  const touched = new Map<string, SessionState>();
  const writes: IndexWrite[] = [];
  const sayings: Saying[] = [];
  const setAside: SetAside[] = [];
  for (const [at, record] of opened.entries()) {
    // A body that opens proves its envelope.
    if (record.body === 'unreadable' && !isEnvelope(record.envelope)) {
      setAside.push({ record: records[at]!, reason: 'its envelope is damaged' });
      continue;
    }
    const address: SessionAddress = record.envelope;
    const key = sessionKey(address);
    const before = touched.get(key) ?? (await cache.get(address));
    const { state, write, saying, aside } = await workOff(deps, calls, { before, record: records[at]!, opened: record });
    if (aside !== undefined) setAside.push({ record: records[at]!, reason: aside });
    touched.set(key, state);
    if (write && aside === undefined && typeof record.body !== 'string') sketches?.keep(record.envelope, record.body);
    if (write) writes.push(write);
    if (saying) sayings.push(saying);
  }
  if (order) await writeInOrder(deps, { partition, records, writes, sayings, order });
  else if (writes.length > 0) {
    const supersessions = sayings.flatMap((saying) => saying.supersessions);
    await deps.index.write(partition, writes, supersessions);
    for (const { pinning } of sayings) await pin(deps, pinning);
  }
  if (writes.length > 0) await deps.index.refresh(partition);
  const sessions = [...touched.values()];
  await deps.sessions.save(sessions, { partition, offset: records.at(-1)!.position.offset });
  for (const state of sessions) cache.set(state);
  return { sessions, events: writes.map(({ event }) => event), aside: setAside };
}

interface OrderedWrite {
  readonly partition: number;
  readonly records: readonly LogRecord[];
  readonly writes: readonly IndexWrite[];
  readonly sayings: readonly Saying[];
  readonly order: FillOrder;
}

async function writeInOrder(deps: IngestDeps, { partition, records, writes, sayings, order }: OrderedWrite): Promise<void> {
  if (writes.length > 0) await deps.index.write(partition, writes);
  const recordedAt = records.reduce((latest, { envelope }) => Math.max(latest, envelope.recordedAt), -Infinity);
  order.written(partition, { offset: records.at(-1)!.position.offset, recordedAt, says: sayings[0]?.recordedAt });
  for (const [at, saying] of sayings.entries()) {
    await order.turn(partition, saying.recordedAt);
    if (saying.supersessions.length > 0) await deps.index.write(partition, [], saying.supersessions);
    await pin(deps, saying.pinning);
    order.done(partition, sayings[at + 1]?.recordedAt);
  }
}

async function pin(deps: IngestDeps, pinning: Saying['pinning']): Promise<void> {
  if (pinning) await deps.index.setPinned(pinning.tenant, pinning.space, pinning.eventIds, pinning.pinned);
}
