import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@total-recall/ports/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProbeHandlers } from '../../testing/probe-worker.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteAnatomyStore } from '../anatomy-store/sqlite-anatomy-store.ts';
import { createSqliteControlStore } from '../control-store/sqlite-control-store.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { startDatabaseThread, type DatabaseThread } from './database-thread.ts';
import { startSharedThread, type SharedThread } from './shared-thread.ts';
import { workerFile } from '@total-recall/runtime/start-worker';

let folder: ReturnType<typeof temporaryFolder>;
let shared: SharedThread;

beforeEach(() => {
  folder = temporaryFolder();
  shared = startSharedThread('several');
});
afterEach(async () => {
  await shared.close();
  folder.remove();
});

function open(name: string, refuseStart = false): Promise<DatabaseThread<ProbeHandlers>> {
  const file = workerFile('../../testing/probe-worker', import.meta.url);
  return startDatabaseThread<ProbeHandlers>({ name, file, data: { path: join(folder.path, `${name}.db`), refuseStart }, beside: shared });
}

describe('a thread of several databases', () => {
  it('answers the calls of each in their order, from one thread', async () => {
    const [a, b] = await Promise.all([open('a'), open('b')]);
    expect(a.id).not.toBe(b.id);
    const added = (['a', 'b'] as const).map((value) => Promise.all([a.call('add', [value]), b.call('add', [value])]));
    expect(await Promise.all(added)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    const bytes = Uint8Array.of(1, 2, 3);
    expect(await a.call('echo', [bytes], [bytes.buffer])).toEqual(Uint8Array.of(1, 2, 3));
    expect(bytes).toHaveLength(0);
  });

  it('serves the others where one is not opened, fails, or is closed', async () => {
    const kept = await open('kept');
    expect(await codeOf(open('refused', true))).toBe('invalid_request');
    const closed = await open('closed');
    expect(await codeOf(closed.call('fail', []))).toBe('internal');
    const last = closed.call('add', ['a']);
    await closed.close();
    expect(await last).toBe(1);
    expect(await codeOf(closed.call('add', ['b']))).toBe('closed');
    expect(await kept.call('add', ['a'])).toBe(1);
    const again = await open('closed');
    expect(await again.call('add', ['c'])).toBe(2);
  });

  it('rejects what is pending in all of them, and later, after a crash', async () => {
    const [a, b] = await Promise.all([open('a'), open('b')]);
    const [, ...pending] = [a.call('crash', []), a.call('add', ['a']), b.call('block', [20]), b.call('add', ['a'])].map(codeOf);
    expect(await Promise.all(pending)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(await codeOf(b.call('add', ['b']))).toBe('unavailable');
    expect(await codeOf(open('c'))).toBe('unavailable');
    await Promise.all([a.close(), b.close()]);
  });

  it.runIf(process.platform === 'linux')('lets go of the file of a store that is not opened', async () => {
    await open('kept');
    const [damaged, control, ledger] = ['damaged.db', 'control.db', 'ledger.db'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(damaged, 'no database'.repeat(1_000));
    expect(await codeOf(createSqliteAnatomyStore({ path: damaged, beside: shared }))).toBe('damaged');
    const stranger = { id: 'another', adopts: false };
    expect(await codeOf(createSqliteControlStore({ path: control, folder: stranger, beside: shared }))).toBe('damaged');
    expect(await codeOf(createSqliteLedger({ path: ledger, folder: stranger, beside: shared }))).toBe('damaged');
    expect(openFiles().filter((file) => [damaged, control, ledger].some((path) => file.startsWith(path)))).toEqual([]);
  });
});

/** Returns the files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}
