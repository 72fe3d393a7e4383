import { hasLostEnvelope, lacksRevision, sessionKey, type EventRecord, type SessionAddress } from '@total-recall/domain';
import type { LogRecord } from '@total-recall/ports';
import { portionsOf } from '../follow/portions-of.ts';
import type { VerifyDeps } from './verify-deps.ts';

const BATCH = 500;

export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

/** Contents of a partition of the log, found record by record. */
export interface PartitionLog {
  readonly partition: number;
  /** The last offset that was read. */
  readonly end: number;
  /** Sessions by key, in the order of their first records. */
  readonly sessions: ReadonlyMap<string, SessionAddress>;
  /** Offsets without a record, or with one that does not open. */
  readonly faulty: ReadonlyMap<number, 'missing' | 'damaged'>;
  /**
   * Ranges without records in a log whose offsets may have gaps, both ends included. Only the read model can tell
   * whether a record was there.
   */
  readonly gaps: readonly OffsetRange[];
  readonly erased: number;
  /** Offsets of records whose revised bodies are lost or damaged. */
  readonly lacking: ReadonlySet<number>;
}

type Step = (records: number) => void;

/** Reads a partition from its beginning and opens every record. */
export async function readLog(
  { log, sealer }: Pick<VerifyDeps, 'log' | 'sealer'>,
  partition: number,
  { isDense, step }: { readonly isDense: boolean; readonly step: Step },
): Promise<PartitionLog> {
  const end = await log.end(partition);
  const sessions = new Map<string, SessionAddress>();
  const faulty = new Map<number, 'missing' | 'damaged'>();
  const lacking = new Set<number>();
  let erased = 0;
  let next = 0;
  const gaps: OffsetRange[] = [];
  const skipTo = (to: number): void => {
    if (!isDense && next < to) gaps.push({ from: next, to: to - 1 });
    for (; isDense && next < to; next += 1) faulty.set(next, 'missing');
    next = Math.max(next, to);
  };
  while (next <= end) {
    const records = await log.read(partition, next, BATCH);
    if (records.length === 0) break;
    for (const portion of portionsOf(records))
      for (const record of await sealer.openAll(portion)) {
        skipTo(record.offset);
        next = record.offset + 1;
        if (record.body === 'erased') erased += 1;
        // A revised body is stored outside the log, so that one which was lost is no fault of the log.
        if (lacksRevision(record)) lacking.add(record.offset);
        else if (record.body === 'unreadable') faulty.set(record.offset, 'damaged');
        noteSession(sessions, record);
      }
    step(records.length);
  }
  skipTo(end + 1);
  return { partition, end, sessions, faulty, gaps, erased, lacking };
}

function noteSession(sessions: Map<string, SessionAddress>, record: EventRecord): void {
  // A damaged envelope may name a session that never existed.
  if (hasLostEnvelope(record)) return;
  const { tenant, space, session } = record.envelope;
  sessions.set(sessionKey(record.envelope), { tenant, space, session });
}

/**
 * Reads the records of a partition up to an offset, in batches and in order; `recovered` records fill in for
 * those that the log lacks.
 */
export async function* recordsUpTo(
  { log }: Pick<VerifyDeps, 'log'>,
  partition: number,
  upTo: number,
  recovered: ReadonlyMap<number, LogRecord>,
): AsyncGenerator<LogRecord[]> {
  const offsets = [...recovered.keys()].filter((offset) => offset <= upTo).sort((a, b) => a - b);
  let at = 0;
  for (let next = 0; next <= upTo;) {
    const read = (await log.read(partition, next, BATCH)).filter(({ position }) => position.offset <= upTo);
    const last = read.at(-1)?.position.offset ?? upTo;
    const batch = read.filter(({ position }) => !recovered.has(position.offset));
    for (; at < offsets.length && offsets[at]! <= last; at += 1) batch.push(recovered.get(offsets[at]!)!);
    yield* portionsOf(batch.sort((a, b) => a.position.offset - b.position.offset));
    next = last + 1;
  }
}
