import { lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemOfCertificate } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp } from '../../testing/back-up.ts';
import { serveWithGateway } from '../../testing/serve-with-gateway.ts';
import { knownBackups, noteBackup } from './noted-backups.ts';

let root: string;
const at = (...names: string[]): string => join(root, ...names);
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-noted-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Returns what a certificate would tell of the backups of a folder, and what is logged. */
async function known(folder: string) {
  const logged: object[] = [];
  return { ...(await knownBackups(at(folder), { error: (fields: object) => void logged.push(fields) })), logged };
}

it('a certificate names the backups of before the erasure by their times, and stays as it was', async () => {
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

it('notes that are damaged are lost, and those that cannot be read or written stay, which is said', async () => {
  await (await serveWithGateway(root, at('plain'))).stop();
  await writeFile(at('plain', 'backups.json'), '{"not": ');
  expect(await backUp(at('plain'), at('three'))).toMatchObject({ unnoted: undefined });
  expect(await known('plain')).toMatchObject({ count: 1, logged: [] });
  await rm(at('plain', 'backups.json'));
  // It cannot be read, and a rename would replace it.
  await mkdir(at('elsewhere'));
  await symlink(at('elsewhere'), at('plain', 'backups.json'));
  expect((await backUp(at('plain'), at('four'))).unnoted).toMatch(/^EISDIR/);
  expect((await lstat(at('plain', 'backups.json'))).isSymbolicLink()).toBe(true);
  expect(await known('plain')).toEqual({
    logged: [{ file: at('plain', 'backups.json'), err: expect.objectContaining({ code: 'EISDIR' }) }],
  });
});

it('what is no time of a backup goes into no certificate', async () => {
  await mkdir(at('odd'));
  const startedAt = '2026-01-01T00:00:00.000Z';
  const others = ['soon', '', '2026', '2026-13-01T00:00:00.000Z', '2026-01-01T00:00:00.000+01:00', `${startedAt} and more`];
  await writeFile(at('odd', 'backups.json'), JSON.stringify([...others, startedAt].map((each) => ({ target: '/b', startedAt: each }))));
  expect(await known('odd')).toEqual({ count: 1, first: startedAt, last: startedAt, logged: [] });
});

it('backups to different places that begin at once are all noted', async () => {
  await mkdir(at('busy'));
  const times = Array.from({ length: 6 }, (_, second) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString());
  await Promise.all(times.map((startedAt) => noteBackup(at('busy'), { target: `/${startedAt}`, startedAt })));
  expect(await known('busy')).toMatchObject({ count: 6, first: times[0], last: times.at(-1) });
});

it('a backup whose replaced artifacts stay keeps the note of the one before', async () => {
  await (await serveWithGateway(root, at('kept'))).stop();
  await backUp(at('kept'), at('five'));
  expect(await known('kept')).toMatchObject({ count: 1 });
  await rm(at('five', 'artifacts'), { recursive: true, force: true });
  // They cannot be listed.
  await writeFile(at('five', 'artifacts'), '');
  await expect(backUp(at('kept'), at('five'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  expect(await known('kept')).toMatchObject({ count: 2 });
});
