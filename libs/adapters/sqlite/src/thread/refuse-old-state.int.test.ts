import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditEntry } from '@total-recall/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteControlStore } from '../control-store/sqlite-control-store.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';

interface Store {
  /** Changes something, the given time. */
  change(time: number): Promise<void>;
  /** Counts the changes that stand there. */
  changes(): Promise<number>;
  close(): Promise<void>;
}

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const pathOf = (name: string): string => join(folder.path, name);

async function openControl(): Promise<Store> {
  const store = await createSqliteControlStore({ path: pathOf('control.db') });
  return {
    change: (time) => store.appendAudit([{ id: `a${time}`, tenant: 'acme', at: time } as AuditEntry]),
    changes: async () => (await store.audit({ tenant: 'acme', limit: 10 })).length,
    close: () => store.close(),
  };
}

async function openLedger(): Promise<Store> {
  const ledger = await createSqliteLedger({ path: pathOf('ledger.db') });
  const own = await ledger.own(0);
  const act = { type: 'SweepCommitted', cursors: [], reader: 1, events: 0 } as const;
  return {
    change: async (time) =>
      void (await own.append(time, [{ id: `e${time}`, tenant: 'acme', space: 'demo', at: time, actor: 'sweep', act }])),
    changes: async () => (await ledger.read(0, 0, 10)).length,
    close: () => ledger.close(),
  };
}

describe.each([
  ['control.db', openControl],
  ['ledger.db', openLedger],
] as const)('%s', (name, open) => {
  /** Copies database and write-ahead log while they are open, as a crash leaves them. */
  const copyAs = (copy: string): void => {
    for (const suffix of ['', '-wal']) copyFileSync(pathOf(name + suffix), pathOf(copy + suffix));
  };

  it('is refused beside a write-ahead log that is older, and neither is changed', async () => {
    const store = await open();
    await store.change(0);
    copyAs('early');
    await store.change(1);
    await store.close();
    copyFileSync(pathOf('early-wal'), pathOf(`${name}-wal`));
    const bytes = (): Buffer[] => ['', '-wal'].map((suffix) => readFileSync(pathOf(name + suffix)));
    const before = bytes();
    for (let time = 0; time < 2; time += 1)
      await expect(open()).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringMatching(new RegExp(`${name}-wal is of an earlier state than ${name}, .*Move ${name}-wal`)),
      });
    expect(bytes()).toEqual(before);
    for (const suffix of ['-wal', '-shm']) rmSync(pathOf(name + suffix), { force: true });
    const again = await open();
    expect(await again.changes()).toBe(2);
    await again.close();
  });

  it('takes the write-ahead log that a crash left', async () => {
    const first = await open();
    await first.change(0);
    await first.close();
    const store = await open();
    await store.change(1);
    copyAs('crashed');
    await store.close();
    for (const suffix of ['', '-wal']) copyFileSync(pathOf(`crashed${suffix}`), pathOf(name + suffix));
    const again = await open();
    expect(await again.changes()).toBe(2);
    await again.close();
  });
});
