import type { LedgerEntry, NewLedgerEntry } from '@total-recall/domain';
import { LEDGER_LIMITS, type Ledger } from '@total-recall/ports';
import { checkCount, createClosing, TotalRecallError } from '@total-recall/runtime';
import { startDatabaseThread } from '../thread/database-thread.ts';
import type { SharedThread } from '../thread/shared-thread.ts';
import { workerFile } from '@total-recall/runtime/start-worker';
import type { OwnFolder } from '../thread/own-folder.ts';
import type { LedgerRow, LedgerWorkerData, LedgerWorkerHandlers } from './ledger-worker.ts';

export interface SqliteLedgerOptions {
  /** Path of a database file used by this ledger alone. */
  readonly path: string;
  /** Data folder that the file belongs to. */
  readonly folder?: OwnFolder;
  /** Thread that it shares with other stores. Default: one of its own. */
  readonly beside?: SharedThread;
  /**
   * True to open a long ledger with a check of only the entries since the last check of all; the others are checked when
   * `checked` is called. Default: false.
   */
  readonly checksLater?: boolean;
  /**
   * True to note the last entry beside the file, and to refuse a file that lacks the one that was noted. Default: false, as
   * for a program that only looks at a copy.
   */
  readonly notesLast?: boolean;
}

/** Entries checked in one call at most, so that no other call waits for more than some milliseconds. */
const CHECKED_A_CALL = 250;

/**
 * Opens a fully durable ledger of one partition. Errors: `damaged` for a file that is damaged or belongs to another
 * folder, and with `notesLast` for one that is older than what was noted.
 */
export async function createSqliteLedger(options: SqliteLedgerOptions): Promise<Ledger> {
  const { path, folder, checksLater = false, notesLast = false } = options;
  const data: LedgerWorkerData = { path, checksLater, notesLast, ...(folder && { folder }) };
  const thread = await startDatabaseThread<LedgerWorkerHandlers>({
    name: 'ledger',
    file: workerFile('./ledger-worker', import.meta.url),
    data,
    beside: options.beside,
  });
  const { refuseClosed, close } = createClosing('The ledger', () => thread.close());
  let fault: TotalRecallError | undefined;
  let checking: Promise<void> | undefined;
  const checkAll = async (): Promise<void> => {
    try {
      do refuseClosed();
      while (!(await thread.call('check', [CHECKED_A_CALL])));
    } catch (error) {
      if (error instanceof TotalRecallError && error.code === 'damaged') fault = error;
      // Another failure may pass, and the next caller has it go on.
      else checking = undefined;
      throw error;
    }
  };
  return {
    partitions: 1,
    partitionOf: () => 0,
    async own(partition) {
      refuseClosed();
      const epoch = await thread.call('own', [partition]);
      return {
        partition,
        epoch,
        async append(afterSequence, entries) {
          refuseClosed();
          if (fault) throw fault;
          if (entries.length > LEDGER_LIMITS.batch)
            throw new TotalRecallError('batch_too_large', `At most ${LEDGER_LIMITS.batch} entries are appended at once.`);
          const given = entries.map((entry) => ({ id: entry.id, json: JSON.stringify(entry) }));
          return (await thread.call('append', [partition, epoch, afterSequence, given])).map(toEntry);
        },
      };
    },
    async read(partition, afterSequence, limit) {
      refuseClosed();
      checkCount('limit', limit, LEDGER_LIMITS.page);
      return (await thread.call('read', [partition, afterSequence, limit])).map(toEntry);
    },
    async readAbout({ tenant, space }, range, limit) {
      refuseClosed();
      checkCount('limit', limit, LEDGER_LIMITS.page);
      return (await thread.call('readAbout', [tenant, space, range, limit])).map(toEntry);
    },
    async find(tenant, id) {
      refuseClosed();
      const row = await thread.call('find', [id]);
      const entry = row && toEntry(row);
      return entry?.tenant === tenant ? entry : undefined;
    },
    checked: () => (checking ??= checkAll()),
    refusal: () => fault,
    close,
  };
}

function toEntry({ sequence, epoch, json }: LedgerRow): LedgerEntry {
  return { ...(JSON.parse(json) as NewLedgerEntry), sequence, epoch };
}
