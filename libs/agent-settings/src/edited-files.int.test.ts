import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applyEdits, linkedTo, showEdit, undoEdits, undoOf } from './edited-files.ts';

it('leaves no draft beside a file that cannot be replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-settings-'));
  try {
    const settings = join(folder, 'settings.json');
    await mkdir(settings);
    await writeFile(join(settings, 'other'), 'kept');
    await expect(applyEdits([{ path: settings, after: '{}' }], join(folder, 'originals'))).rejects.toMatchObject({
      syscall: 'rename',
    });
    expect((await readdir(folder)).toSorted()).toEqual(['originals', 'settings.json']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('writes through a link to a file that is not there yet, and leaves the link when that is taken out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-settings-'));
  const originals = join(folder, 'originals');
  try {
    const settings = join(folder, 'settings.json');
    await symlink('kept/settings.json', settings);
    await applyEdits([{ path: settings, after: '{}' }], originals);
    expect(await readFile(join(folder, 'kept/settings.json'), 'utf8')).toBe('{}');
    await undoEdits([await undoOf(settings, originals, (text) => text)], originals);
    expect(await readlink(settings)).toBe('kept/settings.json');
    expect(await readdir(join(folder, 'kept'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('writes to the file that links name from the folder that they are really in, one behind another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-settings-'));
  try {
    await mkdir(join(folder, 'dotfiles/claude'), { recursive: true });
    await writeFile(join(folder, 'settings.json'), 'of another program');
    await symlink('dotfiles/claude', join(folder, '.claude'));
    await symlink('../settings.json', join(folder, 'dotfiles/claude/settings.json'));
    await symlink('kept.json', join(folder, 'dotfiles/settings.json'));
    const [settings, originals] = [join(folder, '.claude/settings.json'), join(folder, 'originals')];
    await applyEdits([{ path: settings, after: '{}' }], originals);
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe('of another program');
    expect(await readFile(join(folder, 'dotfiles/kept.json'), 'utf8')).toBe('{}');
    await undoEdits([await undoOf(settings, originals, (text) => text)], originals);
    expect(await readlink(join(folder, 'dotfiles/settings.json'))).toBe('kept.json');
    expect(await readdir(join(folder, 'dotfiles'))).toEqual(['claude', 'settings.json']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('names the file that is written where a path, or a folder in it, is a link', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'total-recall-settings-')));
  try {
    await mkdir(join(folder, 'elsewhere'));
    await mkdir(join(folder, 'project'));
    await symlink('../elsewhere', join(folder, 'project/.claude'));
    await symlink('../elsewhere/servers.json', join(folder, 'project/.mcp.json'));
    const targets: Readonly<Record<string, string | undefined>> = {
      'project/.claude/settings.local.json': 'elsewhere/settings.local.json',
      'project/.mcp.json': 'elsewhere/servers.json',
      'project/plain.json': undefined,
      'project/new/plain.json': undefined,
    };
    for (const [path, target] of Object.entries(targets))
      expect(await linkedTo(join(folder, path))).toEqual(target === undefined ? {} : { target: join(folder, target) });
    const path = join(folder, 'project/.mcp.json');
    const lines = [...showEdit({ path, ...(await linkedTo(path)), after: '{}\n' })];
    expect(lines).toEqual(['--- no file', `+++ ${path} (a link: the file is ${join(folder, 'elsewhere/servers.json')})`, '+{}']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
