import {
  createSessionFold,
  hasLostEnvelope,
  sessionKey,
  wentWithSession,
  type EventRecord,
  type SessionAddress,
  type SessionFold,
  type SessionState,
} from '@total-recall/domain';
import type { IndexWrite, LogRecord } from '@total-recall/ports';
import { createSlices, type CallReader } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { SessionCache } from './session-cache.ts';
import type { RecordFailure } from './set-aside.ts';
import type { SketchCache } from './sketch-cache.ts';
import { processRecord, type EventEffect } from './process-record.ts';

/** The state of a projector between batches. */
export interface ProjectorMemory {
  readonly cache: SessionCache;
  readonly calls: CallReader;
  /** Absent if no compactions are decided. */
  readonly sketches?: Pick<SketchCache, 'keep'> | undefined;
  /** Number of times that the index refused a record, by offset. */
  readonly refusals: Map<number, number>;
}

/** A folded batch, before any of it is written. */
export interface FoldedBatch {
  /** Sessions with records in the batch, in their state after it. */
  readonly sessions: readonly SessionState[];
  /** Those of them that had no event before it. */
  readonly begun: readonly SessionAddress[];
  /** In the order of the log. */
  readonly writes: readonly IndexWrite[];
  readonly effects: readonly EventEffect[];
  /** Records that could not be processed; later ones were. */
  readonly aside: readonly RecordFailure[];
}

/** Folds a batch. The records in `unwritable` (offset and reason) are folded without their bodies. */
export async function foldBatch(
  deps: Pick<IngestDeps, 'sealer' | 'content' | 'analyser'>,
  { cache, calls, sketches }: Pick<ProjectorMemory, 'cache' | 'calls' | 'sketches'>,
  records: readonly LogRecord[],
  unwritable: ReadonlyMap<number, string>,
): Promise<FoldedBatch> {
  const touched = new Map<string, SessionFold>();
  const begun = new Map<string, SessionAddress>();
  const writes: IndexWrite[] = [];
  const effects: EventEffect[] = [];
  const aside: RecordFailure[] = [];
  const slices = createSlices();
  for (const [at, opened] of (await deps.sealer.openAll(records)).entries()) {
    const record = records[at]!;
    if (hasLostEnvelope(opened)) {
      aside.push({ record, reason: 'its envelope is damaged' });
      continue;
    }
    if (wentWithSession(opened)) continue;
    const address: SessionAddress = opened.envelope;
    const key = sessionKey(address);
    const session = touched.get(key) ?? createSessionFold(await cache.get(address));
    touched.set(key, session);
    const isEmpty = session.ordinal === 0;
    const refused = unwritable.get(opened.offset);
    const given: EventRecord = refused === undefined || typeof opened.body === 'string' ? opened : { ...opened, body: 'damaged' };
    const { write, effect, aside: unfolded } = await processRecord(deps, calls, { session, record, opened: given, slices });
    const reason = refused ?? unfolded;
    if (reason !== undefined) aside.push({ record, reason });
    if (isEmpty && session.ordinal > 0) begun.set(key, { tenant: address.tenant, space: address.space, session: address.session });
    if (write && reason === undefined && typeof opened.body !== 'string') sketches?.keep(opened.envelope, opened.body);
    if (write) writes.push(write);
    if (effect) effects.push(effect);
  }
  return { sessions: Array.from(touched.values(), (session) => session.state()), begun: [...begun.values()], writes, effects, aside };
}
