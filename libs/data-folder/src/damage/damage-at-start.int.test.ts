import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseConfig } from '@total-recall/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveFolder } from '../../testing/serve-folder.ts';

const EVENTS = 60;

let dataDir: string;
const serve = () => serveFolder(parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'total-recall-at-start-'));
  const service = await serve();
  for (const session of ['summer', 'winter'])
    for (let at = 0; at < EVENTS / 2; at += 1)
      await service.ingest.append({ tenant: 'default', space: 'harbour', session, events: [{ kind: 'user_message', text: `gull ${at}` }] });
  await service.ingest.settle(30_000);
  await service.stop();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('damage to what a record says of its key is blamed on log.db, and not on keys.db', async () => {
  const db = new DatabaseSync(join(dataDir, 'log.db'));
  db.exec(`UPDATE records SET envelope = json_set(envelope, '$.keyId', 'key_' || '0123456789abcdef01234567') WHERE id = 12;
    UPDATE records SET envelope = json_set(envelope, '$.keyId', 'kex_x') WHERE id = 14;
    UPDATE records SET envelope = json_set(envelope, '$.session', 'sunner') WHERE id = 16;
    UPDATE records SET envelope = json_set(envelope, '$.space', 'harbous') WHERE id = 30;
    UPDATE records SET key = 'default/harbour/wintes' WHERE id = 58;`);
  db.close();
  const service = await serve();
  const detail =
    'degraded: log.db is damaged; 5 records of partition 0 cannot be read, at offsets 12, 14, 16, 30, 58; put log.db back from a backup';
  await expect.poll(async () => (await service.health()).components['log']).toEqual({ ready: true, isDegraded: true, detail });
  await service.stop();
});

it('a service whose read model is gone is ready only when what was in the log is folded', async () => {
  const folder = (await readdir(dataDir)).find((name) => name.startsWith('read-model-'))!;
  await rm(join(dataDir, folder), { recursive: true });
  const service = await serve();
  let health = await service.health();
  while (!health.components['fold']!.ready) {
    expect(health.components['fold']).toEqual({
      ready: false,
      detail: expect.stringMatching(/^is filled from the log: \d+ of 60 records$/),
    });
    health = await service.health();
  }
  expect((await service.stores.index.marks(0)).folded).toBeGreaterThanOrEqual(EVENTS - 1);
  expect(health.components['fold']).toEqual({ ready: true });
  await service.stop();
});
