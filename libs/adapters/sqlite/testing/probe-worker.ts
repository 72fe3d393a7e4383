import { migrate } from '../src/thread/migrate.ts';
import { openDatabase } from '../src/thread/open-database.ts';
import { DatabaseRefusal, serveDatabase, withTransfer } from '../src/thread/serve-database.ts';

export type ProbeHandlers = {
  add(value: string): number;
  echo(bytes: Uint8Array<ArrayBuffer>): Uint8Array;
  refuse(): never;
  fail(): never;
  crash(): void;
  exit(): void;
  block(ms: number): void;
  /** Leaves the database no more room than it has. */
  takeRoom(): void;
};

interface ProbeData {
  readonly path: string;
  readonly refuseStart?: boolean;
  readonly isFull?: boolean;
  /** Statement that a second migration step runs. */
  readonly step?: string;
}

/** Serves a database thread that fails on request in all possible ways. */
serveDatabase(({ path, refuseStart, isFull, step }: ProbeData) => {
  if (refuseStart) throw new DatabaseRefusal('invalid_request', 'This one never starts.');
  const db = openDatabase({ path, synchronous: 'NORMAL' });
  if (isFull) db.exec('PRAGMA max_page_count = 1');
  migrate(db, 'probe', ['CREATE TABLE kept (value TEXT NOT NULL) STRICT', ...(step === undefined ? [] : [step])]);
  const handlers: ProbeHandlers = {
    add: (value) => {
      db.prepare('INSERT INTO kept (value) VALUES (?)').run(value);
      return (db.prepare('SELECT count(*) AS rows FROM kept').get() as { rows: number }).rows;
    },
    echo: (bytes) => withTransfer(bytes, [bytes.buffer]),
    refuse: () => {
      throw new DatabaseRefusal('invalid_cursor', 'Not this one.', { field: 'cursor' });
    },
    fail: () => {
      throw new Error('with a secret in it');
    },
    crash: () =>
      queueMicrotask(() => {
        throw new Error('the thread broke');
      }),
    exit: () => process.exit(3),
    takeRoom: () => db.exec('PRAGMA max_page_count = 1'),
    block: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  };
  return { handlers, close: () => db.close() };
});
