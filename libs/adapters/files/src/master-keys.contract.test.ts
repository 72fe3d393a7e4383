import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, masterKeysContract } from '@total-recall/ports/testing';
import { createEnvironmentMasterKeys } from '@total-recall/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileMasterKeys, openFileMasterKeys } from './file-master-keys.ts';
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

  it('keeps the keys that are taken out of it in a file beside it, the newest first', async () => {
    const masters = await openFileMasterKeys(file);
    const taken = [readFileSync(file, 'utf8')];
    for (let round = 0; round < 2; round += 1) {
      await masters.retireAllBut!(await masters.make!());
      taken.unshift(readFileSync(file, 'utf8'));
    }
    expect(readFileSync(`${file}.former`, 'utf8')).toBe(taken.slice(1).join(''));
    expect(statSync(`${file}.former`).mode & 0o077).toBe(0);
    expect(readdirSync(join(folder.path, 'keys')).sort()).toEqual(['master.key', 'master.key.former']);
  });

  it('is refused when others may read it, or when it holds something else', async () => {
    await openFileMasterKeys(file);
    for (const mode of [0o640, 0o604, 0o620, 0o660]) {
      chmodSync(file, mode);
      expect(await codeOf(openFileMasterKeys(file))).toBe('invalid_request');
    }
    chmodSync(file, 0o600);
    const base64 = randomBytes(32).toString('base64');
    for (const [text, fault] of [
      ['', 'it is empty'],
      ['\n', 'it is empty'],
      [newKey().slice(1), 'it has 63 characters'],
      [base64, 'it has 44 characters'],
      ['G'.repeat(64), 'it is not all lower-case hex digits'],
      [`${newKey()}\nmore`, 'word 2 of 2 has 4 characters'],
    ] as const) {
      writeFileSync(file, text);
      const error = await openFileMasterKeys(file).catch((refusal: unknown) => refusal);
      expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(`the file ${file}: ${fault}.`) });
      expect(error).toMatchObject({ message: expect.stringContaining('Put back your copy') });
      if (text.trim() !== '') expect((error as Error).message).not.toContain(text);
    }
  });

  it('may end with an empty line, or with those of another system', async () => {
    await openFileMasterKeys(file);
    const key = newKey();
    const [version] = await createEnvironmentMasterKeys(key).versions();
    for (const end of ['', '\n', '\r\n', '\n\n']) {
      writeFileSync(file, key + end);
      expect(await (await openFileMasterKeys(file)).versions()).toEqual([version]);
    }
  });

  it('is refused at once, by name, where a folder or a pipe stands in its place', async () => {
    mkdirSync(file, { recursive: true, mode: 0o700 });
    await expect(openFileMasterKeys(file)).rejects.toThrow(`${file} is a folder, but must be the file of the master key`);
    rmSync(file, { recursive: true });
    execFileSync('mkfifo', ['-m', '600', file]);
    await expect(openFileMasterKeys(file)).rejects.toThrow(`${file} is not a regular file`);
    rmSync(file);
    const server = createServer().listen(file);
    await once(server, 'listening');
    await expect(openFileMasterKeys(file)).rejects.toThrow(`${file} is not a regular file`);
    server.close();
  });

  it('is never waited for, whatever takes its place while it is looked at', async () => {
    await openFileMasterKeys(file);
    const masters = createFileMasterKeys(file);
    const [kept, pipe] = [`${file}.kept`, `${file}.pipe`];
    renameSync(file, kept);
    execFileSync('mkfifo', ['-m', '600', pipe]);
    const outcomes = new Set<string>();
    let isDone = false;
    const swapping = (async () => {
      for (let turn = 0; !isDone; turn++) {
        linkSync(turn % 2 === 0 ? kept : pipe, `${file}.next`);
        renameSync(`${file}.next`, file);
        rmSync(`${file}.next`, { force: true });
        await new Promise(setImmediate);
      }
    })();
    for (let read = 0; read < 400; read++)
      outcomes.add(
        await masters.versions().then(
          () => 'read',
          (error: Error) => (/is not a regular file/.test(error.message) ? 'refused' : error.message),
        ),
      );
    isDone = true;
    await swapping;
    expect([...outcomes].filter((outcome) => !['read', 'refused'].includes(outcome) && !outcome.startsWith('ENOENT'))).toEqual([]);
  });

  it('is refused by name where it has more than secrets have, and no more of it is read', async () => {
    await openFileMasterKeys(file);
    const before = process.memoryUsage().rss;
    truncateSync(file, 3_000_000_000);
    await expect(openFileMasterKeys(file)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(`${file} has more than 65536 bytes, but must be the file of the master key`),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(1_000_000_000);
    writeFileSync(file, `${newKey()}\n`.repeat(1_000));
    expect(await (await openFileMasterKeys(file)).versions()).toHaveLength(1_000);
  });

  it('may be a link to the file', async () => {
    await openFileMasterKeys(file);
    const link = join(folder.path, 'linked.key');
    symlinkSync(file, link);
    expect(await (await openFileMasterKeys(link)).versions()).toEqual(await (await openFileMasterKeys(file)).versions());
  });

  it('that a link names is rewritten where it stands, with its drafts, and the link stays one', async () => {
    await openFileMasterKeys(file);
    const [data, between, link] = [join(folder.path, 'data'), join(folder.path, 'between.key'), join(folder.path, 'data', 'master.key')];
    mkdirSync(data);
    symlinkSync(file, between);
    symlinkSync('../between.key', link);
    writeFileSync(`${file}.draft-0123456789ab`, newKey());
    const masters = await openFileMasterKeys(link);
    const made = await masters.make!();
    expect((await createFileMasterKeys(file).versions())[0]).toEqual(made);
    await masters.retireAllBut!(made);
    expect(await createFileMasterKeys(file).versions()).toEqual([made]);
    expect([between, link].map((path) => lstatSync(path).isSymbolicLink())).toEqual([true, true]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder.path, 'keys'))).toEqual(['master.key', 'master.key.former']);
    expect(readdirSync(data)).toEqual(['master.key']);
  });

  it('is never emptied: a key that somebody else took out of it takes no other with it', async () => {
    const masters = await openFileMasterKeys(file);
    const made = await masters.make!();
    const other = newKey();
    writeFileSync(file, `${other}\n`);
    expect(await codeOf(masters.retireAllBut!(made))).toBe('unavailable');
    expect(readFileSync(file, 'utf8')).toBe(`${other}\n`);
  });

  it('leaves no draft with keys behind, its own or that of a process that was killed, and takes no copy away', async () => {
    const masters = await openFileMasterKeys(file);
    const [draft, copy] = [`${file}.draft-0123456789ab`, `${file}.202611261200`];
    for (const path of [draft, copy]) writeFileSync(path, newKey());
    await masters.make!();
    expect(readdirSync(join(folder.path, 'keys')).sort()).toEqual(['master.key', 'master.key.202611261200']);
  });

  it('that may not be written is a copy of what is kept elsewhere: nothing is made or taken away in it', async () => {
    expect(await openFileMasterKeys(file)).toHaveProperty('make');
    chmodSync(file, 0o400);
    const masters = await openFileMasterKeys(file);
    expect([masters.make, masters.retireAllBut]).toEqual([undefined, undefined]);
    expect(await masters.versions()).toHaveLength(1);
  });
});
