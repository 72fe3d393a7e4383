import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSigningKey } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { readKeyFile } from './read-key-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'total-recall-key-file-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const VARIABLE = 'TOTAL_RECALL_SERVICE_KEY_FILE';

it('names the setting and the file where there is none, and where it holds no key', async () => {
  const missing = join(folder, 'none.pem');
  await expect(readKeyFile(VARIABLE, missing, readSigningKey)).rejects.toThrow(`${VARIABLE}: ${missing} cannot be read (ENOENT).`);
  const empty = join(folder, 'empty.pem');
  await writeFile(empty, 'hello');
  await expect(readKeyFile(VARIABLE, empty, readSigningKey)).rejects.toThrow(`${VARIABLE}: ${empty} holds no such keys (`);
});
