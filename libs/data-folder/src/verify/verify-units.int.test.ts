import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { SpaceUnits } from '@total-recall/domain';
import { SILENT_LOGGER } from '@total-recall/observability';
import { packSpaceUnits, parseConfig, unpackSpaceUnits } from '@total-recall/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveFolder } from '../../testing/serve-folder.ts';
import { verifyDataFolder } from './verify-data-folder.ts';

const HARBOUR = { tenant: 'default', space: 'harbour' };
const SPACES = ['harbour', 'quay'];
/** Time of the first, in ms since 1970: the later of two said in one millisecond is that with the greater id. */
const T0 = Date.UTC(2026, 0, 1);
const SAID = ['The crane port is 4100.', 'The gate region is north.', 'The crane port is 4200 now.'];

let root: string;
let made: string;
let dataDir: string;
let folders = 0;

const configOf = (folder: string) =>
  parseConfig('standalone', {
    HOME: root,
    TOTAL_RECALL_DATA_DIR: folder,
    TOTAL_RECALL_EMBEDDER: 'off',
    TOTAL_RECALL_CONSOLIDATE_MINUTES: '0',
  });
const serve = (folder: string) => serveFolder(configOf(folder));
const verify = (repair = false) => verifyDataFolder(configOf(dataDir), { repair, logger: SILENT_LOGGER });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-verify-units-'));
  made = join(root, 'made');
  const { stores, ingest, consolidator, stop } = await serve(made);
  await stores.control.putTenant({ id: 'default', name: 'default', createdAt: 1, quotas: {} } as never);
  for (const space of SPACES) {
    for (const [at, text] of SAID.entries())
      await ingest.append({
        tenant: 'default',
        space,
        session: `run-${at}`,
        events: [{ kind: 'user_message', text, occurredAt: T0 + at }],
      });
    await ingest.settle(30_000);
    await consolidator!.consolidate({ tenant: 'default', space });
  }
  await stop();
});
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  folders += 1;
  dataDir = join(root, `copy-${folders}`);
  await cp(made, dataDir, { recursive: true });
});

/** Works on the file of units as something else than the service would. */
function inUnits<T>(work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(dataDir, 'units.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const rowOf = (space: string): Uint8Array =>
  inUnits((db) => (db.prepare('SELECT state FROM space_units WHERE space = ?').get(space) as { state: Uint8Array }).state);

/** Stores other units of the space, with the checksum that they need to be read. */
async function store(changed: SpaceUnits): Promise<void> {
  const { packed } = (await packSpaceUnits([changed]))[0]!;
  const sql = 'UPDATE space_units SET state = ?, crc32 = ? WHERE space = ?';
  inUnits((db) => expect(db.prepare(sql).run(packed, crc32(packed), changed.space).changes).toBe(1));
}

async function expectMended(before: Uint8Array): Promise<void> {
  const { report, repaired } = await verify(true);
  expect([report.findings, report.kinds.units]).toEqual([[], { checked: SPACES.length, wrong: 0 }]);
  expect(repaired).toMatchObject({ unitsFolded: 1 });
  expect(repaired).not.toHaveProperty('readModelAside');
  expect(Buffer.compare(rowOf('harbour'), before)).toBe(0);
}

describe('the units of a data folder', () => {
  it('are what the ledger folds to, where nobody touched them', async () => {
    const { report } = await verify();
    expect([report.ok, report.findings, report.kinds.units]).toEqual([true, [], { checked: SPACES.length, wrong: 0 }]);
  });

  it('that show as current what was replaced are said by their space, and folded again', async () => {
    const before = rowOf('harbour');
    const state = await unpackSpaceUnits(before);
    const [archived] = [...state.units.values()].filter(({ status }) => status.is === 'superseded');
    await store({ ...state, units: new Map(state.units).set(archived!.id, { ...archived!, status: { is: 'current' } }) });
    const { report } = await verify();
    expect(report.findings).toEqual([{ kind: 'units', fault: 'differs', remedy: 'fold_anew', partition: 0, ...HARBOUR }]);
    await expectMended(before);
  });

  it('that lack a fact, or are gone, are folded again', async () => {
    const before = rowOf('harbour');
    const state = await unpackSpaceUnits(before);
    await store({ ...state, units: new Map([...state.units].slice(1)) });
    expect((await verify()).report.findings).toMatchObject([{ fault: 'differs', ...HARBOUR }]);
    await expectMended(before);
    inUnits((db) => db.exec(`DELETE FROM space_units WHERE space = 'harbour'`));
    expect((await verify()).report.findings).toMatchObject([{ fault: 'missing', remedy: 'fold_anew', ...HARBOUR }]);
    await expectMended(before);
  });

  it('of entries that the ledger does not have are told apart, as no fold would replace them', async () => {
    inUnits((db) => db.exec(`UPDATE space_units SET sequence = sequence + 1000 WHERE space = 'harbour'`));
    expect((await verify(true)).report.findings).toMatchObject([{ fault: 'unknown', remedy: 'restore_ledger', ...HARBOUR }]);
    inUnits((db) => db.exec(`UPDATE saved_up_to SET entry_id = 'of another ledger'`));
    expect((await verify()).report.findings).toMatchObject([{ kind: 'units', fault: 'unknown', remedy: 'restore_ledger', partition: 0 }]);
    await rm(join(dataDir, 'units.db'));
    await (await serve(dataDir)).stop();
    expect((await verify()).report).toMatchObject({ findings: [], kinds: { units: { checked: SPACES.length, wrong: 0 } } });
  });

  it('whose bytes are not what was written are refused by name, and put aside by a repair', async () => {
    inUnits((db) => db.exec('UPDATE space_units SET state = zeroblob(length(state))'));
    await expect(verify()).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining('units.db') });
    expect((await verify(true)).report).toMatchObject({ ok: true, kinds: { units: { checked: 0 } } });
    await (await serve(dataDir)).stop();
    expect((await verify()).report.kinds.units).toEqual({ checked: SPACES.length, wrong: 0 });
  });
});
