import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLogger } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { serveFolder } from '../../testing/serve-folder.ts';

const HOME = { tenant: 'default', space: 'harbour' };
const SESSIONS = ['summer', 'winter'];

it('a start on a log that lost the last offsets of sessions with many records says so once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-heads-'));
  const lines: string[] = [];
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' });
  const serve = () => serveFolder(config, createLogger({ destination: { write: (line) => void lines.push(line) } }));
  const filling = await serve();
  await filling.stores.control.putTenant({ id: 'default', name: 'default', createdAt: 1, quotas: {} } as never);
  for (const session of SESSIONS) {
    const events = Array.from({ length: 150 }, (_, at) => ({ kind: 'user_message' as const, text: `berth ${at} of ${session}` }));
    await filling.ingest.append({ ...HOME, session, events });
  }
  await filling.ingest.settle(30_000);
  await filling.stop();
  const db = new DatabaseSync(join(dataDir, 'log.db'));
  db.exec('DELETE FROM heads');
  db.close();
  lines.length = 0;

  const service = await serve();
  const told = () => lines.filter((line) => line.includes('had lost the positions'));
  await expect.poll(told, { timeout: 20_000 }).not.toEqual([]);
  await service.stop();
  expect(told()).toEqual([expect.stringContaining(`"sessions":${SESSIONS.length},`)]);
  await rm(dataDir, { recursive: true });
});
