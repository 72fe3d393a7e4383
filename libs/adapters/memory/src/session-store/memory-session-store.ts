import { sessionKey, spaceKey, type SessionState } from '@total-recall/domain';
import type { SessionStore, SessionSummary } from '@total-recall/ports';
import { createClosing, decodePageCursor, encodePageCursor, TotalRecallError } from '@total-recall/runtime';

const MAX_PAGE = 1_000;

/**
 * Creates a store of session states in memory. States are copied in and out, so that a reader never sees a later
 * change.
 */
export function createMemorySessionStore(): SessionStore {
  const states = new Map<string, SessionState>();
  const saved = new Map<number, number>();
  const { refuseClosed, close } = createClosing('The session store');

  return {
    load: async (address) => {
      refuseClosed();
      const state = states.get(sessionKey(address));
      return state && structuredClone(state);
    },
    save: async (batch, upTo) => {
      refuseClosed();
      const bad = batch.find((state) => !Number.isSafeInteger(state.offset));
      if (bad) throw new TotalRecallError('internal', `The state of session ${bad.session} has no whole offset.`);
      for (const state of structuredClone(batch)) {
        const before = states.get(sessionKey(state));
        if (!before || before.offset <= state.offset) states.set(sessionKey(state), state);
      }
      if (upTo) saved.set(upTo.partition, Math.max(saved.get(upTo.partition) ?? -1, upTo.offset));
    },
    savedUpTo: async (partition) => {
      refuseClosed();
      return saved.get(partition) ?? -1;
    },
    replace: async (batch, gone, upTo) => {
      refuseClosed();
      for (const address of gone) states.delete(sessionKey(address));
      for (const state of structuredClone(batch)) states.set(sessionKey(state), state);
      saved.set(upTo.partition, upTo.offset);
    },
    list: async ({ tenant, space, limit, cursor }) => {
      refuseClosed();
      const inSpace = [...states.values()].filter((state) => state.tenant === tenant && state.space === space);
      const { items, cursor: next } = page(
        inSpace.map(summarise),
        (item) => item.session,
        `sessions/${spaceKey({ tenant, space })}`,
        limit,
        cursor,
      );
      return next === undefined ? { sessions: items } : { sessions: items, cursor: next };
    },
    spaces: async ({ tenant, limit, cursor, only }) => {
      refuseClosed();
      const spaces = Map.groupBy(
        [...states.values()].filter((state) => state.tenant === tenant && (!only || only.includes(state.space))),
        (state) => state.space,
      );
      const rows = [...spaces].map(([space, sessions]) => ({
        space,
        sessions: sessions.length,
        events: sessions.reduce((sum, state) => sum + state.ordinal, 0),
        lastAt: Math.max(...sessions.map((state) => state.lastAt)),
      }));
      const { items, cursor: next } = page(rows, (item) => item.space, `spaces/${tenant}`, limit, cursor);
      return next === undefined ? { spaces: items } : { spaces: items, cursor: next };
    },
    close,
  };
}

function page<T extends { lastAt: number }>(
  all: readonly T[],
  nameOf: (item: T) => string,
  scope: string,
  limit: number,
  cursor: string | undefined,
): { items: T[]; cursor?: string } {
  const after = cursor === undefined ? undefined : decodePageCursor(scope, cursor);
  const size = Math.min(MAX_PAGE, Math.max(1, Math.trunc(limit) || 1));
  const rest = all
    .toSorted((a, b) => b.lastAt - a.lastAt || (nameOf(a) < nameOf(b) ? -1 : 1))
    .filter((item) => !after || item.lastAt < after.at || (item.lastAt === after.at && nameOf(item) > after.name));
  const items = rest.slice(0, size);
  if (rest.length <= size) return { items };
  const last = items.at(-1)!;
  return { items, cursor: encodePageCursor(scope, { at: last.lastAt, name: nameOf(last) }) };
}

function summarise(state: SessionState): SessionSummary {
  const { tenant, space, session, offset, turn, cycle, firstAt, lastAt } = state;
  return { tenant, space, session, offset, events: state.ordinal, turn, cycle, markers: state.markers.length, firstAt, lastAt };
}
