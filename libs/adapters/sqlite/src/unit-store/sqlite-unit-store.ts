import type { UnitStore } from '@total-recall/ports';
import { createClosing, packSpaceUnits, TotalRecallError, UNITS_VERSION, unpackSpaceUnits } from '@total-recall/runtime';
import { startDatabaseThread } from '../thread/database-thread.ts';
import type { SharedThread } from '../thread/shared-thread.ts';
import { workerFile } from '@total-recall/runtime/start-worker';
import type { OwnFolder } from '../thread/own-folder.ts';
import type { UnitWorkerData, UnitWorkerHandlers } from './unit-worker.ts';

export interface SqliteUnitStoreOptions {
  /** Path of a database file used by this store alone. */
  readonly path: string;
  /** Data folder that the file belongs to. */
  readonly folder?: OwnFolder;
  /** Default: `UNIT_STATE_BYTES`. */
  readonly maxStateBytes?: number;
  /** Thread that it shares with other stores. Default: one of its own. */
  readonly beside?: SharedThread;
}

/**
 * Opens a store of units. States that another version of the fold saved are dropped. Errors: `damaged` for a file that
 * is damaged or belongs to another folder; it may be removed.
 */
export async function createSqliteUnitStore({ path, folder, maxStateBytes, beside }: SqliteUnitStoreOptions): Promise<UnitStore> {
  const data: UnitWorkerData = { path, version: UNITS_VERSION, ...(folder && { folder }) };
  const thread = await startDatabaseThread<UnitWorkerHandlers>({
    name: 'units',
    file: workerFile('./unit-worker', import.meta.url),
    data,
    beside,
  }).catch((error: unknown) => {
    throw asDroppable(error, path);
  });
  const { refuseClosed, close } = createClosing('The unit store', () => thread.close());
  return {
    load: async ({ tenant, space }) => {
      const packed = await thread.call('load', [{ tenant, space }]);
      return packed && unpackSpaceUnits(packed);
    },
    sequenceOf: ({ tenant, space }) => thread.call('sequenceOf', [{ tenant, space }]),
    save: async (partition, states, upTo) => {
      refuseClosed();
      await thread.call('save', [partition, await packSpaceUnits(states, maxStateBytes), upTo]);
    },
    marks: async (partition) => {
      const saved = await thread.call('saved', [partition]);
      return saved && { saved, begun: saved };
    },
    clear: (partition) => thread.call('clear', [partition]),
    close,
  };
}

/** Names the remedy: unlike other files of the folder, this one needs no backup. */
function asDroppable(error: unknown, path: string): unknown {
  if (!(error instanceof TotalRecallError && error.code === 'damaged')) return error;
  return new TotalRecallError('damaged', `${path} is damaged or from another folder. Remove it: it is rebuilt from the ledger.`, {
    cause: error,
    details: { file: path },
  });
}
