import { sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';
import { batchesOf } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { foldFromIndex } from './refold-session.ts';

const PAGE = 1_000;
const SAVED_AT_ONCE = 100;

/**
 * Repairs a partition whose session states and index disagree because one of them lost its last writes: folds the
 * sessions of the stretch between them again from the index, so that the projector can continue. Resolves to the number
 * of sessions. Must run before anything writes to either. If interrupted, the next call does it again.
 */
export async function alignSessions(deps: Pick<IngestDeps, 'log' | 'index' | 'sessions' | 'sealer'>, partition: number): Promise<number> {
  const { index, sessions, log } = deps;
  const savedUpTo = await sessions.savedUpTo?.(partition);
  const { folded } = await index.marks(partition);
  if (savedUpTo === undefined || savedUpTo === folded || !sessions.replace) return 0;
  const touched = await sessionsBetween(log, partition, Math.min(savedUpTo, folded) + 1, Math.max(savedUpTo, folded));
  // The last group of states also writes the states' progress.
  const upTo = { partition, offset: savedUpTo };
  for (const saved of batchesOf(touched, SAVED_AT_ONCE)) {
    const states: SessionState[] = [];
    const gone: SessionAddress[] = [];
    for (const { address, lastOffset } of saved) {
      const state = await foldFromIndex(deps, address, { toOffset: folded });
      if (state.ordinal === 0) gone.push(address);
      // Records that were dropped only advance the offset.
      else states.push(lastOffset > folded ? state : { ...state, offset: Math.max(state.offset, lastOffset) });
    }
    await sessions.replace(states, gone, upTo);
  }
  await sessions.replace([], [], { partition, offset: folded });
  return touched.length;
}

interface TouchedSession {
  readonly address: SessionAddress;
  /** Offset of its last record in the stretch. */
  readonly lastOffset: number;
}

async function sessionsBetween(log: EventLog, partition: number, from: number, to: number): Promise<TouchedSession[]> {
  const touched = new Map<string, TouchedSession>();
  for (let next = from; next <= to;) {
    const records = await log.read(partition, next, PAGE);
    for (const { envelope, position } of records) {
      if (position.offset > to) break;
      const { tenant, space, session } = envelope;
      touched.set(sessionKey(envelope), { address: { tenant, space, session }, lastOffset: position.offset });
    }
    if (records.length === 0) break;
    next = records.at(-1)!.position.offset + 1;
  }
  return [...touched.values()];
}
