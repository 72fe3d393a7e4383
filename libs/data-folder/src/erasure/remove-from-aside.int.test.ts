import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics, SILENT_LOGGER } from '@total-recall/observability';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogDamage } from '../damage/log-damage.ts';
import { removeFromAside } from './remove-from-aside.ts';

const ASIDE = ['anatomy.db.damaged', 'read-model-0a1b-v13.damaged', 'units.db.damaged'];

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'total-recall-aside-'));
  await mkdir(join(dataDir, 'read-model-0a1b-v13.damaged'));
  await writeFile(join(dataDir, 'read-model-0a1b-v13.damaged', 'index.db'), 'vectors');
  for (const name of ['anatomy.db.damaged', 'units.db.damaged', 'log.db', 'log.db.damaged', 'anatomy.db'])
    await writeFile(join(dataDir, name), name);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const deps = () => ({
  dataDir,
  damage: createLogDamage({ logger: SILENT_LOGGER, metrics: createMetrics({ processMetrics: false }) }),
  logger: SILENT_LOGGER,
});

it('removes what the service put aside, and nothing else', async () => {
  const checked = deps();
  checked.damage.noteChecked();
  await removeFromAside(checked);
  await removeFromAside(checked);
  expect((await readdir(dataDir)).sort()).toEqual(['anatomy.db', 'log.db', 'log.db.damaged']);
});

it('removes nothing while the log lacks records, and names what is in the way', async () => {
  const { damage, ...others } = deps();
  damage.noteChecked();
  damage.note({ partition: 0, offset: 7, reason: 'its page is damaged' });
  await expect(removeFromAside({ damage, ...others })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(join(dataDir, 'read-model-0a1b-v13.damaged')),
  });
  expect((await readdir(dataDir)).filter((name) => ASIDE.includes(name)).sort()).toEqual(ASIDE);
});

it('says how far the check of the log is, and why it stands', async () => {
  const { damage, ...others } = deps();
  const at = { partition: 0, partitions: 1, offset: 300, end: 899 };
  damage.noteProgress(at);
  const refused = () => removeFromAside({ damage, ...others }).catch((error: Error) => error.message);
  expect(await refused()).toContain('its check is at offset 300 of 900 in partition 0');
  damage.noteProgress({ ...at, failure: 'the disk is busy' });
  expect(await refused()).toContain('tried again: the disk is busy');
});

it('removes no read model before all of the log was read, but what is no copy of it', async () => {
  const unchecked = deps();
  const readModel = join(dataDir, 'read-model-0a1b-v13.damaged');
  await expect(removeFromAside(unchecked)).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining(readModel) });
  expect((await readdir(dataDir)).filter((name) => ASIDE.includes(name)).sort()).toEqual(ASIDE);
  await rm(readModel, { recursive: true });
  await removeFromAside(unchecked);
  expect((await readdir(dataDir)).sort()).toEqual(['anatomy.db', 'log.db', 'log.db.damaged']);
});
