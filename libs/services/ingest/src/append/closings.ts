import { sessionKey, type LedgerEntry, type SessionAddress } from '@total-recall/domain';

/**
 * Sessions that the ledger declares closed: first by retention while it checks their age, then by the
 * request that erases them.
 */
export interface Closings {
  /** Applies an entry. Returns the sessions that it erases. */
  apply(entry: LedgerEntry): readonly SessionAddress[];
  isClosed(key: string): boolean;
  /** Finished requests, with the sessions that they erased. */
  done(): readonly { readonly id: string; readonly sessions: readonly SessionAddress[] }[];
  open(id: string): void;
}

export function createClosings(): Closings {
  /** Closed sessions, by the id of the entry that closed them. */
  const closedBy = new Map<string, readonly SessionAddress[]>();
  const count = new Map<string, number>();
  const done = new Set<string>();

  const close = ({ id, tenant }: LedgerEntry, named: readonly { readonly space: string; readonly session: string }[]): SessionAddress[] => {
    if (named.length === 0 || closedBy.has(id)) return [];
    const sessions = named.map((one) => ({ tenant, ...one }));
    closedBy.set(id, sessions);
    for (const key of sessions.map(sessionKey)) count.set(key, (count.get(key) ?? 0) + 1);
    return sessions;
  };
  const open = (id: string): void => {
    for (const key of (closedBy.get(id) ?? []).map(sessionKey)) {
      const left = count.get(key)! - 1;
      if (left === 0) count.delete(key);
      else count.set(key, left);
    }
    closedBy.delete(id);
    done.delete(id);
  };
  return {
    apply(entry) {
      const { act } = entry;
      if (act.type === 'ErasureRequested' && act.scope.kind === 'retention') return close(entry, act.targets.sessions);
      if (act.type === 'SessionsClosed') close(entry, act.sessions);
      else if (act.type === 'SessionsOpened') open(act.closedId);
      else if (act.type === 'ErasureCompleted' && closedBy.has(act.erasureId)) done.add(act.erasureId);
      return [];
    },
    isClosed: (key) => count.has(key),
    done: () => [...done].map((id) => ({ id, sessions: closedBy.get(id) ?? [] })),
    open,
  };
}
