import { cp, mkdir, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptySpaceUnits } from '@total-recall/domain';
import { parseConfig } from '@total-recall/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStores } from './open-stores.ts';

const UNITS = { ...emptySpaceUnits('default', 'harbour'), sequence: 1, cursors: new Map([['s1', 4]]) };

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-units-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const openIn = (folder: string, more = {}) =>
  openStores({ ...parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: join(root, folder) }), ...more });

/** Makes a data folder with one entry of the ledger and its units. */
async function madeIn(folder: string): Promise<string> {
  const stores = await openIn(folder);
  const act = { type: 'SweepCommitted', cursors: [], reader: 1, events: 0 } as const;
  await (await stores.ledger!.own(0)).append(0, [{ id: 'e1', tenant: 'default', space: 'harbour', at: 1, actor: 'sweep', act }]);
  await stores.units!.save(0, [UNITS], { sequence: 1, entryId: 'e1' });
  await stores.close();
  return join(root, folder);
}

async function heldIn(folder: string): Promise<{ upTo: number | undefined; units: unknown }> {
  const stores = await openIn(folder);
  const held = { upTo: (await stores.units!.marks(0))?.saved.sequence, units: await stores.units!.load(UNITS) };
  await stores.close();
  return held;
}

const ANEW = { upTo: undefined, units: undefined };

describe('units.db', () => {
  it('is kept over a start', async () => {
    await madeIn('data');
    expect(await heldIn('data')).toEqual({ upTo: 1, units: UNITS });
  });

  it.each<[string, (path: string) => Promise<void>, boolean]>([
    ['is gone', (path) => rm(path), false],
    ['is cut', (path) => truncate(path, 5_000), true],
    ['is a folder', (path) => rm(path).then(() => mkdir(path)), true],
    ['is of another folder', async (path) => cp(join(await madeIn('other'), 'units.db'), path), true],
  ])('that %s is begun anew', async (_title, change, isAside) => {
    const folder = await madeIn('data');
    await change(join(folder, 'units.db'));
    expect(await heldIn('data')).toEqual(ANEW);
    expect((await readdir(folder)).includes('units.db.damaged')).toBe(isAside);
  });

  it('that is cut is refused where nothing is to be mended', async () => {
    const folder = await madeIn('data');
    await truncate(join(folder, 'units.db'), 5_000);
    await expect(openIn('data', { mends: false })).rejects.toMatchObject({ code: 'damaged' });
  });
});
