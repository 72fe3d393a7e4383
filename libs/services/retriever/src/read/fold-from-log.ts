import {
  createSessionFold,
  emptySession,
  sessionKey,
  type EventRecord,
  type SessionAddress,
  type SessionState,
} from '@total-recall/domain';
import type { IndexedEvent, LogRecord } from '@total-recall/ports';
import type { RetrieverDeps } from '../retriever-deps.ts';

/** A session as a window shows it. */
export interface LoadedSession {
  readonly state: SessionState;
  /**
   * Accepted events that were read from the log, by id: the index may not have them. Absent where it has all. Where it is
   * there, a compaction that a burst needs may not come soon, and the call plans its own view.
   */
  readonly fromLog?: ReadonlyMap<string, EventRecord>;
}

/** A session that was folded from the log. */
export interface FoldedFromLog extends Required<LoadedSession> {
  /** Its accepted events above what is folded, in order, as the index will have them. */
  readonly added: readonly IndexedEvent[];
}

/** Limits of what is read of the log for one window or read: records of a partition, and of the space, and bytes of the session. */
export interface FoldFromLogLimits {
  readonly passedRecords: number;
  readonly pendingRecords: number;
  readonly pendingBytes: number;
}

/**
 * Folds a session up to an offset in process: its saved state, and above it the log, as the projector would. Nothing is
 * written. Returns undefined where the log above what is folded is longer than the limits, or a record cannot be folded,
 * which the projector decides about.
 */
export async function foldFromLog(
  deps: Pick<RetrieverDeps, 'log' | 'marks' | 'sessions' | 'sealer'>,
  limits: FoldFromLogLimits,
  address: SessionAddress,
  end: number,
): Promise<FoldedFromLog | undefined> {
  const partition = deps.log.partitionOf(sessionKey(address));
  // Read before the state, which is saved before the mark is moved: it holds all up to the mark.
  const { folded } = await deps.marks.marks(partition);
  if (end - folded > limits.passedRecords) return undefined;
  const records = await readAbove(deps, limits, address, { partition, folded, end });
  if (!records) return undefined;
  const fold = createSessionFold((await deps.sessions.load(address)) ?? emptySession(address));
  const fromLog = new Map<string, EventRecord>();
  const added: IndexedEvent[] = [];
  for (const [at, record] of (await deps.sealer.openAll(records)).entries()) {
    if (record.offset <= fold.offset) continue;
    try {
      const { accepted } = fold.add(record);
      if (accepted) added.push({ record: records[at]!, accepted });
      if (accepted && typeof record.body !== 'string') fromLog.set(record.envelope.id, record);
    } catch {
      return undefined;
    }
  }
  return { state: fold.state(), fromLog, added };
}

interface Stretch {
  readonly partition: number;
  readonly folded: number;
  readonly end: number;
}

async function readAbove(
  { log }: Pick<RetrieverDeps, 'log'>,
  { pendingRecords, pendingBytes }: FoldFromLogLimits,
  address: SessionAddress,
  { partition, folded, end }: Stretch,
): Promise<LogRecord[] | undefined> {
  const { tenant, space } = address;
  const key = sessionKey(address);
  const own: LogRecord[] = [];
  let [read, bytes] = [0, 0];
  for (let from = folded + 1; from <= end;) {
    const page = await log.readSpace({ partition, tenant, space, fromOffset: from, toOffset: end, limit: pendingRecords + 1 });
    const ofSession = page.records.filter((record) => record.key === key);
    own.push(...ofSession);
    read += page.records.length;
    bytes += ofSession.reduce((sum, { sealed }) => sum + sealed.length, 0);
    if (read > pendingRecords || bytes > pendingBytes) return undefined;
    from = page.next;
  }
  return own;
}
