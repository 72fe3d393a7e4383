import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { createFileMasterKeys } from '@total-recall/adapter-files';
import { readSigningKey, readVerifyingKeys } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findCommand, run } from './servers/server-host.ts';

const SCRIPT = fileURLToPath(new URL('../infra/make-secrets.sh', import.meta.url));
const [shell, openssl] = await Promise.all([findCommand('sh'), findCommand('openssl')]);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'total-recall-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const held = async (): Promise<Record<string, string>> =>
  Object.fromEntries(await Promise.all((await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')])));

it.runIf(shell && openssl)('secrets are made once, for their owner alone, and are what the services read', async () => {
  await run('sh', [SCRIPT, folder]);
  const made = await held();
  await run('sh', [SCRIPT, folder]);
  expect(await held()).toEqual(made);
  const modes = await Promise.all(Object.keys(made).map(async (name) => (await stat(join(folder, name))).mode & 0o077));
  expect(modes.every((mode) => mode === 0)).toBe(true);

  expect(await createFileMasterKeys(join(folder, 'master.key')).versions()).toHaveLength(1);
  const { keyId } = readSigningKey(made['service.key']!);
  expect(readVerifyingKeys(made['service.pub']!)).toMatchObject([{ keyId }]);
  expect(made['clickhouse-password']).toMatch(/^[0-9a-f]{48}$/);
  expect(made['clickhouse-password']).not.toBe(made['s3-secret-access-key']);
});

it.runIf(shell && openssl)('their certificate proves a service to its caller, and the caller to it', async () => {
  await run('sh', [SCRIPT, folder]);
  const { 'ca.crt': ca, 'tls.crt': cert, 'tls.key': key } = await held();
  const server = createServer({ ca, cert, key, requestCert: true, rejectUnauthorized: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'secureConnection') as Promise<[TLSSocket]>;
    const caller = connect({ port, host: '127.0.0.1', servername: 'ingest', ca, cert, key });
    await once(caller, 'secureConnect');
    const [service] = await accepted;
    expect([caller.authorized, service.authorized]).toEqual([true, true]);
    caller.destroy();
    service.destroy();

    const stranger = connect({ port, host: '127.0.0.1', servername: 'elsewhere.example.com', ca, cert, key });
    await expect(once(stranger, 'secureConnect')).rejects.toThrow(/altnames/);
    stranger.destroy();
  } finally {
    server.close();
  }
});
