import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp, restoreCopy } from '../../testing/back-up.ts';
import { serveWithGateway } from '../../testing/serve-with-gateway.ts';

const HELD = { kind: 'session', space: 'harbour', session: 'run-1' } as const;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-ledger-back-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const at = (name: string): string => join(root, name);
const serve = (folder = 'data') => serveWithGateway(root, at(folder));

/** Makes a folder with a rule of retention; `early` is a copy of the ledger of before a hold. */
async function heldSince(early: string): Promise<void> {
  let service = await serve();
  await service.append('run-1', ['The gull eats']);
  await service.gateway.bootstrap();
  await service.stores.control.putPolicy({ at: 'tenant/default', settings: { retention: [{ maxAgeDays: 1 }] }, updatedAt: 1 });
  await service.stop();
  await cp(at('data/ledger.db'), early);
  service = await serve();
  await service.eraser!.placeHold({ tenant: 'default', scope: HELD, name: 'case 4711', actor: 'key' });
  await service.stop();
}

const paused = { code: 'unavailable', message: expect.stringContaining('total-recall retention resume') };

describe('a ledger.db of before a hold that is put back', { timeout: 120_000 }, () => {
  it('is refused; once it is taken, retention erases nothing until it is resumed, also after another start', async () => {
    await heldSince(at('early.db'));
    for (const end of ['-wal', '-shm']) await rm(at(`data/ledger.db${end}`), { force: true });
    await cp(at('early.db'), at('data/ledger.db'));
    await expect(serve()).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining('ledger.db is older') });
    await rm(at('data/ledger.db.last'));
    for (let starts = 0; starts < 2; starts += 1) {
      const service = await serve();
      expect(await service.eraser!.holds('default', { limit: 10, released: false })).toEqual([]);
      await expect(service.retention!.sweep()).rejects.toMatchObject(paused);
      await service.stop();
    }
    const service = await serve();
    await service.eraser!.placeHold({ tenant: 'default', scope: HELD, name: 'case 4711', actor: 'key' });
    await service.stores.control.putRetentionPause(undefined);
    expect(await service.retention!.sweep()).toBe(0);
    await service.stop();
  });

  it('pauses retention in a restored folder, unless a later ledger is given; a folder that was only stopped is not paused', async () => {
    await heldSince(at('early.db'));
    await backUp(at('data'), at('backup'), { withMasterKey: true });
    await restoreCopy(at('backup'), at('restored'));
    await restoreCopy(at('backup'), at('later'), { ledgerFile: at('data/ledger.db') });
    for (const [folder, isPaused] of [
      ['restored', true],
      ['later', false],
      ['data', false],
    ] as const) {
      const service = await serve(folder);
      const swept = service.retention!.sweep();
      if (isPaused) await expect(swept).rejects.toMatchObject(paused);
      else expect(await swept).toBe(0);
      await service.stop();
    }
  });
});
