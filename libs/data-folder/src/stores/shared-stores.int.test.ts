import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '@total-recall/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStores, type StoreThreads } from './open-stores.ts';

const PLACE = { tenant: 'default', space: 'harbour' };

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-shared-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const openIn = (threads: StoreThreads) =>
  openStores({ ...parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: join(root, 'data') }), threads });

it('keeps the same data however many threads its stores have', async () => {
  const act = { type: 'SweepCommitted', cursors: [], reader: 1, events: 0 } as const;
  let keyId: string | undefined;
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', note);
  for (const [at, threads] of (['few', 'own', 'one', 'few'] as const).entries()) {
    const stores = await openIn(threads);
    const key = await stores.keys.spaceKey(PLACE.tenant, PLACE.space);
    keyId ??= key.keyId;
    expect(key.keyId).toBe(keyId);
    await (await stores.ledger!.own(0)).append(at, [{ ...PLACE, id: `e${at}`, at, actor: 'sweep', act }]);
    await stores.close();
  }
  process.off('warning', note);
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});

it.for(['few', 'one'] as const)('begins damaged analytics anew beside stores that are open, in %s', async (threads) => {
  await (await openIn(threads)).close();
  await truncate(join(root, 'data', 'anatomy.db'), 5_000);
  const stores = await openIn(threads);
  await stores.keys.spaceKey(PLACE.tenant, PLACE.space);
  await stores.close();
  expect(await readdir(join(root, 'data'))).toContain('anatomy.db.damaged');
});

it.for(['few', 'one'] as const)('refuses a folder whose ledger is damaged, and lets go of the rest, in %s', async (threads) => {
  await (await openIn(threads)).close();
  await truncate(join(root, 'data', 'ledger.db'), 5_000);
  await expect(openIn(threads)).rejects.toMatchObject({ code: 'damaged' });
  await expect(openIn(threads)).rejects.toMatchObject({ code: 'damaged' });
});
