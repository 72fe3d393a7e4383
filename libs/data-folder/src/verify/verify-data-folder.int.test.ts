import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveFolder } from '../../testing/serve-folder.ts';
import { rebuildFolder } from '../read-model/rebuild-folder.ts';
import { verifyDataFolder } from './verify-data-folder.ts';

const HOME = { tenant: 'default', space: 'harbour' };
const LARGE = Array.from({ length: 900 }, (_, line) => `line ${line} of the harbour's log, crane ${line % 7}`).join('\n');

let root: string;
let made: string;
let dataDir: string;
let next = 0;

const configOf = (folder: string) => parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: folder, TOTAL_RECALL_EMBEDDER: 'off' });
const serve = (folder: string) => serveFolder(configOf(folder));
const verify = (repair = false) => verifyDataFolder(configOf(dataDir), { repair, logger: SILENT_LOGGER });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-verify-'));
  made = join(root, 'made');
  const service = await serve(made);
  const { ingest } = service;
  await service.stores.control.putTenant({ id: 'default', name: 'default', createdAt: 1, quotas: {} } as never);
  await service.stores.control.putPolicy({ at: 'tenant/default', settings: { windowTokens: 2_000 }, updatedAt: 1 } as never);
  for (const session of ['summer', 'winter']) {
    for (let at = 0; at < 20; at += 1) {
      const call = { id: `c${at}`, name: 'read_log' };
      const { events } = await ingest.append({
        ...HOME,
        session,
        source: 'pilot',
        events: [
          { kind: 'user_message', text: `pilot${at} asks about ferry ${at} of ${session} `.repeat(8), sequence: at * 4 + 1 },
          { kind: 'tool_call', call: { ...call, arguments: `{"crane":${at}}` }, sequence: at * 4 + 2 },
          { kind: 'tool_result', call, text: at % 5 === 0 ? `${LARGE}${session}${at}` : `crane ${at} stands still`, sequence: at * 4 + 3 },
          { kind: 'agent_message', text: `It stands at quay ${at}.`, sequence: at * 4 + 4 },
        ],
      });
      const [first] = events;
      if (at === 3)
        await ingest.append({
          ...HOME,
          session,
          events: [{ kind: 'constraint', text: 'Quay 4 is closed.', meta: { pinned: true, supersedes: [first!.id] } }],
        });
    }
    // A retry changes nothing.
    await ingest.append({
      ...HOME,
      session,
      source: 'pilot',
      events: [{ kind: 'agent_message', text: 'It stands at quay 19.', sequence: 80 }],
    });
  }
  await ingest.settle(30_000);
  await service.stop();
});
afterAll(() => rm(root, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = join(root, `copy-${++next}`);
  await cp(made, dataDir, { recursive: true });
});

async function readModel(): Promise<string> {
  const name = (await readdir(dataDir)).find((entry) => /^read-model-[0-9a-f]+-v\d+$/.test(entry))!;
  await rm(join(dataDir, name, 'seal.json'), { force: true });
  return join(dataDir, name);
}

function change(path: string, ...statements: string[]): void {
  const db = new DatabaseSync(path);
  for (const statement of statements) expect(db.prepare(statement).run().changes).toBeGreaterThan(0);
  db.close();
}

it('a folder that nobody touched is what its log says, every record of it', async () => {
  const { report } = await verify();
  expect(report.findings).toEqual([]);
  expect(report).toMatchObject({ ok: true, behind: 0, moving: 0, erased: 0 });
  const { records, sessions, events, documents, artifacts, vectors } = report.kinds;
  expect(records.checked).toBeGreaterThan(162);
  expect([sessions.checked, artifacts.checked, vectors.checked]).toEqual([2, 8, 0]);
  expect(events.checked).toBe(records.checked);
  expect(documents.checked).toBeGreaterThan(160);
});
describe('what is wrong is said with its place, what the log can mend is mended', () => {
  it('records that do not open or are gone, which the read model still holds', async () => {
    await readModel();
    change(
      join(dataDir, 'log.db'),
      'UPDATE records SET sealed = zeroblob(length(sealed)) WHERE id = 12',
      `UPDATE records SET envelope = 'x' WHERE id = 30`,
      'DELETE FROM records WHERE id = 41',
    );
    const { report } = await verify();
    expect(report.findings.map(({ kind, fault, remedy, offset, session }) => [kind, fault, remedy, offset, session])).toEqual([
      ['records', 'damaged', 'mend_log', 12, 'summer'],
      ['records', 'missing', 'mend_log', 30, 'summer'],
      ['records', 'missing', 'mend_log', 41, 'summer'],
    ]);
    expect(report.ok).toBe(false);
    const { report: after, repaired } = await verify(true);
    expect([after.kinds.records.wrong, repaired?.readModelAside]).toEqual([3, undefined]);
  });

  it('records that are lost with what was made of them', async () => {
    change(join(dataDir, 'log.db'), 'UPDATE records SET sealed = zeroblob(length(sealed)) WHERE id = 12');
    await rm(await readModel(), { recursive: true });
    await (await serve(dataDir)).stop();
    const { report } = await verify();
    expect(report.findings).toMatchObject([{ kind: 'records', fault: 'damaged', remedy: 'restore', partition: 0, offset: 12 }]);
  });

  it.each([
    [
      'sessions',
      'sessions.db',
      [
        `DELETE FROM sessions WHERE session = 'winter'`,
        `UPDATE sessions SET crc32 = NULL, state = CAST(replace(CAST(state AS TEXT), '"request":', '"asked":') AS BLOB) WHERE session = 'summer'`,
      ],
      ['sessions missing winter', 'sessions differs summer'],
    ],
    [
      'events',
      'index.db',
      [
        'DELETE FROM event WHERE log_offset = 5',
        'UPDATE event SET turn = turn + 1 WHERE log_offset = 6',
        'UPDATE event SET sealed = zeroblob(40) WHERE log_offset = 7',
        'UPDATE event SET pinned = 0 WHERE pinned = 1',
        'UPDATE event SET superseded_by = NULL WHERE superseded_by IS NOT NULL',
      ],
      ['events missing summer', ...Array<string>(4).fill('events differs summer'), ...Array<string>(2).fill('events differs winter')],
    ],
    [
      'documents',
      'index.db',
      [
        'UPDATE document SET length = length + 1 WHERE ordinal = (SELECT min(ordinal) FROM document)',
        'DELETE FROM document WHERE ordinal = (SELECT max(ordinal) FROM document)',
        'UPDATE space SET documents = documents + 3',
      ],
      undefined,
    ],
    ['terms', 'index.db', ['UPDATE block SET data = zeroblob(length(data))'], undefined],
  ])('%s of other facts than the log has, and the read model is filled anew', async (kind, file, statements, wanted) => {
    change(join(await readModel(), file), ...statements);
    const { report } = await verify();
    expect(report.ok).toBe(false);
    if (wanted) expect(report.findings.map(({ kind, fault, session }) => `${kind} ${fault} ${session}`).sort()).toEqual(wanted.sort());
    else expect(report.kinds.documents.wrong).toBeGreaterThan(kind === 'terms' ? 50 : 2);
    expect(new Set(report.findings.map(({ remedy }) => remedy))).toEqual(new Set(['fill_anew']));
    const { report: after, repaired } = await verify(true);
    expect(after).toMatchObject({ ok: true, findings: [] });
    expect(repaired?.readModelAside).toMatch(/^.*read-model-[0-9a-f]+-v\d+\.damaged$/);
  });

  it('artifacts that are gone, of other bytes, or of no event; only those of no event can be mended', async () => {
    const folder = join(dataDir, 'artifacts');
    const files = (await readdir(folder, { recursive: true })).filter((path) => /art_[0-9a-f]{32}$/.test(path)).sort();
    const [gone, changed, template] = files as [string, string, string];
    await rm(join(folder, gone));
    const bytes = await readFile(join(folder, changed));
    bytes[bytes.length - 20]! ^= 0xff;
    await writeFile(join(folder, changed), bytes);
    for (const [at, ageMs] of [7_200_000, 60_000].entries()) {
      const orphan = join(folder, template.slice(0, -2) + `e${at}`);
      await writeFile(orphan, bytes);
      await utimes(orphan, new Date(), new Date(Date.now() - ageMs));
    }
    const said = ({ findings }: Awaited<ReturnType<typeof verify>>['report']) =>
      findings.map(({ fault, remedy }) => `${fault} ${remedy}`).sort();
    const { report } = await verify();
    expect([said(report), report.young]).toEqual([['damaged restore', 'missing restore', 'unknown remove'], 1]);
    const { report: after, repaired } = await verify(true);
    expect([said(after), after.young, repaired?.artifactsRemoved]).toEqual([['damaged restore', 'missing restore'], 1, 1]);
  });
});

it('an index that has forgotten what artifacts an event has is said so by the event, and filled anew', async () => {
  change(join(await readModel(), 'index.db'), 'DELETE FROM event_artifact WHERE event IN (SELECT event FROM event_artifact LIMIT 1)');
  const { report } = await verify();
  expect(report.findings.map(({ kind, fault, remedy }) => `${kind} ${fault} ${remedy}`)).toEqual(['events differs fill_anew']);
  const { report: after } = await verify(true);
  expect(after.findings).toEqual([]);
});

it('records that were not folded yet are said, and are no fault', async () => {
  const service = await serve(dataDir);
  await service.stop();
  const folder = await readModel();
  change(join(folder, 'index.db'), 'UPDATE mark SET folded = folded - 3, searchable = searchable - 3');
  const { report } = await verify();
  expect([report.ok, report.behind]).toEqual([true, 3]);
});

it('a rebuild puts the read model aside and fills another; one that is cut short is gone on with, and what was appended before stays', async () => {
  const logger = SILENT_LOGGER;
  const stopping = new AbortController();
  const cut = await rebuildFolder(configOf(dataDir), { logger, signal: stopping.signal, onProgress: () => stopping.abort() });
  expect(cut).toBeUndefined();
  const rebuilt = await rebuildFolder(configOf(dataDir), { logger });
  expect(rebuilt).toMatchObject({ records: expect.any(Number) });
  expect(rebuilt).not.toHaveProperty('aside');
  expect((await verify()).report).toMatchObject({ ok: true, behind: 0 });
  const again = await rebuildFolder(configOf(dataDir), { logger });
  // The first one stays: it may hold the last copy of a record that the log has lost.
  expect(again?.aside).toMatch(/read-model-[0-9a-f]+-v\d+\.damaged-2$/);
});
