import { sessionKey, type SessionAddress } from '@total-recall/domain';
import type { IndexedEvent, MemoryIndex } from '@total-recall/ports';
import type { RetrieverDeps } from '../retriever-deps.ts';
import type { WindowObserver } from '../window/window-deps.ts';
import { foldFromLog, type FoldFromLogLimits, type LoadedSession } from './fold-from-log.ts';
import type { FoldWait } from './fold-wait.ts';
import { notCaughtUp } from './wait-until-folded.ts';
import { erased, notFound } from './views.ts';

/** Dependencies of reads of one session. */
export type ReadDeps = RetrieverDeps & { readonly wait: FoldWait };

/** A session up to the end of its log. */
export interface FoldedSession extends LoadedSession {
  /** The index, with the events of the session that it does not have yet. */
  readonly index: MemoryIndex;
}

type FoldDeps = Pick<ReadDeps, 'log' | 'marks' | 'sessions' | 'sealer' | 'index' | 'wait'> & {
  readonly observer: Pick<WindowObserver, 'foldedFromLog'>;
};

/**
 * Returns a session, after waiting up to a limit until all of its log is folded and its events are found in the index.
 * Where nobody folds its partition into what is read here, as during a release, it is folded from the log, within limits.
 * Errors: `not_found`, `erased`, `not_caught_up`.
 */
export async function foldedSession(deps: FoldDeps, limits: FoldFromLogLimits, address: SessionAddress): Promise<FoldedSession> {
  const { index } = deps;
  const key = sessionKey(address);
  const partition = deps.log.partitionOf(key);
  const end = await deps.log.lastOffset(key);
  if (end < 0) {
    // The log knows the ends of its sessions by a table of their own, which may be damaged where the records are whole.
    const kept = await deps.sessions.load(address);
    if (kept === undefined) throw notFound('session');
    return { state: kept, index };
  }
  if (!(await deps.wait.untilFolded(deps.marks, partition, end, 'searchable'))) {
    const { folded, searchable } = await deps.marks.marks(partition);
    const read = searchable < folded ? undefined : await foldFromLog(deps, limits, address, end);
    if (!read) throw notCaughtUp('The session is');
    if (read.state.ordinal === 0) throw (await isErasedAt(deps, key, end)) ? erased('session') : notFound('session');
    deps.observer.foldedFromLog?.();
    return { state: read.state, fromLog: read.fromLog, index: withAdded(index, address, read.added) };
  }
  const state = await deps.sessions.load(address);
  if (state === undefined) throw (await isErasedAt(deps, key, end)) ? erased('session') : notFound('session');
  return { state, index };
}

/** Adds events of a session that stand behind all that the index has of it. */
function withAdded(index: MemoryIndex, address: SessionAddress, added: readonly IndexedEvent[]): MemoryIndex {
  const { tenant, space, session } = address;
  const isOwn = (of: { readonly tenant: string; readonly space: string }): boolean => of.tenant === tenant && of.space === space;
  const byId = new Map(added.map((event) => [event.record.envelope.id, event]));
  return {
    ...index,
    async events(ofTenant, ofSpace, ids) {
      const found = await index.events(ofTenant, ofSpace, ids);
      return isOwn({ tenant: ofTenant, space: ofSpace }) ? found.map((event, at) => event ?? byId.get(ids[at]!)) : found;
    },
    async sessionEvents(query) {
      const found = await index.sessionEvents(query);
      if (!isOwn(query) || query.session !== session) return found;
      const { limit, toOrdinal = Infinity, bytes = Infinity } = query;
      let size = found.reduce((sum, { record }) => sum + record.sealed.length, 0);
      const from = Math.max(query.fromOrdinal, (found.at(-1)?.accepted.ordinal ?? 0) + 1);
      const behind = added.filter(({ accepted: { ordinal } }) => ordinal >= from && ordinal <= toOrdinal);
      const all = [...found];
      for (const event of behind) {
        if (all.length >= limit || size >= bytes) break;
        all.push(event);
        size += event.record.sealed.length;
      }
      return all;
    },
  };
}

/** Returns true when the record at this offset exists but its key was destroyed. */
export async function isErasedAt({ log, sealer }: Pick<RetrieverDeps, 'log' | 'sealer'>, key: string, offset: number): Promise<boolean> {
  const [record] = await log.read(log.partitionOf(key), offset, 1);
  return record?.key === key && (await sealer.open(record)).body === 'erased';
}
