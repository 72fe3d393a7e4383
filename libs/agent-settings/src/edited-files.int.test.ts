import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applyEdits } from './edited-files.ts';

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
