import {
  createSessionFold,
  emptySession,
  hasLostEnvelope,
  lacksRevision,
  sessionKey,
  wentWithSession,
  type EventRecord,
  type SessionFold,
} from '@total-recall/domain';
import type { IndexWrite, LogRecord } from '@total-recall/ports';
import { createSlices, type CallReader } from '@total-recall/runtime';
import { processRecord, type EventEffect } from '../project/process-record.ts';
import type { IngestDeps } from '../ingest-deps.ts';

/** One record, processed as the projector did. */
export interface Refolded {
  readonly opened: EventRecord;
  readonly write?: IndexWrite;
  readonly effect?: EventEffect;
}

interface Folding {
  readonly sessions: Map<string, SessionFold>;
  /** Sessions with records that were erased since. */
  readonly erased: Set<string>;
  /** Sessions of which a revised body was lost, so that nobody knows what their fold was. */
  readonly lacking: Set<string>;
  readonly calls: CallReader;
  /** Offsets that were set aside when they were projected. */
  readonly aside: ReadonlySet<number>;
  /** Returns true for sessions that are folded in this run. */
  readonly isOurs: (key: string) => boolean;
}

type FoldDeps = Pick<IngestDeps, 'sealer' | 'content' | 'analyser'>;

/**
 * Folds a batch into its sessions' states, as the projector did. Records that were set aside are again
 * folded without their bodies.
 */
export async function refoldBatch(deps: FoldDeps, records: readonly LogRecord[], folding: Folding): Promise<Refolded[]> {
  const { sessions, erased, lacking, calls, aside, isOurs } = folding;
  const ours = records.filter(({ key }) => isOurs(key));
  const done: Refolded[] = [];
  const slices = createSlices();
  for (const [at, opened] of (await deps.sealer.openAll(ours)).entries()) {
    const { body, envelope, offset } = opened;
    if (hasLostEnvelope(opened)) continue;
    const key = sessionKey(envelope);
    // A session that was erased as a whole is not folded. One that lost some events is folded
    // with what is left of them.
    if (wentWithSession(opened)) {
      erased.add(key);
      continue;
    }
    if (lacksRevision(opened)) lacking.add(key);
    const session = sessions.get(key) ?? createSessionFold(emptySession(envelope));
    sessions.set(key, session);
    const asProjected: EventRecord = aside.has(offset) && typeof body !== 'string' ? { ...opened, body: 'damaged' } : opened;
    const { write, effect } = await processRecord(deps, calls, { session, record: ours[at]!, opened: asProjected, slices });
    done.push({ opened: asProjected, ...(write && { write }), ...(effect && { effect }) });
  }
  return done;
}
