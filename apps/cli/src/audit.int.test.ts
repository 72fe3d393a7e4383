import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere, startHere, temporaryFolder } from '../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const PORTS = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn', TOTAL_RECALL_EMBEDDER: 'off' };

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

interface Line {
  readonly entry: { action: string; target: string; read?: { ids: string[] }; link: { chain: string; number: number } };
}

it('the audit has every read by ids, is exported, and tells what was changed, removed or cut', async () => {
  const at = (name: string): string => join(folder.path, name);
  const { stop, printed, finished } = startHere(['serve', '--data-dir', at('memory')], PORTS);
  const output = await printed(/Ctrl-C stops it/);
  const to = {
    TOTAL_RECALL_URL: /^ *API +(http:\S+)/m.exec(output)![1]!,
    TOTAL_RECALL_API_KEY: /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0],
  };
  const client = createClient({ url: to.TOTAL_RECALL_URL, apiKey: to.TOTAL_RECALL_API_KEY });
  const space = client.space('harbour');
  const texts = ['The gull eats a herring', 'The crane turns at noon'];
  const { events } = await space.session('run-1').append(
    texts.map((text) => ({ kind: 'user_message' as const, text })),
    { wait: 'searchable' },
  );
  const found = await space.recall({ query: 'herring' });
  await space.session('run-1').events();
  const out = at('audit.jsonl');
  const exported = await runHere(['audit', 'export', '--out', out], to);
  expect(exported.code, exported.stderr).toBe(0);
  const text = await readFile(out, 'utf8');
  expect(text).not.toContain('herring');
  const lines = text.trim().split('\n');
  const reads = lines.map((line) => (JSON.parse(line) as Line).entry).filter((entry) => entry?.action.startsWith('read.'));
  expect(reads.map(({ action, target }) => `${action} ${target}`)).toEqual(['read.recall harbour', 'read.listEvents harbour/run-1']);
  expect(reads[0]!.read!.ids).toEqual(expect.arrayContaining([found.retrievalId, events[0]!.id]));
  expect(reads[1]!.read!.ids).toEqual(['e1-e2']);
  expect((await runHere(['audit', 'verify', out], to)).stdout).toContain('Found nothing changed');
  const asked = await runHere(['audit', 'verify', '--earlier', out, '--json'], to);
  expect(JSON.parse(asked.stdout)).toMatchObject({ ok: true, signed: 2 });

  const tampered = async (change: (lines: readonly string[]) => readonly string[]) => {
    await writeFile(at('tampered.jsonl'), `${change(lines).join('\n')}\n`);
    const told = await runHere(['audit', 'verify', at('tampered.jsonl'), '--json'], to);
    return { code: told.code, problems: (JSON.parse(told.stdout) as { problems: object[] }).problems };
  };
  const place = lines.findIndex((line) => line.includes('read.recall'));
  const { number, chain } = (JSON.parse(lines[place]!) as Line).entry.link;
  expect(await tampered((all) => all.with(place, all[place]!.replace(events[0]!.id, events[1]!.id)))).toMatchObject({
    code: 1,
    problems: [{ chain, number, what: 'changed' }],
  });
  expect(await tampered((all) => all.toSpliced(place, 1))).toMatchObject({ code: 1, problems: [{ chain, number, what: 'removed' }] });
  expect(await tampered((all) => all.toSpliced(place, 0, all[place]!))).toMatchObject({
    code: 1,
    problems: [{ chain, number, what: 'inserted' }],
  });
  const short = async (kept: readonly string[]) => {
    await writeFile(at('short.jsonl'), kept.map((line) => `${line}\n`).join(''));
    const { code, stdout } = await runHere(['audit', 'verify', at('short.jsonl')], to);
    return { code, stdout };
  };
  expect(await short([])).toEqual({ code: 1, stdout: expect.stringContaining('INCOMPLETE: It has no entries.') });
  expect(await short(lines.filter((line) => 'entry' in JSON.parse(line)))).toEqual({
    code: 1,
    stdout: expect.stringContaining('INCOMPLETE: It has no signed end.'),
  });
  expect(await short(lines.filter((line) => 'head' in JSON.parse(line)))).toMatchObject({ code: 1 });
  const { apiKey } = await client.createKey({ name: 'r', scopes: ['admin'] });
  expect((await runHere(['audit', 'export', '--out', out], { ...to, TOTAL_RECALL_API_KEY: apiKey })).code).toBe(1);
  expect(await readFile(out, 'utf8')).toBe(text);
  stop();
  await finished;

  const { DatabaseSync } = await import('node:sqlite');
  expect((await runHere(['audit', 'verify', '--data-dir', at('memory'), '--earlier', out])).code).toBe(0);
  const db = new DatabaseSync(at('memory/control.db'));
  db.exec('DELETE FROM audit WHERE sequence = (SELECT max(sequence) FROM audit)');
  db.close();
  const cut = await runHere(['audit', 'verify', '--data-dir', at('memory')]);
  expect(cut.code).toBe(1);
  expect(cut.stdout).toContain('The chain was cut.');
});
