import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, open, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-cli.ts';
import { writeWhole, type WriteLine } from './write-whole.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const at = (name: string): string => join(folder.path, name);
const twoLines = async (write: WriteLine): Promise<void> => {
  await write('one');
  await write('x'.repeat(100_000));
};
const TEXT = `one\n${'x'.repeat(100_000)}\n`;
const broken = async (write: WriteLine): Promise<void> => {
  await twoLines(write);
  throw new Error('the service is gone');
};

it('names the folder that is not there, and not the draft that was to be in it', async () => {
  await expect(writeWhole(join(folder.path, 'nowhere', 'out'), twoLines)).rejects.toMatchObject({
    code: 'ENOENT',
    path: join(folder.path, 'nowhere'),
  });
});

it('replaces a file whole, which keeps its rights, and leaves files beside it alone', async () => {
  await writeFile(at('out'), 'earlier');
  await chmod(at('out'), 0o640);
  await writeFile(at('out.part'), 'mine');
  await expect(writeWhole(at('out'), broken)).rejects.toThrow('the service is gone');
  expect(await readFile(at('out'), 'utf8')).toBe('earlier');
  await writeWhole(at('out'), twoLines);
  expect(await readFile(at('out'), 'utf8')).toBe(TEXT);
  expect((await stat(at('out'))).mode & 0o777).toBe(0o640);
  await writeWhole(at('new'), twoLines);
  expect((await stat(at('new'))).mode & 0o777).toBe(0o600);
  expect((await readdir(folder.path)).sort()).toEqual(['new', 'out', 'out.part']);
  expect(await readFile(at('out.part'), 'utf8')).toBe('mine');
});

it('is not held up by what a process of the same number left when it was killed', async () => {
  await writeFile(at(`out.${process.pid}.part`), 'one');
  await mkdir(at('out.part-a'));
  await Promise.all([writeWhole(at('out'), twoLines), writeWhole(at('out'), twoLines)]);
  expect(await readFile(at('out'), 'utf8')).toBe(TEXT);
  expect((await readdir(folder.path)).sort()).toEqual(['out', `out.${process.pid}.part`, 'out.part-a']);
});

it('removes what runs that were killed left beside the file, not the draft of one that may still write', async () => {
  const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
  const left = async (name: string, files: readonly string[], hours: number): Promise<void> => {
    await mkdir(at(name));
    for (const file of files) {
      await writeFile(join(at(name), file), 'plain text');
      await utimes(join(at(name), file), hoursAgo(hours), hoursAgo(hours));
    }
    await utimes(at(name), hoursAgo(hours), hoursAgo(hours));
  };
  await left('out.part-killed', ['draft'], 23);
  await left('out.part-before', [], 23);
  await left('out.part-writes', ['draft'], 1);
  await left('out.part-foreign', ['draft'], 23);
  await left('out.part-theirs', ['letter'], 23);
  await left('other.part-killed', ['draft'], 23);
  await writeWhole(at('out'), twoLines);
  expect((await readdir(folder.path)).sort()).toEqual([
    'other.part-killed',
    'out',
    'out.part-foreign',
    'out.part-theirs',
    'out.part-writes',
  ]);
  expect(await readdir(at('out.part-theirs'))).toEqual(['letter']);
});

it.skipIf(process.platform === 'win32')(
  'makes a file that is public as the umask says, and keeps the rights of one that is there',
  async () => {
    await writeWhole(at('public'), twoLines, { isPublic: true });
    expect((await stat(at('public'))).mode & 0o777).toBe(0o666 & ~process.umask());
    await chmod(at('public'), 0o640);
    await writeWhole(at('public'), twoLines, { isPublic: true });
    expect((await stat(at('public'))).mode & 0o777).toBe(0o640);
  },
);

it('writes where a link leads, which stays one', async () => {
  await mkdir(at('elsewhere'));
  await writeFile(at('elsewhere/there'), 'earlier');
  await symlink('elsewhere/there', at('link'));
  await symlink('elsewhere/made', at('ahead'));
  for (const [link, target] of [
    ['link', 'elsewhere/there'],
    ['ahead', 'elsewhere/made'],
  ] as const) {
    await writeWhole(at(link), twoLines);
    expect(await readFile(at(target), 'utf8')).toBe(TEXT);
    expect((await lstat(at(link))).isSymbolicLink()).toBe(true);
  }
  expect((await readdir(at('elsewhere'))).sort()).toEqual(['made', 'there']);
});

it.skipIf(process.platform === 'win32')('writes to a pipe', async () => {
  await promisify(execFile)('mkfifo', [at('pipe')]);
  const [, text] = await Promise.all([writeWhole(at('pipe'), twoLines), readFile(at('pipe'), 'utf8')]);
  expect(text).toBe(TEXT);
  expect((await lstat(at('pipe'))).isFIFO()).toBe(true);
});

it.skipIf(process.platform === 'win32')('writes behind what is there to a file that the shell has opened', async () => {
  await writeFile(at('kept'), 'earlier\n');
  await using kept = await open(at('kept'), 'a');
  await writeWhole(`/dev/fd/${kept.fd}`, twoLines);
  expect(await readFile(at('kept'), 'utf8')).toBe(`earlier\n${TEXT}`);
});
