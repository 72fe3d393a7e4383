import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@total-recall/client';
import { backUpFolder, restoreFolder, verifyDataFolder } from '@total-recall/data-folder';
import { makeKey, OPERATOR_SCOPES, OPERATOR_TENANT } from '@total-recall/gateway';
import { SILENT_LOGGER } from '@total-recall/observability';
import { createSystemClock, createSystemRandom, parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import { openPassingTime } from './passing-time.ts';
import { refusable } from './refusals.ts';

/** The service of one process on a folder that outlives its restarts. */
export interface LiveMemory {
  readonly client: Client;
  /** A client with another key. */
  clientWith(apiKey: string): Client;
  /** A client with a key of the operator, who may make and disable tenants. */
  operator(): Promise<Client>;
  /** Stops the service and starts it again, after its read model was removed where that is asked for. */
  restart(without: 'nothing' | 'read model'): Promise<void>;
  /** Lets days go by for the service. */
  passDays(days: number): void;
  /** Copies the folder beside the running service; resolves to the folder of the backup. */
  backUp(withReadModel: boolean): Promise<string>;
  /** Stops the service and starts it on a folder that is restored from a backup, with the latest ledger where that is asked for. */
  restore(backup: string, withLatestLedger: boolean): Promise<void>;
  /** Stops the service and compares its folder with its log; returns what differs. The memory is over then. */
  verify(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openLiveMemory(): Promise<LiveMemory> {
  const root = await mkdtemp(join(tmpdir(), 'total-recall-random-'));
  const time = openPassingTime();
  const folder = (): string => join(root, `folder-${folders}`);
  const configOf = (dataDir: string) =>
    parseConfig('standalone', {
      TOTAL_RECALL_DATA_DIR: dataDir,
      TOTAL_RECALL_PORT: '0',
      TOTAL_RECALL_OPS_PORT: '0',
      TOTAL_RECALL_EMBEDDER: 'off',
    });
  const start = () => createStandalone(configOf(folder()), SILENT_LOGGER, '0.0.0-test');
  let folders = 0;
  let backups = 0;
  let service = await start();
  if (service.bootstrap.kind !== 'created') throw new Error('the first start made no key');
  const { apiKey } = service.bootstrap;
  let client = createClient({ url: service.url, apiKey });
  const startAgain = async (): Promise<void> => {
    service = await start();
    client = createClient({ url: service.url, apiKey });
  };
  return {
    get client() {
      return client;
    },
    clientWith: (key) => createClient({ url: service.url, apiKey: key }),
    async operator() {
      const deps = { control: service.cores.stores.control, clock: createSystemClock(), random: createSystemRandom() };
      const { text } = await makeKey(deps, OPERATOR_TENANT, { name: 'operator', scopes: [...OPERATOR_SCOPES] });
      return createClient({ url: service.url, apiKey: text });
    },
    async restart(without) {
      await service.stop();
      if (without === 'read model')
        for (const name of await readdir(folder())) if (name.startsWith('read-model-')) await rm(join(folder(), name), { recursive: true });
      await startAgain();
    },
    passDays: (days) => time.pass(days),
    async backUp(withReadModel) {
      const target = join(root, `backup-${(backups += 1)}`);
      const { masterKeyFile, masterKeys } = configOf(folder());
      const more = { withMasterKey: true, withReadModel, version: '0.0.0-test', clock: createSystemClock() };
      await backUpFolder({ dataDir: folder(), target, keys: { kind: 'included' }, masterKeyFile, masterKeys, ...more });
      return target;
    },
    async restore(backup, withLatestLedger) {
      await service.stop();
      const ledgerFile = join(folder(), 'ledger.db');
      folders += 1;
      const { masterKeyFile, masterKeys, dataDir } = configOf(folder());
      await restoreFolder({ backup, dataDir, readers: 1, masterKeyFile, masterKeys, ...(withLatestLedger && { ledgerFile }) });
      await startAgain();
      await untilServed(client);
    },
    async verify() {
      await service.stop();
      const { report } = await verifyDataFolder(configOf(folder()), { repair: false, logger: SILENT_LOGGER });
      return report.findings.map((finding) => JSON.stringify(finding));
    },
    async close() {
      time.close();
      await service.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Waits until the erasures of a later ledger are done again, before which nothing is answered. */
async function untilServed(client: Client): Promise<void> {
  for (let tries = 0; (await refusable(['unavailable'], () => client.spaces())) === undefined; tries += 1)
    if (tries === 600) throw new Error('the restored service answers nothing');
    else await new Promise((resolve) => setTimeout(resolve, 50));
}
