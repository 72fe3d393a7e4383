import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSqliteLedger } from '@total-recall/adapter-sqlite';
import { createLogger, SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveFolder } from '../../testing/serve-folder.ts';
import { openControl } from '../stores/open-control.ts';
import { verifyDataFolder } from '../verify/verify-data-folder.ts';

const EVENTS = 60;
const HOME = { tenant: 'default', space: 'harbour' };
const SESSIONS = ['summer', 'winter'];

let root: string;
let made: string;
let dataDir: string;
let lines: string[];
let next = 0;

const configOf = (folder: string) => parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: folder, TOTAL_RECALL_EMBEDDER: 'off' });

const serve = (folder: string) => serveFolder(configOf(folder), createLogger({ destination: { write: (line) => void lines.push(line) } }));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-damage-'));
  made = join(root, 'made');
  lines = [];
  const service = await serve(made);
  await service.stores.control.putTenant({ id: 'default', name: 'default', createdAt: 1, quotas: {} } as never);
  for (const session of SESSIONS) await append(service, session, 0, EVENTS / 2);
  await service.ingest.settle(30_000);
  await service.stop();
});
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  lines = [];
  dataDir = join(root, `copy-${++next}`);
  await cp(made, dataDir, { recursive: true });
});

type Service = Awaited<ReturnType<typeof serve>>;

async function append({ ingest }: Service, session: string, from: number, count: number): Promise<void> {
  for (let at = from; at < from + count; at += 1)
    await ingest.append({ ...HOME, session, events: [{ kind: 'user_message', text: `pilot${session}${at}zq boards a ferry` }] });
}

/**
 * Expects every event in the listing with its text, in its session's window and in a recall, and that the service
 * accepts more.
 */
async function expectWhole(service: Service, count = EVENTS / 2): Promise<void> {
  for (const session of SESSIONS) {
    const { events } = await service.retriever.events({ ...HOME, session, limit: 500 });
    expect(events.map(({ body }) => body?.text)).toEqual(Array.from({ length: count }, (_, at) => `pilot${session}${at}zq boards a ferry`));
    const { blocks } = await service.retriever.assembleWindow({ ...HOME, session });
    const window = blocks.map(({ text }) => text).join('\n');
    for (const { body } of events) expect(window).toContain(body!.text);
    const { hits } = await service.retriever.recall({ ...HOME, queries: [`pilot${session}7zq`] });
    expect(hits[0]?.eventId).toBe(events[7]!.id);
  }
}

async function readModel(): Promise<string> {
  return join(
    dataDir,
    (await readdir(dataDir)).find((entry) => /^read-model-[0-9a-f]+-v\d+$/.test(entry))!,
  );
}

async function flip(path: string, share: number, length = 64): Promise<void> {
  const bytes = await readFile(path);
  const from = Math.floor(bytes.length * share);
  for (let at = from; at < from + length; at += 1) bytes[at]! ^= 0xff;
  await writeFile(path, bytes);
}

/** Changes a database of the folder behind the service's back. */
function change(file: string, sql: string): void {
  const db = new DatabaseSync(join(dataDir, file));
  db.exec(sql);
  db.close();
}

const refused = async (): Promise<{ code?: string; message: string }> =>
  serve(dataDir).then(
    async (service) => {
      await service.stop();
      throw new Error('it was not refused');
    },
    (error: { code?: string; message: string }) => error,
  );

describe('a part of a data folder that is missing or foreign', () => {
  it.each(['log.db', 'keys.db', 'control.db', 'ledger.db', 'master.key'])(
    '%s that is gone is refused by name, and nothing is made in its place',
    async (file) => {
      await rm(join(dataDir, file));
      const before = await readdir(dataDir, { recursive: true });
      const { code, message } = await refused();
      expect([code, message]).toEqual(['damaged', expect.stringContaining(`${file} is not there, and was`)]);
      expect((await readdir(dataDir, { recursive: true })).filter((name) => !/lock/.test(name))).toEqual(
        before.filter((name) => !/lock/.test(name)),
      );
    },
  );

  it.each(['log.db', 'keys.db', 'control.db', 'ledger.db', 'master.key'])(
    '%s that is empty, or a folder in its place, is refused by name',
    async (file) => {
      await writeFile(join(dataDir, file), '');
      expect(await refused()).toMatchObject({ code: 'damaged', message: expect.stringContaining(`${file} is empty, and was not`) });
      await rm(join(dataDir, file));
      await mkdir(join(dataDir, file));
      expect(await refused()).toMatchObject({ code: 'damaged', message: expect.stringContaining(`${file} is a folder, but was a file`) });
    },
  );

  it.each(['log.db', 'keys.db', 'control.db', 'ledger.db'])('%s of another folder is refused by name', async (file) => {
    const other = join(root, `other-${next}`);
    await (await serve(other)).stop();
    await cp(join(other, file), join(dataDir, file));
    if (file === 'keys.db') await cp(join(other, 'master.key'), join(dataDir, 'master.key'));
    const { code, message } = await refused();
    expect([code, message]).toEqual(['damaged', expect.stringContaining(`${file} is not the one that belongs into the data folder`)]);
  });

  it('anatomy.db of another folder is put aside and begun anew; one that names no folder is kept', async () => {
    const other = join(root, `other-${next}`);
    await (await serve(other)).stop();
    await cp(join(other, 'anatomy.db'), join(dataDir, 'anatomy.db'));
    await (await serve(dataDir)).stop();
    expect(await readdir(dataDir)).toContain('anatomy.db.damaged');
    expect(lines.some((line) => line.includes('anatomy.db was damaged, from another folder or of a newer'))).toBe(true);
    await rm(join(dataDir, 'anatomy.db.damaged'));
    change('anatomy.db', 'DROP TABLE data_folder');
    for (let starts = 0; starts < 2; starts += 1) await (await serve(dataDir)).stop();
    expect(await readdir(dataDir)).not.toContain('anatomy.db.damaged');
  });

  it('a ledger with a legal hold that was moved is refused by the entry, at a start and by verify', async () => {
    const path = join(dataDir, 'ledger.db');
    const ledger = await createSqliteLedger({ path });
    const act = { type: 'HoldPlaced', name: 'case 1', scope: { kind: 'session', space: HOME.space, session: 'winter' } } as const;
    const share = await ledger.own(0);
    const entries = await ledger.read(0, 0, 100);
    await share.append(entries.length, [{ id: 'hold-1', tenant: HOME.tenant, at: 1, actor: 'api:key_1', act }]);
    await ledger.close();
    const bytes = await readFile(path);
    bytes.write('x', bytes.indexOf('"session":"winter"') + '"session":"'.length);
    await writeFile(path, bytes);
    const said = expect.stringContaining(`ledger.db is damaged: entry ${entries.length + 1} is not as it was written. Put it back`);
    expect(await refused()).toMatchObject({ code: 'damaged', message: said });
    const verifying = verifyDataFolder(configOf(dataDir), { repair: false, logger: SILENT_LOGGER });
    await expect(verifying).rejects.toMatchObject({ code: 'damaged', message: said });
  });

  it.each(['a file', 'a link to a place that is not there'])('artifacts that are %s are refused by name', async (what) => {
    await rm(join(dataDir, 'artifacts'), { recursive: true });
    await (what === 'a file' ? writeFile(join(dataDir, 'artifacts'), '') : symlink(join(root, 'unmounted'), join(dataDir, 'artifacts')));
    const { code, message } = await refused();
    expect([code, message]).toEqual(['damaged', expect.stringContaining('artifacts is not a folder, or is a link')]);
  });

  it('databases that changed their names are refused by both, and nothing is made in them', async () => {
    await rename(join(dataDir, 'control.db'), join(dataDir, 'kept'));
    await rename(join(dataDir, 'ledger.db'), join(dataDir, 'control.db'));
    await rename(join(dataDir, 'kept'), join(dataDir, 'ledger.db'));
    const before = await readFile(join(dataDir, 'control.db'));
    const { code, message } = await refused();
    expect([code, message]).toEqual(['damaged', expect.stringContaining('control.db contains the data of ledger.db')]);
    expect((await readFile(join(dataDir, 'control.db'))).equals(before)).toBe(true);
  });

  it.each(['log.db', 'keys.db', 'control.db', 'ledger.db'])('a write-ahead log of another folder beside %s is refused', async (file) => {
    const other = join(root, `other-${next}`);
    await (await serve(other)).stop();
    const db = new DatabaseSync(join(other, file));
    // A write to every page, so that the log holds the whole of the other file.
    db.exec('PRAGMA wal_autocheckpoint = 0; UPDATE data_folder SET id = id; VACUUM');
    await cp(join(other, `${file}-wal`), join(dataDir, `${file}-wal`));
    db.close();
    const before = await readFile(join(dataDir, file));
    const { code, message } = await refused();
    expect([code, message]).toEqual(['damaged', expect.stringContaining(`${file}-wal is of another database than ${file}`)]);
    expect((await readFile(join(dataDir, file))).equals(before)).toBe(true);
    await rm(join(dataDir, `${file}-wal`));
    await rm(join(dataDir, `${file}-shm`), { force: true });
    const service = await serve(dataDir);
    await expectWhole(service);
    await service.stop();
  });

  it('another master key is refused, and so is one that others may read', async () => {
    await writeFile(join(dataDir, 'master.key'), `${'ab'.repeat(32)}\n`);
    expect((await refused()).message).toMatch(/keys\.db does not open\. The master key of .*keys\.db was changed: put it back/);
    await chmod(join(dataDir, 'master.key'), 0o644);
    expect(await refused()).toMatchObject({ message: expect.stringContaining('chmod 600') });
  });

  it('a folder of a version without an identity gets one, and keeps to it from then on', async () => {
    await rm(join(dataDir, 'identity.json'));
    for (const file of ['log.db', 'keys.db', 'control.db', 'ledger.db']) {
      change(file, 'DROP TABLE data_folder');
    }
    const service = await serve(dataDir);
    await expectWhole(service);
    await service.stop();
    await rm(join(dataDir, 'keys.db'));
    expect(await refused()).toMatchObject({ message: expect.stringContaining('keys.db is not there') });
  });

  it('a folder that lost its identity takes the one that its parts record', async () => {
    const identity = await readFile(join(dataDir, 'identity.json'), 'utf8');
    await rm(join(dataDir, 'identity.json'));
    const service = await serve(dataDir);
    await expectWhole(service);
    await service.stop();
    expect(await readFile(join(dataDir, 'identity.json'), 'utf8')).toBe(identity);
  });

  it.each(['keys.db', 'ledger.db'])('a folder without an identity that lacks %s is refused as well', async (part) => {
    for (const file of ['identity.json', part]) await rm(join(dataDir, file));
    expect(await refused()).toMatchObject({ code: 'damaged', message: expect.stringContaining(`${part} is not there`) });
  });

  it('a first start that was cut short, or keys made before it, are no loss', async () => {
    const fresh = join(root, `fresh-${next}`);
    await (await openControl(configOf(fresh))).close();
    await writeFile(
      join(fresh, 'identity.json'),
      JSON.stringify({ id: JSON.parse(await readFile(join(fresh, 'identity.json'), 'utf8')).id, state: 'making' }),
    );
    await (await serve(fresh)).stop();
    expect(JSON.parse(await readFile(join(fresh, 'identity.json'), 'utf8'))).toMatchObject({
      state: 'made',
      generation: expect.any(String),
    });
  });
});

describe('a damaged part of a data folder', () => {
  it.each([
    ['log.db', 0],
    ['keys.db', 0.6],
    ['control.db', 0],
  ])('%s is refused by name', async (file, share) => {
    await flip(join(dataDir, file), share, file === 'keys.db' ? 20_000 : 64);
    expect(await refused()).toMatchObject({ code: 'damaged', message: expect.stringContaining(file) });
  });

  it('a row of control.db that is not as it was written is refused', async () => {
    const bytes = await readFile(join(dataDir, 'control.db'));
    const at = bytes.lastIndexOf('"createdAt":1');
    bytes.write('"createdAt":2', at);
    await writeFile(join(dataDir, 'control.db'), bytes);
    expect(await refused()).toMatchObject({ code: 'damaged', message: expect.stringContaining('control.db is damaged: a row') });
  });

  it.each([
    ['index.db is gone', async (folder: string) => rm(join(folder, 'index.db'))],
    ['sessions.db is gone', async (folder: string) => rm(join(folder, 'sessions.db'))],
    ['a byte of sessions.db changed', async (folder: string) => flip(join(folder, 'sessions.db'), 0.7, 1)],
    ['a byte of index.db changed', async (folder: string) => flip(join(folder, 'index.db'), 0.5, 1)],
    [
      'index.db is cut in half',
      async (folder: string) => truncate(join(folder, 'index.db'), (await stat(join(folder, 'index.db'))).size / 2),
    ],
    [
      'index.db is cut in half after a crash',
      async (folder: string) => {
        await rm(join(folder, 'seal.json'));
        await truncate(join(folder, 'index.db'), (await stat(join(folder, 'index.db'))).size / 2);
      },
    ],
  ])('a read model is filled anew where %s, and says so', async (_, damage) => {
    await damage(await readModel());
    const service = await serve(dataDir);
    await expectWhole(service);
    await service.stop();
    expect(lines.join('')).toContain('the read model is damaged and put aside; it is filled anew from the log');
    lines = [];
    const again = await serve(dataDir);
    await expectWhole(again);
    await again.stop();
    expect(lines.join('')).not.toContain('damaged');
  });

  it('a read model that was closed in order is read at the start only where its files were touched since', async () => {
    const seal = join(await readModel(), 'seal.json');
    const written = await readFile(seal, 'utf8');
    // A copy has other stamps, so its files are read and found unchanged.
    await (await serve(dataDir)).stop();
    expect(lines.join('')).not.toContain('damaged');
    const stamped = JSON.parse(await readFile(seal, 'utf8')) as Record<string, { crc32: number; stamp: string }>;
    expect(stamped['index.db']!.stamp).not.toBe((JSON.parse(written) as typeof stamped)['index.db']!.stamp);
    // A file with the recorded stamp is not read, so its wrong sum goes unnoticed.
    const sums = (change: (file: { crc32: number; stamp: string }) => object) =>
      JSON.stringify(Object.fromEntries(Object.entries(stamped).map(([name, file]) => [name, { ...file, ...change(file) }])));
    await writeFile(
      seal,
      sums(({ crc32 }) => ({ crc32: crc32 ^ 1 })),
    );
    await (await serve(dataDir)).stop();
    expect(lines.join('')).not.toContain('damaged');
    await writeFile(
      seal,
      sums(({ crc32 }) => ({ crc32: crc32 ^ 1, stamp: 'another' })),
    );
    const service = await serve(dataDir);
    await expectWhole(service);
    await service.stop();
    expect(lines.join('')).toContain('changed while the service was stopped');
  });

  it.each([true, false])('a log whose last page is cut is refused as damaged, its read model there: %s', async (hasReadModel) => {
    const log = join(dataDir, 'log.db');
    await truncate(log, (await stat(log)).size - 4_096);
    if (!hasReadModel) await rm(await readModel(), { recursive: true });
    const { message } = await refused();
    expect(message).toMatch(/^log\.db is damaged.*ut (it|log\.db) back from a backup/);
    expect(message).not.toContain('move');
  });

  it('a log that ends before its read model is refused, and the read model stays', async () => {
    change('log.db', 'DELETE FROM records WHERE id > 40');
    expect(await refused()).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^log\.db ends at record 40 .* holds records up to 59/),
    });
    expect(await readdir(await readModel())).toContain('index.db');
  });
});

describe('an artifact', () => {
  const RESULT = `harbour log ${'berth 4 taken by a barge\n'.repeat(600)}`;

  it('whose file is gone or of other bytes answers `damaged`, and the event that it is of goes on by its preview', async () => {
    const service = await serve(dataDir);
    const names: string[] = [];
    for (const text of [RESULT, `second ${RESULT}`]) names.push(await appendResult(service, text));
    await service.ingest.settle(30_000);
    await service.stop();
    await rm(await fileOf(names[0]!));
    await flip(await fileOf(names[1]!), 0.5, 1);
    const again = await serve(dataDir);
    for (const artifactId of names) {
      await expect(again.retriever.artifact({ ...HOME, artifactId })).rejects.toMatchObject({ code: 'damaged', httpStatus: 500 });
      await expect(again.retriever.open({ ...HOME, ref: artifactId })).rejects.toMatchObject({ code: 'damaged' });
    }
    await expect(again.retriever.artifact({ ...HOME, artifactId: `art_${'0'.repeat(32)}` })).rejects.toMatchObject({ code: 'not_found' });
    const { blocks } = await again.retriever.assembleWindow({ ...HOME, session: 'autumn' });
    expect(blocks.map(({ text }) => text).join('\n')).toContain('berth 4 taken by a barge');
    await again.stop();
  });

  it('that was erased with its event, or with its session, answers `erased`, after a start too', async () => {
    const service = await serve(dataDir);
    const first = await appendResult(service, RESULT);
    const { events } = await service.retriever.events({ ...HOME, session: 'autumn', limit: 10 });
    const scope = { kind: 'events', space: HOME.space, eventIds: [events[0]!.id] } as const;
    await service.eraser!.erase({ tenant: HOME.tenant, actor: 'test', scope });
    const second = await appendResult(service, `second ${RESULT}`);
    const third = await appendResult(service, RESULT, 'spring');
    await service.ingest.settle(30_000);
    await service.eraser!.erase({ tenant: HOME.tenant, actor: 'test', scope: { kind: 'session', space: HOME.space, session: 'autumn' } });
    await service.stop();
    const again = await serve(dataDir);
    await expect(again.retriever.artifact({ ...HOME, artifactId: second })).rejects.toMatchObject({ code: 'erased' });
    await expect(again.retriever.open({ ...HOME, ref: second })).rejects.toMatchObject({ code: 'erased' });
    // The artifact that was sent again since exists.
    expect(third).toBe(first);
    expect(Buffer.from((await again.retriever.artifact({ ...HOME, artifactId: third })).bytes).toString()).toBe(RESULT);
    await again.stop();
  });

  async function appendResult({ ingest, retriever }: Service, text: string, session = 'autumn'): Promise<string> {
    const { events } = await ingest.append({ ...HOME, session, events: [{ kind: 'tool_result', text }] });
    const { body } = await retriever.event({ ...HOME, eventId: events[0]!.id });
    return body!.artifacts![0]!.id;
  }

  async function fileOf(artifactId: string): Promise<string> {
    const folder = join(dataDir, 'artifacts');
    const files = await readdir(folder, { recursive: true });
    return join(
      folder,
      files.find((path) => path.endsWith(artifactId))!,
    );
  }
});

describe('a power cut', () => {
  it.each([['index.db'], ['sessions.db'], ['index.db', 'sessions.db']])(
    'that takes what was written to %s %s since the last start hides nothing that was acknowledged',
    async (...files) => {
      const running = await serve(dataDir);
      for (const session of SESSIONS) await append(running, session, EVENTS / 2, 5);
      await running.ingest.settle(30_000);
      const cut = join(root, `cut-${next}`);
      await cp(dataDir, cut, { recursive: true });
      await running.stop();
      dataDir = cut;
      for (const file of files) for (const end of ['wal', 'shm']) await rm(join(await readModel(), `${file}-${end}`));
      lines = [];
      const service = await serve(dataDir);
      await expectWhole(service, EVENTS / 2 + 5);
      expect(service.ingest.health()).toEqual({ ready: true });
      expect(lines.join('').includes('they are one again')).toBe(files.length === 1);
      await service.stop();
    },
  );
});

describe('damage to the log', () => {
  it('is found where the read model is whole: the rest goes on, and readiness says degraded and where', async () => {
    change('log.db', `UPDATE records SET sealed = zeroblob(length(sealed)) WHERE id = 12; UPDATE records SET envelope = 'x' WHERE id = 30`);
    const service = await serve(dataDir);
    await expectWhole(service);
    const degraded = {
      ready: true,
      isDegraded: true,
      detail: 'degraded: log.db is damaged; 2 records of partition 0 cannot be read, at offsets 12, 30; put log.db back from a backup',
    };
    await expect.poll(async () => (await service.health()).components['log']).toEqual(degraded);
    expect(await service.metrics.render()).toContain('total_recall_log_damaged_records{partition="0"} 2');
    await service.stop();
  });

  it('that took records out of the file is found by the offsets that lack one, with the read model and without', async () => {
    change('log.db', 'DELETE FROM records WHERE id BETWEEN 12 AND 14 OR id = 30');
    for (const isWhole of [true, false]) {
      if (!isWhole) await rm(await readModel(), { recursive: true });
      const service = await serve(dataDir);
      await service.ingest.settle(30_000);
      if (isWhole) await expectWhole(service);
      await expect
        .poll(async () => (await service.health()).components['log']?.detail)
        .toContain(`4 records of partition 0 cannot be read, at offsets 12-14, 30;`);
      const { events } = await service.retriever.events({ ...HOME, session: 'summer', limit: 500 });
      expect(events).toHaveLength(isWhole ? EVENTS / 2 : EVENTS / 2 - 3);
      await service.stop();
    }
  });

  it('that took a session out of its table of last offsets hides none of its events, and the next append mends it', async () => {
    change('log.db', `UPDATE heads SET key = replace(key, 'winter', 'vinter')`);
    const service = await serve(dataDir);
    await expectWhole(service);
    for (const session of ['vinter', 'spring'])
      await expect(service.retriever.events({ ...HOME, session, limit: 1 })).rejects.toMatchObject({ code: 'not_found' });
    await append(service, 'winter', EVENTS / 2, 1);
    const { events } = await service.retriever.events({ ...HOME, session: 'winter', limit: 500 });
    expect(events).toHaveLength(EVENTS / 2 + 1);
    await service.stop();
  });

  it('costs the records that it hit and no other where the read model is gone too', async () => {
    change('log.db', `UPDATE records SET sealed = zeroblob(length(sealed)) WHERE id = 12; UPDATE records SET envelope = 'x' WHERE id = 30`);
    await rm(await readModel(), { recursive: true });
    const service = await serve(dataDir);
    await service.ingest.settle(30_000);
    const [summer, winter] = await Promise.all(
      SESSIONS.map(async (session) => (await service.retriever.events({ ...HOME, session, limit: 500 })).events),
    );
    expect(summer!.map(({ missing, body }) => missing ?? body!.text)).toEqual(
      Array.from({ length: EVENTS / 2 }, (_, at) => (at === 12 ? 'unreadable' : `pilotsummer${at}zq boards a ferry`)),
    );
    expect(winter!.map(({ body }) => body!.text)).toEqual(
      Array.from({ length: EVENTS / 2 - 1 }, (_, at) => `pilotwinter${at + 1}zq boards a ferry`),
    );
    await expect(service.retriever.event({ ...HOME, eventId: summer![12]!.id })).rejects.toMatchObject({ code: 'damaged' });
    expect((await service.health()).isDegraded).toBe(true);
    await append(service, 'winter', EVENTS / 2, 1);
    await service.ingest.settle(30_000);
    await service.stop();
  });
});

it('a read model that turns out to be damaged while it is read makes the service unready, and the next start fills it anew', async () => {
  await rm(join(await readModel(), 'seal.json'));
  const db = new DatabaseSync(join(await readModel(), 'sessions.db'));
  const { state } = db.prepare('SELECT state FROM sessions WHERE session = ?').get('winter') as { state: Uint8Array };
  db.prepare('UPDATE sessions SET state = ? WHERE session = ?').run(state.with(3, 0xff).with(4, 0xff), 'winter');
  db.close();
  const service = await serve(dataDir);
  await expect(service.retriever.assembleWindow({ ...HOME, session: 'winter' })).rejects.toMatchObject({ code: 'damaged' });
  const { ready, components } = await service.health();
  expect([ready, components['read-model-files']?.detail]).toEqual([
    false,
    expect.stringContaining('sessions.db is damaged; start the service again'),
  ]);
  await service.stop();
  const again = await serve(dataDir);
  await expectWhole(again);
  await again.stop();
});
