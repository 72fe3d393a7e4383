import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSqliteLedger } from '@total-recall/adapter-sqlite';
import type { NewLedgerEntry } from '@total-recall/domain';
import { createLogger } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveFolder } from '../../testing/serve-folder.ts';

const PLACE = { tenant: 'default', space: 'harbour', session: 'winter' };
const BATCH = 256;

let dataDir: string;
let lines: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'total-recall-ledger-'));
  lines = [];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const serve = () =>
  serveFolder(
    parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' }),
    createLogger({ destination: { write: (line) => void lines.push(line) } }),
  );

const holdOf = (number: number): NewLedgerEntry => ({
  id: `hold-${number}`,
  tenant: number === 0 ? PLACE.tenant : 'other',
  at: 1,
  actor: 'api:key_1',
  act: { type: 'HoldPlaced', name: 'case 1', scope: { kind: 'session', space: PLACE.space, session: PLACE.session } },
});

it('a long ledger with a legal hold that was moved long ago erases nothing, says so, and is refused at the next start', async () => {
  const first = await serve();
  await first.stores.control.putTenant({ id: PLACE.tenant, name: PLACE.tenant, createdAt: 1, quotas: {} } as never);
  await first.ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: 'The pilot boards a ferry' }] });
  await first.ingest.settle(30_000);
  await first.stop();
  const ledger = await createSqliteLedger({ path: join(dataDir, 'ledger.db') });
  const share = await ledger.own(0);
  for (let at = 0; at < 20 * BATCH; at += BATCH)
    await share.append(
      at,
      Array.from({ length: BATCH }, (_, place) => holdOf(at + place)),
    );
  await ledger.close();
  const second = await serve();
  await second.stores.ledger!.checked!();
  await second.stop();
  const db = new DatabaseSync(join(dataDir, 'ledger.db'));
  db.exec("UPDATE entry SET json = replace(json, 'winter', 'xinter') WHERE sequence = 1");
  db.close();

  const service = await serve();
  const said = 'ledger.db is damaged: entry 1 is not as it was written';
  const scope = { kind: 'session', space: PLACE.space, session: PLACE.session } as const;
  const erasing = service.eraser!.erase({ tenant: PLACE.tenant, scope, actor: 'key_e' });
  await expect(erasing).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining(said) });
  const { events } = await service.retriever.events({ ...PLACE, limit: 10 });
  expect(events.map(({ body }) => body?.text)).toEqual(['The pilot boards a ferry']);
  const health = await service.components.find(({ name }) => name === 'ledger')!.health!();
  expect(health).toMatchObject({ ready: true, isDegraded: true, detail: expect.stringContaining(said) });
  expect(lines.some((line) => line.includes('ledger.db is damaged; nothing is erased'))).toBe(true);
  // Nothing is open, so nothing is tried again and again.
  expect(lines.filter((line) => line.includes('"where":"erase"'))).toEqual([]);
  await service.stop();
  await expect(serve()).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining(said) });
});
