import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp, restoreCopy } from '../../testing/back-up.ts';
import { serveFolder } from '../../testing/serve-folder.ts';
import { checkBackup, type RestoreOptions } from './restore-folder.ts';

const TENANT = 'default';
const PLACE = { tenant: TENANT, space: 'harbour', session: 'summer' };
const EVENTS = 4;
const CARGO = (at: number): string =>
  Array.from({ length: 400 }, (_, line) => `crate ${at}-${line}: weight ${(line * 37 + at) % 900} kg`).join('\n');

let root: string;
let made: string;
let next = 0;

const fresh = (name: string): string => join(root, `${name}-${++next}`);
const serve = (dataDir: string) =>
  serveFolder(
    parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' }),
    createLogger({ destination: { write: () => undefined } }),
  );
const restore = (backup: string, dataDir: string, rest: Partial<RestoreOptions> = {}) =>
  restoreCopy(backup, dataDir, { masterKeyFrom: join(made, 'master.key'), ...rest });

/** Returns the files below a folder of artifacts, by their paths. */
async function artifactsOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((entry) => /art_[0-9a-f]{32}$/.test(entry)).sort();
}

const inFolder = (dataDir: string): string => join(dataDir, 'artifacts', 'hot');
const inBackup = (target: string): string => join(target, 'artifacts');

async function copyOf(folder: string): Promise<string> {
  const dataDir = fresh('served');
  await cp(folder, dataDir, { recursive: true });
  return dataDir;
}

/** Makes a folder and its first backup. */
async function backedUp() {
  const [dataDir, target] = [await copyOf(made), fresh('backup')];
  const { artifacts } = await backUp(dataDir, target);
  expect(artifacts).toMatchObject({ count: EVENTS, kept: { count: 0 }, missing: { count: 0 }, replaced: { count: 0 } });
  return { dataDir, target, paths: await artifactsOf(inBackup(target)) };
}

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 0xff;
  await writeFile(file, bytes);
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-lost-'));
  made = join(root, 'made');
  const service = await serve(made);
  await service.stores.control.putTenant({ id: TENANT, name: TENANT, createdAt: 1 });
  for (let at = 0; at < EVENTS; at += 1) await service.ingest.append({ ...PLACE, events: [{ kind: 'tool_result', text: CARGO(at) }] });
  await service.ingest.settle(30_000);
  await service.stop();
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('artifacts that a data folder lost', () => {
  const losses: [string, (store: string) => Promise<void>][] = [
    ['that is gone', async () => undefined],
    ['that is an empty mount point', async (store) => void (await mkdir(store))],
    ['that links to a disk that is not mounted', (store) => symlink('/nonexistent', store)],
    ['that is a file', (store) => writeFile(store, 'x')],
  ];
  it.each(losses)('stay in the backup, from a folder %s, until they are back', async (_, replace) => {
    const { dataDir, target, paths } = await backedUp();
    const store = join(dataDir, 'artifacts');
    await rm(store, { recursive: true });
    await replace(store);
    for (let night = 0; night < 2; night += 1) {
      const { artifacts } = await backUp(dataDir, target);
      expect(artifacts).toMatchObject({ count: EVENTS, kept: { count: EVENTS, paths }, missing: { count: 0 }, unexplained: { count: 0 } });
      expect(await checkBackup({ backup: target })).toMatchObject({ manifest: { artifacts: { count: EVENTS } }, missing: { count: 0 } });
    }
    expect(await restore(target, fresh('restored'))).toMatchObject({ missing: { count: 0 }, leftOut: [] });
    await rm(store, { recursive: true, force: true });
    await cp(inBackup(target), inFolder(dataDir), { recursive: true });
    expect((await backUp(dataDir, target)).artifacts).toMatchObject({ count: EVENTS, copied: 0, kept: { count: 0 } });
  });

  it('and that an erasure or nothing explains: only what was erased leaves the backup', async () => {
    const { dataDir, target, paths } = await backedUp();
    const service = await serve(dataDir);
    const { events } = await service.retriever.events({ ...PLACE, limit: 5 });
    await service.eraser!.erase({
      tenant: TENANT,
      scope: { kind: 'events', space: PLACE.space, eventIds: [events[0]!.id] },
      actor: 'key',
    });
    await service.stop();
    // The body that replaces the erased event's is an artifact, too.
    const left = await artifactsOf(inFolder(dataDir));
    const [erased] = paths.filter((path) => !left.includes(path));
    const [revised] = left.filter((path) => !paths.includes(path));
    expect([erased, revised, left.length]).toEqual([expect.any(String), expect.any(String), EVENTS]);
    expect((await backUp(dataDir, target)).artifacts).toMatchObject({ count: EVENTS, copied: 1, kept: { count: 0 } });
    expect(await artifactsOf(inBackup(target))).toEqual(left);
    await rm(join(dataDir, 'artifacts'), { recursive: true });
    expect((await backUp(dataDir, target)).artifacts).toMatchObject({ count: EVENTS, kept: { count: EVENTS }, missing: { count: 0 } });
    expect(await artifactsOf(inBackup(target))).toEqual(left);
  });

  it('and that belong to no event leave the backup', async () => {
    const [dataDir, target] = [await copyOf(made), fresh('backup')];
    const [path] = await artifactsOf(inFolder(dataDir));
    const orphan = path!.replace(/..\/art_.*$/, `00/art_${'0'.repeat(32)}`);
    await mkdir(join(inFolder(dataDir), orphan, '..'), { recursive: true });
    await writeFile(join(inFolder(dataDir), orphan), 'x');
    expect((await backUp(dataDir, target)).artifacts).toMatchObject({ count: EVENTS + 1, missing: { count: 0 } });
    await rm(join(inFolder(dataDir), orphan));
    expect((await backUp(dataDir, target)).artifacts).toMatchObject({ count: EVENTS, kept: { count: 0 }, unexplained: { count: 0 } });
    expect(existsSync(join(inBackup(target), orphan))).toBe(false);
  });

  it('and that no backup has are named, by the backup, its check and a restore', async () => {
    const [dataDir, target] = [await copyOf(made), fresh('backup')];
    const [path] = await artifactsOf(inFolder(dataDir));
    await rm(join(inFolder(dataDir), path!));
    const missing = { count: 1, paths: [path] };
    expect((await backUp(dataDir, target)).artifacts).toMatchObject({ count: EVENTS - 1, missing });
    expect(await checkBackup({ backup: target })).toMatchObject({ missing });
    expect(await restore(target, fresh('restored'))).toMatchObject({ missing, checked: { unreadable: 0 } });
  });

  it('stay where no master key says whether they were erased, unless the ledger does', async () => {
    const { dataDir, target, paths } = await backedUp();
    const service = await serve(dataDir);
    const { events } = await service.retriever.events({ ...PLACE, limit: 5 });
    const scope = { kind: 'events', space: PLACE.space, eventIds: [events[0]!.id] } as const;
    await service.eraser!.erase({ tenant: TENANT, scope, actor: 'key' });
    await service.stop();
    const left = await artifactsOf(inFolder(dataDir));
    await rm(join(dataDir, 'artifacts'), { recursive: true });
    const { artifacts, manifest } = await backUp(dataDir, target, { masterKeyFile: join(root, 'nothing') });
    expect(artifacts).toMatchObject({ count: EVENTS - 1, kept: { count: 0 }, unexplained: { count: EVENTS - 1 } });
    expect(manifest.artifacts.missing).toBeUndefined();
    expect(await artifactsOf(inBackup(target))).toEqual(paths.filter((path) => left.includes(path)));
  });

  it('stay in the backup where the folder has them cut, and go where the backup had them cut', async () => {
    const { dataDir, target, paths } = await backedUp();
    const [path] = paths;
    const whole = await readFile(join(inBackup(target), path!));
    await truncate(join(inFolder(dataDir), path!), 100);
    expect((await backUp(dataDir, target)).artifacts).toMatchObject({ kept: { count: 1, paths: [path] }, missing: { count: 0 } });
    expect(await readFile(join(inBackup(target), path!))).toEqual(whole);
    const other = fresh('backup');
    expect((await backUp(dataDir, other)).artifacts).toMatchObject({ count: EVENTS });
    await writeFile(join(inFolder(dataDir), path!), whole);
    expect((await backUp(dataDir, other)).artifacts).toMatchObject({ kept: { count: 0 }, missing: { count: 0 } });
    expect(await readFile(join(inBackup(other), path!))).toEqual(whole);
    expect(await restore(other, fresh('restored'))).toMatchObject({ missing: { count: 0 } });
  });
});

it('artifacts that a data folder lost stay in a backup that lost its manifest, and in one whose list is damaged', async () => {
  const { dataDir, target, paths } = await backedUp();
  await rm(join(dataDir, 'artifacts'), { recursive: true });
  await rm(join(target, 'manifest.json'));
  const { artifacts, manifest } = await backUp(dataDir, target);
  expect(artifacts).toMatchObject({ count: EVENTS, kept: { count: EVENTS, paths }, missing: { count: 0 } });
  expect(await restore(target, fresh('restored'))).toMatchObject({ missing: { count: 0 } });
  await flip(join(target, manifest.databases, 'artifacts.jsonl'));
  await expect(backUp(dataDir, target)).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining('artifacts.jsonl is damaged, so it is not known which artifacts') as string,
  });
  expect(await artifactsOf(inBackup(target))).toEqual(paths);
});

it('a check with the master key tells which artifacts a backup lacks that was made without one', async () => {
  const [dataDir, target, keysFile] = [await copyOf(made), fresh('backup'), join(fresh('vault'), 'keys.db')];
  const [path] = await artifactsOf(inFolder(dataDir));
  await rm(join(inFolder(dataDir), path!));
  await backUp(dataDir, target, { masterKeyFile: join(root, 'nothing'), keys: { kind: 'apart', file: keysFile } });
  const before = await readdir(target, { recursive: true });
  expect((await checkBackup({ backup: target })).missing).toBeUndefined();
  const masterKeyFrom = join(made, 'master.key');
  expect((await checkBackup({ backup: target, masterKeyFrom, keysFile })).missing).toEqual({ count: 1, paths: [path] });
  await expect(checkBackup({ backup: target, masterKeyFrom })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('name their file with --keys') as string,
  });
  expect(await readdir(target, { recursive: true })).toEqual(before);
});

describe('an artifact that is damaged in the backup', () => {
  it('is replaced by that of the data folder, and named', async () => {
    const { dataDir, target, paths } = await backedUp();
    await flip(join(inBackup(target), paths[1]!));
    await rm(join(inBackup(target), paths[2]!));
    const replaced = { count: 2, paths: paths.slice(1, 3) };
    expect((await backUp(dataDir, target)).artifacts).toMatchObject({ count: EVENTS, copied: 0, replaced, missing: { count: 0 } });
    expect(await restore(target, fresh('restored'))).toMatchObject({ missing: { count: 0 }, leftOut: [] });
  });

  it('is missing where the data folder lost it', async () => {
    const { dataDir, target, paths } = await backedUp();
    await flip(join(inBackup(target), paths[1]!));
    await rm(join(inFolder(dataDir), paths[1]!));
    expect((await backUp(dataDir, target)).artifacts).toMatchObject({
      count: EVENTS - 1,
      kept: { count: 0 },
      missing: { count: 1, paths: [paths[1]] },
    });
  });

  it('is refused with what to do, and left out of a restore that asks for it', async () => {
    const { target, paths } = await backedUp();
    await flip(join(inBackup(target), paths[1]!));
    await rm(join(inBackup(target), paths[2]!));
    const restored = fresh('restored');
    const refused = {
      code: 'damaged',
      message: expect.stringMatching(
        `artifacts/${paths[1]} is damaged, artifacts/${paths[2]} is missing\\. Nothing was restored\\. Remove these files and back up into it again.*--without-damaged-artifacts`,
      ) as string,
    };
    await expect(restore(target, restored)).rejects.toMatchObject(refused);
    await expect(checkBackup({ backup: target })).rejects.toMatchObject(refused);
    expect(await restore(target, restored, { withoutDamaged: true })).toMatchObject({
      leftOut: [{ fault: 'damaged' }, { fault: 'missing' }],
      missing: { count: 2 },
    });
    expect(await artifactsOf(inFolder(restored))).toEqual([paths[0], paths[3]]);
    const service = await serve(restored);
    await service.ingest.settle(30_000);
    expect((await service.retriever.events({ ...PLACE, limit: 10 })).events).toHaveLength(EVENTS);
    await service.stop();
  });
});

describe.skipIf(process.platform === 'win32')('a pipe', () => {
  const pipe = async (file: string): Promise<void> => {
    await rm(file);
    execFileSync('mkfifo', [file]);
  };

  it.each([
    ['an artifact', (paths: readonly string[]) => join('artifacts', paths[0]!)],
    ['a database', (_: readonly string[], databases: string) => join(databases, 'log.db')],
    ['the list of artifacts', (_: readonly string[], databases: string) => join(databases, 'artifacts.jsonl')],
    ['the manifest', () => 'manifest.json'],
  ])('in place of %s of a backup is refused by name', async (_, placeOf) => {
    const { target, paths } = await backedUp();
    const databases = (await readdir(target)).find((entry) => entry.startsWith('at-'))!;
    const file = placeOf(paths, databases);
    await pipe(join(target, file));
    const refused = { code: 'damaged', message: expect.stringContaining(`${file} is no regular file`) as string };
    await expect(restore(target, fresh('restored'))).rejects.toMatchObject(refused);
    await expect(checkBackup({ backup: target })).rejects.toMatchObject(refused);
  });

  it('in place of an artifact of a data folder counts as a lost one', async () => {
    const { dataDir, target, paths } = await backedUp();
    await pipe(join(inFolder(dataDir), paths[0]!));
    expect((await backUp(dataDir, target)).artifacts).toMatchObject({ kept: { count: 1, paths: [paths[0]] } });
  });
});
