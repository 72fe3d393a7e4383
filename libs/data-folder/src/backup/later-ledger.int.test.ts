import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErasureCertificate } from '@total-recall/domain';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkCertificate } from '../verify/check-certificate.ts';
import { checkBackup } from './restore-folder.ts';
import { backUp, restoreCopy } from '../../testing/back-up.ts';
import { serveWithGateway } from '../../testing/serve-with-gateway.ts';

let root: string;
const at = (name: string): string => join(root, name);
const configOf = (dataDir: string) =>
  parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' });

const serve = (dataDir: string) => serveWithGateway(root, dataDir);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-later-ledger-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('a restored backup erases again what a later ledger says, before it answers anybody', async () => {
  let service = await serve(at('served'));
  expect(service.asked).toMatchObject({ code: 'unauthenticated' });
  const { events } = await service.append('run-1', ['The gull eats', 'The crane turns', 'The tide waits']);
  await service.append('run-2', ['The ferry leaves']);
  await backUp(at('served'), at('backup'), { withMasterKey: true, withReadModel: true });
  const later = await service.append('run-3', ['The pilot comes', 'The buoy rings']);
  const certificates: ErasureCertificate[] = [];
  for (const scope of [
    { kind: 'events', space: 'harbour', eventIds: [events[1]!.id] },
    { kind: 'events', space: 'harbour', eventIds: [later.events[0]!.id] },
    { kind: 'session', space: 'harbour', session: 'run-2' },
  ] as const) {
    const { certificate } = await service.eraser!.erase({ tenant: 'default', scope, actor: 'key' });
    certificates.push(certificate!);
  }
  await service.stop();

  const restore = (dataDir: string, ledgerFile?: string) =>
    restoreCopy(at('backup'), dataDir, ledgerFile === undefined ? {} : { ledgerFile });
  const check = async (dataDir: string) => (await checkCertificate(configOf(dataDir), certificates[0]!, { logger: SILENT_LOGGER })).problem;
  await restore(at('without'));
  expect(await check(at('without'))).toMatch(/What it names is there/);

  expect(await checkBackup({ backup: at('backup'), ledgerFile: at('served/ledger.db') })).toMatchObject({
    manifest: { log: expect.anything() },
  });
  await expect(checkBackup({ backup: at('backup'), ledgerFile: at('nosuch.db') })).rejects.toMatchObject({ code: 'invalid_request' });
  await restore(at('restored'), at('served/ledger.db'));
  service = await serve(at('restored'));
  expect(service.asked).toMatchObject({ code: 'unavailable', message: expect.stringContaining('are done first') });
  await expect.poll(() => service.isReady(), { timeout: 30_000 }).toBe(true);
  await expect(service.enter()).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await service.read('run-1')).toEqual(['The gull eats', 'erased', 'The tide waits']);
  await expect(service.read('run-2')).rejects.toMatchObject({ code: 'erased' });
  const { sessions } = await service.stores.sessions.list({ tenant: 'default', space: 'harbour', limit: 10 });
  expect(sessions.map(({ session }) => session)).toEqual(['run-1']);
  for (const certificate of certificates)
    expect((await service.eraser!.erasure('default', certificate.statement.erasureId))?.certificate).toEqual(certificate);
  await service.stop();
  expect(await check(at('restored'))).toBeUndefined();

  service = await serve(at('restored'));
  expect(service.asked).toMatchObject({ code: 'unauthenticated' });
  await service.stop();

  // Another restore accepts the ledger of the restored folder, but not one that ends before the backup's.
  await expect(restore(at('other'), at('nothing'))).rejects.toMatchObject({ message: expect.stringContaining('There is no ledger') });
  service = await serve(at('foreign'));
  await service.stop();
  await expect(restore(at('other'), at('foreign/ledger.db'))).rejects.toMatchObject({
    message: expect.stringContaining('of another data folder'),
  });
  await backUp(at('served'), at('backup'), { withMasterKey: true });
  await expect(restore(at('other'), at('without/ledger.db'))).rejects.toMatchObject({
    message: expect.stringContaining('older than the backup'),
  });
});

it('a hold stands after a restart and in a restored backup', async () => {
  let service = await serve(at('holding'));
  await service.append('run-1', ['The gull eats', 'The crane turns']);
  const scope = { kind: 'session', space: 'harbour', session: 'run-1' } as const;
  const { underWay: _none, ...hold } = await service.eraser!.placeHold({ tenant: 'default', scope, name: 'case 4711', actor: 'key' });
  const subject = { kind: 'subject', subject: 'customer-1' } as const;
  await service.eraser!.placeHold({ tenant: 'default', scope: subject, name: 'case 4712', actor: 'key' });
  await service.stop();
  await backUp(at('holding'), at('held-backup'), { withMasterKey: true, withReadModel: true });
  await restoreCopy(at('held-backup'), at('held'));
  service = await serve(at('held'));
  expect(await service.eraser!.hold('default', hold.id)).toEqual(hold);
  await service.ingest.append({
    tenant: 'default',
    space: 'market',
    session: 'run-2',
    events: [{ kind: 'user_message', text: 'The ferry leaves', meta: { subject: 'customer-1' } }],
    wait: 'searchable',
  });
  for (const asked of [scope, subject, { kind: 'space', space: 'market' } as const])
    await expect(service.eraser!.erase({ tenant: 'default', scope: asked, actor: 'key' })).rejects.toMatchObject({ code: 'held' });
  await service.gateway.bootstrap();
  const operator = { tenant: 'system', keyId: 'key', scopes: ['admin', 'erase'], quotas: {} } as const;
  const removal = { params: { tenant: 'default' }, query: {}, headers: {}, body: { confirm: 'default' } };
  await expect(service.gateway.call('removeTenant', operator, removal)).rejects.toMatchObject({ code: 'held' });
  expect(await service.stores.control.tenant('default')).not.toHaveProperty('disabled');
  expect(await service.read('run-1')).toEqual(['The gull eats', 'The crane turns']);
  await service.stop();
});
