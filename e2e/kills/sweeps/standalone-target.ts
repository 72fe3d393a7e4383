import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteLedger, createSqliteUnitStore } from '@total-recall/adapter-sqlite';
import { runProgram } from '../../load/run-program.ts';
import { printedKey, serveProcess, type ServedProcess } from '../../serve-process.ts';
import { UNLIMITED } from '../../unlimited.ts';
import { readWhole } from './read-whole.ts';
import { TENANT, type SweepTarget } from './sweep-target.ts';

/** Starts the standalone service on a folder of its own. */
export async function openStandaloneTarget(minutes: number): Promise<SweepTarget> {
  const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-sweeps-'));
  const env = { ...UNLIMITED, TOTAL_RECALL_CONSOLIDATE_MINUTES: String(minutes) };
  let service: ServedProcess = await serveProcess(dataDir, env);
  const apiKey = printedKey(service.output());
  const unitsPath = join(dataDir, 'units.db');
  return {
    apiKey,
    url: () => service.url,
    kill: () => service.kill(),
    start: async (killedAfterMs) => {
      if (killedAfterMs !== undefined) {
        const anywhere = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_EMBEDDER: 'off' };
        const starting = runProgram(['serve'], { ...process.env, ...anywhere, TOTAL_RECALL_DATA_DIR: dataDir, ...env });
        await new Promise((resolve) => setTimeout(resolve, killedAfterMs));
        await starting.kill();
      }
      service = await serveProcess(dataDir, env);
    },
    rest: async () => {
      const code = await service.stop();
      if (code !== 0) throw new Error(`the service ended with ${code}: ${service.output().slice(-500)}`);
    },
    ledger: async () => {
      const ledger = await createSqliteLedger({ path: join(dataDir, 'ledger.db') });
      return readWhole(ledger, 0).finally(() => ledger.close());
    },
    units: async (space) => {
      const store = await createSqliteUnitStore({ path: unitsPath });
      return store.load({ tenant: TENANT, space }).finally(() => store.close());
    },
    dropUnits: async () => {
      for (const end of ['', '-wal', '-shm']) await rm(`${unitsPath}${end}`, { force: true });
    },
    stop: async () => {
      await service.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
