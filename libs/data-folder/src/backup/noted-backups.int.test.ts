import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemOfCertificate } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp } from '../../testing/back-up.ts';
import { serveWithGateway } from '../../testing/serve-with-gateway.ts';
import { knownBackups } from './noted-backups.ts';

let root: string;
const at = (...names: string[]): string => join(root, ...names);
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-noted-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('a certificate names the backups of before the erasure by their times, and stays as it was', { timeout: 120_000 }, async () => {
  const service = await serveWithGateway(root, at('served'));
  await service.append('run-1', ['The gull eats', 'The crane turns']);
  await service.append('run-2', ['The ferry leaves']);
  const erase = async (session: string) => {
    const scope = { kind: 'session', space: 'harbour', session } as const;
    return (await service.eraser!.erase({ tenant: 'default', scope, actor: 'key' })).certificate!;
  };
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => (now += 1_000) };
  await backUp(at('served'), at('one'), { clock });
  const { manifest: second } = await backUp(at('served'), at('one'), { clock });
  const certificate = await erase('run-1');
  expect(certificate.statement.outside).toContain(`the backup of ${second.startedAt}`);
  expect(problemOfCertificate(certificate, await service.eraser!.certificateKey())).toBeUndefined();

  const { manifest: third } = await backUp(at('served'), at('two'), { clock });
  expect((await erase('run-2')).statement.outside).toContain(
    `2 backups, the first of ${second.startedAt} and the last of ${third.startedAt}`,
  );
  expect((await service.eraser!.erasure('default', certificate.statement.erasureId))?.certificate).toEqual(certificate);
  await service.stop();
});

it('a note that is damaged or cannot be written costs the note', { timeout: 60_000 }, async () => {
  await (await serveWithGateway(root, at('plain'))).stop();
  await writeFile(at('plain', 'backups.json'), '{"not": ');
  await backUp(at('plain'), at('three'));
  expect(await knownBackups(at('plain'))).toMatchObject({ count: 1 });
  await rm(at('plain', 'backups.json'));
  await mkdir(at('plain', 'backups.json', 'in-its-place'), { recursive: true });
  await backUp(at('plain'), at('four'));
  expect(await knownBackups(at('plain'))).toBeUndefined();
});
