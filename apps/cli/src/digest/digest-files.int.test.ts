import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderDigestPages, type DigestFact } from '@total-recall/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-cli.ts';
import { compareFiles, detailPath, isAsWritten, sealPage, writeFiles } from './digest-files.ts';

const factsOf = (count: number): DigestFact[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `f${at}`,
    label: 'project',
    subject: 'project',
    text: `Port ${at} is open.`,
    since: at * 86_400_000,
    statements: 1,
    byPerson: false,
  }));

describe('the files of a digest', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let file: string;
  let runs = 0;
  const pagesOf = (count: number) => renderDigestPages(factsOf(count), (label) => `x.${label}.md`);
  const keep = async (count: number) => {
    const files = await compareFiles(file, pagesOf(count));
    if (files.every(({ state }) => state !== 'edited')) await writeFiles(files);
    return Object.fromEntries(files.map(({ path, state }) => [path, state]));
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  beforeEach(() => {
    file = join(folder.path, `known-${(runs += 1)}.md`);
  });
  afterAll(() => folder.remove());

  it('are written once, then only where something changed, and tell what', async () => {
    expect(await keep(2)).toEqual({ [file]: 'new' });
    expect(await keep(2)).toEqual({ [file]: 'same' });
    const [changed] = await compareFiles(file, pagesOf(3));
    expect(changed).toMatchObject({ state: 'changed', added: ['- Port 2 is open. (1970-01-03)'], removed: [] });
    await keep(3);
    expect(await readFile(file, 'utf8')).toContain('Port 2 is open.');
  });

  it('have a page beside them for what finds no room, which goes when it is empty', async () => {
    const detail = detailPath(file, 'project');
    expect(await keep(400)).toEqual({ [file]: 'new', [detail]: 'new' });
    expect((await readFile(file, 'utf8')).split('\n').length).toBeLessThanOrEqual(200);
    expect(await readFile(detail, 'utf8')).toContain('Port 0 is open.');
    expect(await keep(3)).toEqual({ [file]: 'changed', [detail]: 'gone' });
    await expect(readFile(detail)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('tell which folder is not there', async () => {
    const files = await compareFiles(join(file, 'known.md'), pagesOf(2));
    await expect(writeFiles(files)).rejects.toMatchObject({ code: 'ENOENT', path: file });
  });

  it('are left alone where a person edited one of them, or wrote it', async () => {
    await keep(400);
    const detail = detailPath(file, 'project');
    await writeFile(detail, `${await readFile(detail, 'utf8')}- And port 9999.\n`);
    const before = await readFile(file, 'utf8');
    expect(await keep(401)).toEqual({ [file]: 'changed', [detail]: 'edited' });
    expect(await readFile(file, 'utf8')).toBe(before);
    await writeFile(file, '# My notes\n');
    expect((await keep(2))[file]).toBe('edited');
    expect(await readFile(file, 'utf8')).toBe('# My notes\n');
  });

  it('tell one changed letter, also of the footer, from what was written', () => {
    const page = sealPage(pagesOf(2).index);
    expect(isAsWritten(page)).toBe(true);
    expect(isAsWritten(page.replace('Port 1', 'Port 7'))).toBe(false);
    expect(isAsWritten(page.replace(/digest [0-9a-f]/, 'digest x'))).toBe(false);
    expect(isAsWritten(`${page}\n`)).toBe(false);
  });
});
