import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, masterKeysContract } from '@total-recall/ports/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileMasterKeys } from './file-master-keys.ts';
import { openMasterKeys } from './open-master-keys.ts';

function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'total-recall-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

const newKey = (): string => randomBytes(32).toString('hex');

masterKeysContract('file', () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'master.key');
  return {
    open: () => openMasterKeys({ masterKeyFile: path }),
    add: async () => writeFileSync(path, `${newKey()}\n${readFileSync(path, 'utf8')}`),
    dispose: async () => folder.remove(),
  };
});

masterKeysContract('environment', () => {
  let masterKeys = newKey();
  return {
    open: () => openMasterKeys({ masterKeyFile: '/nowhere/master.key', masterKeys }),
    add: async () => void (masterKeys = `${newKey()}, ${masterKeys}`),
    dispose: async () => undefined,
  };
});

describe('the master key file', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder.path, 'keys', 'master.key');
  });
  afterEach(() => folder.remove());

  it('is made once, for its owner only, and is the same for all who start at once', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => openFileMasterKeys(file)));
    const versions = await Promise.all(opened.map((masters) => masters.versions()));
    for (const own of versions) expect(own).toEqual(versions[0]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder.path, 'keys'))).toEqual(['master.key']);
  });

  it('is refused when others may read it, or when it holds something else', async () => {
    await openFileMasterKeys(file);
    for (const mode of [0o640, 0o604, 0o620, 0o660]) {
      chmodSync(file, mode);
      expect(await codeOf(openFileMasterKeys(file))).toBe('invalid_request');
    }
    chmodSync(file, 0o600);
    for (const text of ['not a key', '', `${newKey()}\nmore`, newKey().slice(1)]) {
      writeFileSync(file, text);
      expect(await codeOf(openFileMasterKeys(file))).toBe('invalid_request');
    }
  });

  it('that may not be written is a copy of what is kept elsewhere: nothing is made or taken away in it', async () => {
    expect(await openFileMasterKeys(file)).toHaveProperty('make');
    chmodSync(file, 0o400);
    const masters = await openFileMasterKeys(file);
    expect([masters.make, masters.retireAllBut]).toEqual([undefined, undefined]);
    expect(await masters.versions()).toHaveLength(1);
  });
});
