import type { EventRecord } from '../event/event-record.ts';
import type { EditEntries } from './edit-entries.ts';
import { evolveWith, type FoldedRecord } from './evolve-session.ts';
import type { SessionEntry, SessionState } from './session-state.ts';

/**
 * A session to which records are added one after the other, as `evolveSession` adds them. A step does not copy what the
 * session shows, so it takes as long in a long session as in a short one.
 */
export interface SessionFold {
  readonly offset: number;
  readonly ordinal: number;
  /** Adds a record, or nothing if it throws. */
  add(record: EventRecord): FoldedRecord;
  /** Undoes the last `add`, if `state` was not called since. */
  takeBack(): void;
  /** Passes records up to an offset without adding them. */
  pass(offset: number): void;
  /** Returns the session so far. What is added later does not change it. */
  state(): SessionState;
}

/** Begins with a state, which stays as it is. */
export function createSessionFold(from: SessionState): SessionFold {
  let state = from;
  let before = from;
  /** Entries that others see. */
  let { entries: seen } = from;
  let undo: (() => void)[] = [];
  const own = (entries: SessionState['entries']): SessionEntry[] => (entries === seen ? [...entries] : (entries as SessionEntry[]));
  const edit: EditEntries = {
    append(entries, entry) {
      const mine = own(entries);
      mine.push(entry);
      undo.push(() => void mine.pop());
      return mine;
    },
    replace(entries, at, entry) {
      const mine = own(entries);
      const former = mine[at]!;
      mine[at] = entry;
      undo.push(() => void (mine[at] = former));
      return mine;
    },
  };
  const takeBack = (): void => {
    for (const step of undo.reverse()) step();
    undo = [];
    state = before;
  };
  return {
    get offset() {
      return state.offset;
    },
    get ordinal() {
      return state.ordinal;
    },
    add(record) {
      before = state;
      undo = [];
      try {
        const { state: next, ...folded } = evolveWith(edit, state, record);
        state = next;
        return folded;
      } catch (error) {
        takeBack();
        throw error;
      }
    },
    takeBack,
    pass(offset) {
      state = { ...state, offset: Math.max(state.offset, offset) };
    },
    state() {
      ({ entries: seen } = state);
      before = state;
      undo = [];
      return state;
    },
  };
}
