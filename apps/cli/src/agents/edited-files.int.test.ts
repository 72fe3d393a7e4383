import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-cli.ts';
import { applyEdits } from './edited-files.ts';

it('leaves no draft beside a file that cannot be replaced', async () => {
  const folder = await temporaryFolder();
  try {
    const settings = join(folder.path, 'settings.json');
    await mkdir(settings);
    await writeFile(join(settings, 'other'), 'kept');
    await expect(applyEdits([{ path: settings, after: '{}' }], join(folder.path, 'originals'))).rejects.toMatchObject({
      syscall: 'rename',
    });
    expect((await readdir(folder.path)).toSorted()).toEqual(['originals', 'settings.json']);
  } finally {
    await folder.remove();
  }
});
