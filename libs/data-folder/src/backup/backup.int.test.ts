import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lockFile } from '@total-recall/adapter-sqlite';
import { createLogger, SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkCertificate } from '../verify/check-certificate.ts';
import { backUp, restoreCopy } from '../../testing/back-up.ts';
import { serveFolder } from '../../testing/serve-folder.ts';
import { rotateFolderMaster } from '../keys/rotate-master.ts';
import { checkBackup, type RestoreOptions } from './restore-folder.ts';

const TENANT = 'default';
const SESSIONS = ['summer', 'winter'];
const QUIET = 'harbour';
const BUSY = 'yard';
/** Builds a text larger than its part of a window: it becomes an artifact and evicts some of what precedes it. */
const MANIFEST_OF_CARGO = (at: number): string =>
  Array.from({ length: 400 }, (_, line) => `crate ${at}-${line}: weight ${(line * 37 + at) % 900} kg, berth ${line % 7}`).join('\n');

const ANSWER_ITSELF: ReadonlySet<string> = new Set(['retrievalId', 'windowId', 'turnId', 'assembledAt']);

let root: string;
let made: string;
let next = 0;

const configOf = (dataDir: string) =>
  parseConfig('standalone', {
    HOME: root,
    TOTAL_RECALL_DATA_DIR: dataDir,
    TOTAL_RECALL_EMBEDDER: 'off',
    TOTAL_RECALL_WINDOW_TOKENS: '8192',
  });

const serve = (dataDir: string) => serveFolder(configOf(dataDir), createLogger({ destination: { write: () => undefined } }));

type Service = Awaited<ReturnType<typeof serve>>;

/** Appends events and returns the acknowledged ids. */
async function append({ ingest }: Service, space: string, session: string, at: number): Promise<string[]> {
  const { events } = await ingest.append({
    tenant: TENANT,
    space,
    session,
    events: [
      { kind: 'user_message', text: `pilot${session}${at}zq boards a ferry` },
      { kind: 'tool_call', text: '', call: { name: 'cargo', arguments: { at }, callId: `call-${at}` } },
      { kind: 'tool_result', text: MANIFEST_OF_CARGO(at), result: { callId: `call-${at}` } },
    ] as never,
  });
  return events.map(({ id }) => id);
}

/** Returns everything that a space answers, as text. */
async function saidBy({ retriever }: Service, space: string): Promise<string> {
  const said: unknown[] = [];
  for (const session of SESSIONS) {
    const place = { tenant: TENANT, space, session };
    said.push(await retriever.assembleWindow(place), await retriever.events({ ...place, limit: 500 }));
  }
  for (const query of ['pilotsummer3zq', 'crate weight berth', 'ferry'])
    said.push((await retriever.recall({ tenant: TENANT, space, queries: [query] })).hits);
  // Leaves out the ids and times of the answers themselves.
  return JSON.stringify(said, (key, value: unknown) => (ANSWER_ITSELF.has(key) ? undefined : value), 1);
}

const restore = (backup: string, dataDir: string, rest: Partial<RestoreOptions> = {}) =>
  restoreCopy(backup, dataDir, { masterKeyFrom: join(made, 'master.key'), ...rest });

/** Returns how often a backup tells of artifacts before it copies the keys: of each folder twice. */
async function looksAtArtifacts(dataDir: string): Promise<number> {
  const entries = await readdir(join(dataDir, 'artifacts'), { recursive: true });
  return 2 * new Set(entries.filter((entry) => /art_[0-9a-f]{32}$/.test(entry)).map((entry) => dirname(entry))).size;
}

const fresh = (name: string): string => join(root, `${name}-${++next}`);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-backup-test-'));
  made = join(root, 'made');
  const service = await serve(made);
  await service.stores.control.putTenant({ id: TENANT, name: TENANT, createdAt: 1 });
  for (let at = 0; at < 8; at += 1) for (const session of SESSIONS) await append(service, QUIET, session, at);
  await service.ingest.settle(30_000);
  await service.stop();
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('a restore', () => {
  it('leaves a folder that nobody else opens until every record was checked', async () => {
    const [dataDir, target, restored, killed] = [fresh('served'), fresh('backup'), fresh('restored'), fresh('killed')];
    await cp(made, dataDir, { recursive: true });
    const service = await serve(dataDir);
    await backUp(dataDir, target, { withReadModel: false });
    await service.stop();
    const states: string[] = [];
    const stateOf = (folder: string): string =>
      (JSON.parse(readFileSync(join(folder, 'identity.json'), 'utf8')) as { state: string }).state;
    const onProgress = (stage: string): void => {
      if (stage !== 'records') return;
      states.push(stateOf(restored));
      if (states.length === 1) cpSync(restored, killed, { recursive: true });
    };
    await restore(target, restored, { onProgress });
    expect([...new Set(states), stateOf(restored)]).toEqual(['restoring', 'made']);
    await expect(serve(killed)).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining('was cut short') as string });
    const again = await serve(restored);
    await again.stop();
    expect(stateOf(restored)).toBe('made');
  });
});

describe('a backup that is made while appends go on', () => {
  it.each([false, true])(
    'holds what was acknowledged before it, and says the same when it is restored (read model copied: %s)',
    async (withReadModel) => {
      const [dataDir, target, restored] = [fresh('served'), fresh('backup'), fresh('restored')];
      await cp(made, dataDir, { recursive: true });
      const service = await serve(dataDir);
      const before = await saidBy(service, QUIET);
      expect(before).toContain('evicted');
      const acknowledged: string[] = [];
      let running = true;
      const load = (async () => {
        for (let at = 1_000; running; at += 1) acknowledged.push(...(await append(service, BUSY, SESSIONS[at % 2]!, at)));
      })();
      await expect.poll(() => acknowledged.length).toBeGreaterThan(30);
      const promised = [...acknowledged];
      const { manifest } = await backUp(dataDir, target, { withReadModel });
      const during = acknowledged.length - promised.length;
      running = false;
      await load;
      await service.stop();
      expect(during).toBeGreaterThan(0);
      expect(manifest.checked).toMatchObject({ erased: 0, unreadable: 0 });
      expect(manifest.files.some(({ path }) => path.endsWith('/index.db'))).toBe(withReadModel);

      const { checked } = await restore(target, restored);
      expect(checked).toEqual(manifest.checked);
      const again = await serve(restored);
      try {
        await again.ingest.settle(30_000);
        await expect.poll(async () => (await again.health()).ready).toBe(true);
        expect(await saidBy(again, QUIET)).toBe(before);
        const ids = new Set<string>();
        for (const session of SESSIONS) {
          const { events } = await again.retriever.events({ tenant: TENANT, space: BUSY, session, limit: 500 });
          for (const { id, kind } of events) if (kind !== 'compaction' && kind !== 'task_state') ids.add(id);
        }
        expect(promised.filter((id) => !ids.has(id))).toEqual([]);
        const whole = new Set(acknowledged);
        expect([...ids].filter((id) => !whole.has(id))).toEqual([]);
      } finally {
        await again.stop();
      }
    },
    60_000,
  );
});

describe('a second backup into the same place', () => {
  it('copies only what is new, and an earlier one stays whole until it is there', async () => {
    const [dataDir, target] = [fresh('served'), fresh('backup')];
    await cp(made, dataDir, { recursive: true });
    const first = await backUp(dataDir, target);
    expect(first.artifacts).toMatchObject({ count: 8, copied: 8 });
    const service = await serve(dataDir);
    await append(service, QUIET, 'summer', 100);
    const second = await backUp(dataDir, target);
    await service.stop();
    expect(second.artifacts).toMatchObject({ count: 9, copied: 1 });
    expect((await readdir(target)).filter((entry) => entry.startsWith('at-'))).toEqual([second.manifest.databases]);
    // An interrupted run leaves databases that no manifest names.
    await mkdir(join(target, 'at-20200101T000000000Z'));
    expect((await checkBackup({ backup: target })).manifest).toEqual(second.manifest);
    const third = await backUp(dataDir, target);
    expect((await readdir(target)).filter((entry) => entry.startsWith('at-'))).toEqual([third.manifest.databases]);
  });

  it('is refused in a folder that holds something else, the backups of another folder, or the data itself', async () => {
    const target = fresh('backup');
    await mkdir(target);
    await writeFile(join(target, 'thesis.doc'), 'x');
    await expect(backUp(made, target)).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('is not empty') });
    const other = fresh('other');
    await (await serve(other)).stop();
    await backUp(other, fresh('backup'));
    await expect(backUp(made, join(root, `backup-${next}`))).rejects.toMatchObject({
      message: expect.stringContaining('of another data folder'),
    });
    await expect(backUp(made, join(made, 'backup'))).rejects.toMatchObject({
      message: expect.stringContaining('must not contain each other'),
    });
    await expect(backUp(fresh('nothing'), fresh('backup'))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('keys', () => {
  it('apart from the backup are asked for, and only those of the same folder are taken', async () => {
    const [target, restored, keysFile] = [fresh('backup'), fresh('restored'), join(fresh('vault'), 'keys.db')];
    const { manifest } = await backUp(made, target, { keys: { kind: 'apart', file: keysFile } });
    expect(manifest.files.map(({ path }) => path.split('/').at(-1)).sort()).toEqual(['anatomy.db', 'control.db', 'ledger.db', 'log.db']);
    await expect(restore(target, restored)).rejects.toMatchObject({ message: expect.stringContaining('--keys') });
    const other = fresh('other');
    await (await serve(other)).stop();
    await expect(restore(target, restored, { keysFile: join(other, 'keys.db') })).rejects.toMatchObject({
      message: expect.stringContaining('are from another data folder'),
    });
    expect((await restore(target, restored, { keysFile })).checked).toMatchObject({ unreadable: 0 });
  });

  it('apart from the backup replace the file that a link names, which stays a link, and no file of the backup', async () => {
    const [target, vault, link] = [fresh('backup'), fresh('vault'), fresh('linked.db')];
    const keysFile = join(vault, 'keys.db');
    await backUp(made, target, { keys: { kind: 'apart', file: keysFile } });
    const { ino } = await stat(keysFile);
    await symlink(keysFile, link);
    await backUp(made, target, { keys: { kind: 'apart', file: link } });
    expect(await readlink(link)).toBe(keysFile);
    expect((await stat(keysFile)).ino).not.toBe(ino);
    expect(await readdir(vault)).toEqual(['keys.db']);
    const inside = join(target, 'keys.db');
    await cp(keysFile, inside);
    await rm(link);
    await symlink(inside, link);
    const linkedFolder = fresh('linked');
    await symlink(target, linkedFolder);
    for (const file of [link, join(linkedFolder, 'other.db')]) {
      const refused = backUp(made, target, { keys: { kind: 'apart', file } });
      await expect(refused).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('in the backup itself') });
    }
  });

  it('are nowhere in a backup that was made without them, and neither is the master key unless it was asked for', async () => {
    const wrapped = createHash('sha256')
      .update(await readFile(join(made, 'keys.db')))
      .digest('hex');
    const target = fresh('backup');
    const { manifest } = await backUp(made, target, { keys: { kind: 'left_out' } });
    expect(manifest).toMatchObject({ keys: 'left_out', masterKey: 'left_out' });
    const secret = (await readFile(join(made, 'master.key'), 'utf8')).trim();
    for (const entry of await readdir(target, { recursive: true })) {
      const path = join(target, entry);
      if (!(await stat(path)).isFile()) continue;
      const bytes = await readFile(path);
      expect(entry).not.toContain('keys.db');
      expect(createHash('sha256').update(bytes).digest('hex')).not.toBe(wrapped);
      expect(bytes.includes(secret)).toBe(false);
    }
    await expect(restore(target, fresh('restored'))).rejects.toMatchObject({ message: expect.stringContaining('was made without keys') });
    const whole = fresh('backup');
    await backUp(made, whole, { withMasterKey: true });
    const restored = fresh('restored');
    const alone = await restoreCopy(whole, restored);
    expect(alone.checked).toMatchObject({ unreadable: 0 });
  });
});

describe('a backup that is damaged', () => {
  let target: string;
  let restored: string;
  let databases: string;
  beforeEach(async () => {
    [target, restored] = [fresh('backup'), fresh('restored')];
    ({
      manifest: { databases },
    } = await backUp(made, target));
  });

  const flip = async (path: string): Promise<void> => {
    const bytes = await readFile(path);
    bytes[Math.floor(bytes.length / 2)]! ^= 0xff;
    await writeFile(path, bytes);
  };
  const anArtifact = async (): Promise<string> =>
    join(
      'artifacts',
      (await readdir(join(target, 'artifacts'), { recursive: true })).find((entry) => /art_[0-9a-f]{32}$/.test(entry))!,
    );

  it.each(['log.db', 'keys.db', 'control.db', 'anatomy.db', 'artifacts.jsonl'])(
    'is refused for %s, by name, and leaves nothing behind',
    async (file) => {
      await flip(join(target, databases, file));
      const refused = { code: 'damaged', message: expect.stringContaining(`${databases}/${file} is damaged`) as string };
      await expect(restore(target, restored)).rejects.toMatchObject(refused);
      expect(await readdir(restored)).toEqual([]);
      await expect(checkBackup({ backup: target })).rejects.toMatchObject(refused);
    },
  );

  it('names everything that is wrong with it', async () => {
    const artifact = await anArtifact();
    await flip(join(target, artifact));
    await rm(join(target, databases, 'control.db'));
    await expect(restore(target, restored)).rejects.toMatchObject({
      message: expect.stringMatching(
        new RegExp(`${databases}/control.db is missing, ${artifact.replaceAll('\\', '/')} is damaged`),
      ) as string,
    });
    expect(await readdir(restored)).toEqual([]);
  });

  it('is refused where its manifest is gone, cut or changed', async () => {
    const path = join(target, 'manifest.json');
    const text = await readFile(path, 'utf8');
    for (const changed of [text.slice(0, 200), text.replace(/"records": \d+/, '"records": 1'), '{}']) {
      await writeFile(path, changed);
      await expect(restore(target, restored)).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringContaining('manifest.json is damaged'),
      });
    }
    await rm(path);
    await expect(restore(target, restored)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not restored over anything', async () => {
    await mkdir(restored);
    await writeFile(join(restored, 'notes'), 'x');
    await expect(restore(target, restored)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('is not empty'),
    });
    expect(await readdir(restored)).toEqual(['notes']);
  });

  it('is not restored over a folder that has its master key from an earlier restore', async () => {
    await restore(target, restored);
    await expect(restore(target, restored)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('is not empty'),
    });
  });

  it('is not opened where its restore was cut short', async () => {
    await restore(target, restored);
    const identity = join(restored, 'identity.json');
    await writeFile(identity, (await readFile(identity, 'utf8')).replace('"made"', '"restoring"'));
    await expect(serve(restored)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('restore into it was cut short'),
    });
  });
});

describe('a backup beside an erasure', () => {
  /** A folder, and the same after an event was erased that a marker speaks of. */
  async function erasing() {
    const [dataDir, later] = [fresh('served'), fresh('later')];
    await cp(made, dataDir, { recursive: true });
    await cp(made, later, { recursive: true });
    const service = await serve(later);
    const { events } = await service.retriever.events({ tenant: TENANT, space: QUIET, session: 'summer', limit: 5 });
    const scope = { kind: 'events', space: QUIET, eventIds: [events[0]!.id] } as const;
    const { certificate } = await service.eraser!.erase({ tenant: TENANT, scope, actor: 'key' });
    const said = await saidBy(service, QUIET);
    await service.stop();
    /** Puts into the folder what the erasure changed, but for the log and the read model. */
    const erase = (): void => {
      for (const name of ['artifacts', 'keys.db', 'ledger.db']) {
        for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, name + end), { recursive: true, force: true });
        cpSync(join(later, name), join(dataDir, name), { recursive: true });
      }
    };
    return { dataDir, certificate: certificate!, said, erase };
  }
  const againErased = async (restored: string) => {
    const service = await serve(restored);
    await expect.poll(() => service.eraser!.owes()).toBe(false);
    return service;
  };

  it('has what the erasure wrote anew, though the artifacts were copied before', async () => {
    const { dataDir, said, erase } = await erasing();
    const looksBeforeKeys = await looksAtArtifacts(dataDir);
    let looks = 0;
    const [target, restored] = [fresh('backup'), fresh('restored')];
    await backUp(dataDir, target, {
      onProgress: (stage) => {
        if (stage === 'artifacts' && ++looks === looksBeforeKeys) erase();
      },
    });
    expect((await restore(target, restored)).checked).toMatchObject({ unreadable: 0 });
    const again = await againErased(restored);
    await again.ingest.settle(30_000);
    expect(await saidBy(again, QUIET)).toBe(said);
    await again.stop();
  });

  it('does it again where it is restored, as its read model may be from before', async () => {
    const { dataDir, certificate, erase } = await erasing();
    let isErased = false;
    const [target, restored] = [fresh('backup'), fresh('restored')];
    await backUp(dataDir, target, {
      withReadModel: true,
      onProgress: (stage) => {
        if (stage !== 'artifacts' || isErased) return;
        isErased = true;
        erase();
      },
    });
    await restore(target, restored);
    await (await againErased(restored)).stop();
    expect((await checkCertificate(configOf(restored), certificate, { logger: SILENT_LOGGER })).problem).toBeUndefined();
  });
});

it.each(['log.db', 'keys.db', 'control.db', 'ledger.db'])('is refused where %s is damaged or gone, by name', async (file) => {
  const dataDir = fresh('served');
  await cp(made, dataDir, { recursive: true });
  const path = join(dataDir, file);
  const bytes = await readFile(path);
  await writeFile(path, Buffer.concat([Buffer.alloc(200, 7), bytes.subarray(200)]));
  const refused = { code: 'damaged', message: expect.stringContaining(file) as string };
  await expect(backUp(dataDir, fresh('backup'))).rejects.toMatchObject(refused);
  await rm(path);
  await expect(backUp(dataDir, fresh('backup'))).rejects.toMatchObject(refused);
});

it('says that the master key was rotated meanwhile, and is whole when it is made again', async () => {
  const [dataDir, rotated, target] = [fresh('served'), fresh('rotated'), fresh('backup')];
  await cp(made, dataDir, { recursive: true });
  await cp(made, rotated, { recursive: true });
  await rotateFolderMaster(configOf(rotated));
  const rotate = (): void => {
    for (const name of ['keys.db', 'master.key']) {
      for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, name + end), { force: true });
      cpSync(join(rotated, name), join(dataDir, name));
    }
  };
  const looksBeforeKeys = await looksAtArtifacts(dataDir);
  let looks = 0;
  const onProgress = (stage: string): void => {
    if (stage === 'artifacts' && ++looks === looksBeforeKeys + 1) rotate();
  };
  await expect(backUp(dataDir, target, { onProgress })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('was rotated while the backup was made'),
  });
  expect((await backUp(dataDir, target)).manifest.checked).toMatchObject({ unreadable: 0 });
});

it('takes keys with what the log beside them still has', async () => {
  const [dataDir, target, restored] = [fresh('served'), fresh('backup'), fresh('restored')];
  await cp(made, dataDir, { recursive: true });
  const service = await serve(dataDir);
  await append(service, BUSY, 'summer', 1);
  const killed = fresh('killed');
  // A copy of the files as a kill leaves them.
  await cp(dataDir, killed, { recursive: true });
  await backUp(dataDir, target, { keys: { kind: 'left_out' } });
  await service.stop();
  expect((await stat(join(killed, 'keys.db-wal'))).size).toBeGreaterThan(0);
  expect((await restore(target, restored, { keysFile: join(killed, 'keys.db') })).checked).toMatchObject({ unreadable: 0 });
});

it('is restored into a folder in which no service can start before the end', async () => {
  const [target, restored] = [fresh('backup'), fresh('restored')];
  await backUp(made, target);
  let taken: (() => void) | undefined;
  let isWatching = true;
  // As a supervisor does that starts the service as soon as the folder may be opened.
  const watching = (async () => {
    while (isWatching && !taken) {
      const identity = join(restored, 'identity.json');
      if (existsSync(identity) && readFileSync(identity, 'utf8').includes('"made"')) taken = lockFile(join(restored, 'lock.db'), 0);
      await new Promise(setImmediate);
    }
  })();
  const outcome = await restore(target, restored).catch((error: unknown) => error);
  isWatching = false;
  await watching;
  taken?.();
  expect({ outcome, isTaken: taken !== undefined }).toMatchObject({ outcome: { checked: { unreadable: 0 } }, isTaken: false });
});

it('of a log that is damaged goes on, and says which records cannot be read', async () => {
  const [dataDir, target] = [fresh('served'), fresh('backup')];
  await cp(made, dataDir, { recursive: true });
  const { DatabaseSync } = await import('node:sqlite');
  const log = new DatabaseSync(join(dataDir, 'log.db'));
  log.exec('UPDATE records SET sealed = zeroblob(length(sealed)) WHERE id IN (5, 9)');
  log.close();
  const { manifest } = await backUp(dataDir, target);
  expect(manifest.checked).toMatchObject({ unreadable: 2, unreadableAt: [5, 9].map((offset) => ({ partition: 0, offset })) });
  expect((await restore(target, fresh('restored'))).checked).toEqual(manifest.checked);
  expect(await checkBackup({ backup: target })).toMatchObject({ isOpened: false, checked: manifest.checked });
  const opened = await checkBackup({ backup: target, masterKeyFrom: join(made, 'master.key') });
  expect(opened).toMatchObject({ isOpened: true, checked: manifest.checked });
});
