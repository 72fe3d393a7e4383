import type { SessionAddress, SessionState } from '@total-recall/domain';
import type { IndexedEvent, LogRecord } from '@total-recall/ports';
import type { IngestDeps } from '../ingest-deps.ts';
import type { FillOrder } from './fill-order.ts';
import { foldBatch, type FoldedBatch, type ProjectorMemory } from './fold-batch.ts';
import type { RecordFailure } from './set-aside.ts';
import type { EventEffect } from './process-record.ts';
import { asStoreFailure, writeEvents } from './write-events.ts';

export interface ProjectedBatch {
  /** Sessions with records in the batch, in their state after it. */
  readonly sessions: readonly SessionState[];
  /** Those of them that had no event before it. */
  readonly begun: readonly SessionAddress[];
  /** Accepted events, as written. */
  readonly events: readonly IndexedEvent[];
  /** Records that could not be processed; later ones were. */
  readonly aside: readonly RecordFailure[];
}

export type ProjectDeps = Pick<IngestDeps, 'index' | 'sessions' | 'sealer' | 'content' | 'analyser'>;

/**
 * Folds a batch and writes its read model: events and text, then session states. The projector refreshes and moves the
 * marks after that, so that after a crash anywhere a repeat repairs everything. With an `order`, references to other
 * events wait for their turn. Source: architecture §3.
 */
export async function projectBatch(
  deps: ProjectDeps,
  memory: ProjectorMemory,
  partition: number,
  records: readonly LogRecord[],
  order?: FillOrder,
): Promise<ProjectedBatch> {
  const { sessions, begun, writes, effects, aside } = await foldAndWrite(deps, memory, {
    partition,
    records,
    isOrdered: order !== undefined,
  });
  if (order) await applyInOrder(deps, { partition, records, effects, order });
  else for (const { pinning } of effects) await pin(deps, pinning);
  await deps.sessions.save(sessions, { partition, offset: records.at(-1)!.position.offset }).catch((error: unknown) => {
    throw asStoreFailure(error);
  });
  for (const state of sessions) memory.cache.set(state);
  return { sessions, begun, events: writes.map(({ event }) => event), aside };
}

interface ToWrite {
  readonly partition: number;
  readonly records: readonly LogRecord[];
  /** True when references to other events wait for their turn. */
  readonly isOrdered: boolean;
}

/** Attempts at a write that may fail for a passing reason, before the record is blamed. */
const TRIES = 3;

/**
 * Folds and writes a batch. If the index refuses a record, folds the batch again with that record's body left out: at
 * once if the refusal is final, else after some attempts. If the index refuses it even then, the index is at fault.
 */
async function foldAndWrite(deps: ProjectDeps, memory: ProjectorMemory, { partition, records, isOrdered }: ToWrite): Promise<FoldedBatch> {
  const unwritable = new Map<number, string>();
  for (;;) {
    const folded = await foldBatch(deps, memory, records, unwritable);
    const supersessions = isOrdered ? [] : folded.effects.flatMap((effect) => effect.supersessions);
    const refused = await writeEvents(deps, partition, folded.writes, supersessions);
    if (refused === undefined) {
      memory.refusals.clear();
      return folded;
    }
    const refusals = (memory.refusals.get(refused.offset) ?? 0) + 1;
    memory.refusals.set(refused.offset, refusals);
    if (unwritable.has(refused.offset) || (!refused.isFinal && refusals < TRIES)) throw asStoreFailure(refused.error);
    unwritable.set(refused.offset, refused.reason);
  }
}

interface ReferenceWrites {
  readonly partition: number;
  readonly records: readonly LogRecord[];
  readonly effects: readonly EventEffect[];
  readonly order: FillOrder;
}

async function applyInOrder(deps: ProjectDeps, { partition, records, effects, order }: ReferenceWrites): Promise<void> {
  const recordedAt = records.reduce((latest, { envelope }) => Math.max(latest, envelope.recordedAt), -Infinity);
  order.written(partition, { offset: records.at(-1)!.position.offset, recordedAt, nextReferenceAt: effects[0]?.recordedAt });
  for (const [at, effect] of effects.entries()) {
    await order.turn(partition, effect.recordedAt);
    if (effect.supersessions.length > 0) await deps.index.write(partition, [], effect.supersessions);
    await pin(deps, effect.pinning);
    order.done(partition, effects[at + 1]?.recordedAt);
  }
}

async function pin(deps: ProjectDeps, pinning: EventEffect['pinning']): Promise<void> {
  if (pinning) await deps.index.setPinned(pinning.tenant, pinning.space, pinning.eventIds, pinning.pinned);
}
