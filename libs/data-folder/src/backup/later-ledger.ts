import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase, createSqliteLedger } from '@total-recall/adapter-sqlite';
import { reopenErasures } from '@total-recall/ingest';
import type { Ledger } from '@total-recall/ports';
import { createSystemClock, createSystemRandom, ledgerEntries, TotalRecallError } from '@total-recall/runtime';
import { sizeOf } from '../read-model/read-model-seal.ts';
import { LEDGER } from './backup-manifest.ts';

const PARTITION = 0;

/**
 * Replaces the backup's ledger by a later one and reopens every erasure in it, because each was carried out on another
 * copy of the events. An entry records this for each, so that the next start carries them out again even if this run is
 * cut short. Errors: `invalid_request` for a ledger that lacks entries of the backup's.
 */
export async function replaceLedger(dataDir: string, folderId: string, ledgerFile: string): Promise<void> {
  const path = join(dataDir, LEDGER);
  const inBackup = (await sizeOf(path)) > 0 ? await withLedger(path, folderId, (ledger) => ledgerEntries(ledger, PARTITION)) : [];
  await rm(path, { force: true });
  await copyDatabase({ from: ledgerFile, to: path });
  await withLedger(path, folderId, async (ledger) => {
    const entries = await ledgerEntries(ledger, PARTITION);
    const ids = new Set(entries.map(({ id }) => id));
    if (!inBackup.every(({ id }) => ids.has(id)))
      throw new TotalRecallError('invalid_request', `The ledger in ${ledgerFile} is older than the backup's. Leave out --ledger.`);
    await reopenErasures(ledger, { clock: createSystemClock(), random: createSystemRandom() });
  });
}

async function withLedger<T>(path: string, id: string, work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const ledger = await createSqliteLedger({ path, folder: { id, adopts: false } });
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}
