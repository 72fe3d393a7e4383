import { spaceKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { SessionStore, SessionSummary } from '@total-recall/ports';
import { decodePageCursor, encodePageCursor, isSealedState } from '@total-recall/runtime';
import { startDatabaseThread } from '../thread/database-thread.ts';
import type { OwnFolder } from '../thread/own-folder.ts';
import type { SharedThread } from '../thread/shared-thread.ts';
import { workerFile } from '@total-recall/runtime/start-worker';
import type { After, SessionReaderHandlers, SessionRow, SessionWorkerData, SessionWriterHandlers } from './session-worker.ts';

export interface SqliteSessionStoreOptions {
  /** Path of the read model's database; other adapters may have tables in it. */
  readonly path: string;
  /** The log that the states are of, by the id of its generation. Default: any. */
  readonly folder?: OwnFolder;
  /** Thread that it shares with other stores. Default: two of its own, to write and to read. */
  readonly beside?: SharedThread;
}

const MAX_PAGE = 1_000;
const FROM_THE_TOP: After = { at: Number.MAX_SAFE_INTEGER, name: '' };

export interface SqliteSessionStore extends SessionStore {
  /** Lists sessions whose state was saved in the clear by an earlier program, a page after an id. */
  unsealed(afterId: number, limit: number): Promise<readonly (SessionAddress & { readonly id: number })[]>;
}

/**
 * Opens the store of session states, as JSON in the read model's database with columns for lists. A page holds at most
 * 1,000.
 */
export async function createSqliteSessionStore(options: SqliteSessionStoreOptions): Promise<SqliteSessionStore> {
  const file = workerFile('./session-worker', import.meta.url);
  const place = (readOnly: boolean) => ({
    file,
    data: { path: options.path, readOnly, folder: options.folder } satisfies SessionWorkerData,
    beside: options.beside,
  });
  const writer = await startDatabaseThread<SessionWriterHandlers>({ name: 'session-writer', ...place(false) });
  const reader = await startDatabaseThread<SessionReaderHandlers>({ name: 'session-reader', ...place(true) }).catch(
    async (error: unknown) => {
      await writer.close();
      throw error;
    },
  );
  return {
    load: async ({ tenant, space, session }) => {
      const state = await reader.call('load', [tenant, space, session]);
      return state === undefined ? undefined : (JSON.parse(state) as SessionState);
    },
    save: async (states, upTo) => {
      if (states.length > 0 || upTo) await writer.call('save', [states.map(rowOf), upTo]);
    },
    unsealed: (afterId, limit) => reader.call('unsealed', [afterId, limit]),
    savedUpTo: (partition) => reader.call('savedUpTo', [partition]),
    replace: (states, gone, upTo) => writer.call('replace', [states.map(rowOf), gone, upTo]),
    wipe: () => writer.call('wipe', []),
    list: async ({ tenant, space, limit, cursor }) => {
      const scope = `sessions/${spaceKey({ tenant, space })}`;
      const size = pageSize(limit);
      const sessions = await reader.call('list', [
        tenant,
        space,
        size + 1,
        cursor === undefined ? FROM_THE_TOP : decodePageCursor(scope, cursor),
      ]);
      if (sessions.length <= size) return { sessions };
      const last = sessions[size - 1]!;
      return { sessions: sessions.slice(0, size), cursor: encodePageCursor(scope, { at: last.lastAt, name: last.session }) };
    },
    spaces: async ({ tenant, limit, cursor, only }) => {
      const scope = `spaces/${tenant}`;
      const size = pageSize(limit);
      const spaces = await reader.call('spaces', [
        tenant,
        size + 1,
        cursor === undefined ? FROM_THE_TOP : decodePageCursor(scope, cursor),
        only,
      ]);
      if (spaces.length <= size) return { spaces };
      const last = spaces[size - 1]!;
      return { spaces: spaces.slice(0, size), cursor: encodePageCursor(scope, { at: last.lastAt, name: last.space }) };
    },
    close: async () => {
      // The writer closes last, as only it can copy the write-ahead log into the file.
      await reader.close();
      await writer.close();
    },
  };
}

function pageSize(limit: number): number {
  return Math.min(MAX_PAGE, Math.max(1, Math.trunc(limit) || 1));
}

function rowOf(state: SessionState): SessionRow {
  return { ...summarise(state), state: JSON.stringify(state), sealed: isSealedState(state) };
}

function summarise(state: SessionState): SessionSummary {
  const { tenant, space, session, offset, turn, cycle, firstAt, lastAt } = state;
  return { tenant, space, session, offset, events: state.ordinal, turn, cycle, markers: state.markers.length, firstAt, lastAt };
}
