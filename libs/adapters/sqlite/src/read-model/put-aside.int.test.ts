import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { listPutAside, putAside, removePutAside } from './put-aside.ts';

it('keeps the first that was put aside and the newest, and removes both when told to', async () => {
  const folder = temporaryFolder();
  try {
    const path = join(folder.path, 'read-model-0a1b-v13');
    const asides: string[] = [];
    for (const text of ['first', 'second', 'third']) {
      await mkdir(path);
      await writeFile(join(path, 'index.db'), text);
      asides.push(await putAside(path));
    }
    expect(asides).toEqual([`${path}.damaged`, `${path}.damaged-2`, `${path}.damaged-2`]);
    const names = await listPutAside(folder.path);
    const texts = names.sort().map((name) => readFile(join(folder.path, name, 'index.db'), 'utf8'));
    expect(await Promise.all(texts)).toEqual(['first', 'third']);
    await removePutAside(folder.path, names);
    expect(await readdir(folder.path)).toEqual([]);
  } finally {
    folder.remove();
  }
});
