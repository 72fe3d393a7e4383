import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveFolder } from '../../testing/serve-folder.ts';
import { verifyDataFolder } from '../verify/verify-data-folder.ts';

const HOME = { tenant: 'default', space: 'harbour' };
const SESSION = { ...HOME, session: 'summer' };

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-artifacts-'));
  dataDir = join(root, 'data');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const config = () => parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' });
const serve = () => serveFolder(config());

async function artifactFiles(): Promise<string[]> {
  const folder = join(dataDir, 'artifacts');
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  return found.filter((path) => /art_[0-9a-f]{32}$/.test(path)).map((path) => join(folder, path));
}

async function flipBit(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  await writeFile(path, bytes);
}

it('readiness names an artifact after the first recall that misses it, until its file is back', async () => {
  const service = await serve();
  const text = `harbour log ${'berth 4 taken by a barge\n'.repeat(600)}`;
  await service.ingest.append({ ...SESSION, events: [{ kind: 'tool_result', text }], wait: 'searchable' });
  await service.stop();
  const away = join(root, 'away');
  await rename(join(dataDir, 'artifacts'), away);
  const again = await serve();
  const health = async () => (await again.health()).components['artifacts'];
  expect(await health()).toEqual({ ready: true });
  await again.retriever.recall({ ...HOME, queries: ['berth taken by a barge'] });
  const { body } = (await again.retriever.events({ ...SESSION, limit: 1 })).events[0]!;
  const said = `artifacts cannot be read, 1 so far: ${body!.artifacts![0]!.id} (absent)`;
  expect(await health()).toEqual({ ready: true, isDegraded: true, detail: expect.stringContaining(said) as string });
  await rm(join(dataDir, 'artifacts'), { recursive: true, force: true });
  await rename(away, join(dataDir, 'artifacts'));
  expect(await health()).toEqual({ ready: true });
  const [file] = await artifactFiles();
  await flipBit(file!);
  await expect(again.retriever.artifact({ ...HOME, artifactId: basename(file!) })).rejects.toMatchObject({ code: 'damaged' });
  expect((await health())?.detail).toContain(`${basename(file!)} (damaged)`);
  await rm(file!);
  await mkdir(file!);
  const message = `The file of the artifact ${basename(file!)} cannot be read: a folder stands in its place. Tell the operator.`;
  await expect(again.retriever.artifact({ ...HOME, artifactId: basename(file!) })).rejects.toMatchObject({ code: 'damaged', message });
  expect(JSON.stringify(await again.retriever.recall({ ...HOME, queries: ['berth taken by a barge'] }))).toContain('berth 4 taken');
  await again.stop();
});

it.each(['lose', 'flip', 'make unreadable'] as const)(
  'what is kept of an erased event is blamed where it is lost, and not log.db; the event stays an erased one (%s)',
  async (damage) => {
    const service = await serve();
    const events = ['one', 'two', 'three'].map((word) => ({ kind: 'user_message' as const, text: `Pilot ${word} boards a ferry.` }));
    const said = await service.ingest.append({ ...SESSION, events, wait: 'searchable' });
    const scope = { kind: 'events', space: HOME.space, eventIds: [said.events[1]!.id] } as const;
    await service.eraser!.erase({ tenant: HOME.tenant, actor: 'test', scope });
    await service.stop();
    const [rest] = await artifactFiles();
    if (damage === 'flip') await flipBit(rest!);
    else await rm(rest!);
    // Nobody can read a folder as a file, while root reads files whatever their rights.
    if (damage === 'make unreadable') await mkdir(rest!);
    const again = await serve();
    const health = async () => (await again.health()).components;
    const detail = `${basename(rest!)} (${damage === 'lose' ? 'absent' : 'damaged'})`;
    await expect.poll(async () => (await health())['artifacts']?.detail).toContain(detail);
    expect((await health())['artifacts']!.detail).toContain(`what is kept of events after an erasure: ${said.events[1]!.id}`);
    expect((await health())['log']!.isDegraded).toBeUndefined();
    const listed = await again.retriever.events({ ...SESSION, limit: 3 });
    expect(listed.events.map(({ missing }) => missing)).toEqual([undefined, 'erased', undefined]);
    await expect(again.retriever.event({ ...HOME, eventId: said.events[1]!.id })).rejects.toMatchObject({ code: 'erased' });
    await again.stop();
    const { report } = await verifyDataFolder(config(), { repair: false, logger: SILENT_LOGGER });
    expect(report).toMatchObject({ unfolded: 1, kinds: { events: { checked: 3, wrong: 0 }, artifacts: { checked: 1, wrong: 1 } } });
  },
);
