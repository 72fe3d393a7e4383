import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holderOfDataDir, lockDataDir } from './lock-data-dir.ts';

let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'total-recall-lock-'));
  children = [];
});

afterEach(async () => {
  await Promise.all(children.map(kill));
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts another process that asks for the folder and keeps it if it can, also where nothing refers to the lock any more. */
async function otherProcess(): Promise<{ child: ChildProcess; says: string }> {
  const code = `import(${JSON.stringify(new URL('./lock-data-dir.ts', import.meta.url).href)}).then(({ lockDataDir }) => lockDataDir(${JSON.stringify(dataDir)}))
    .then(() => new Promise(setImmediate)).then(() => { gc(); return new Promise(setImmediate); })
    .then(() => { console.log('locked'); setInterval(() => {}, 1_000); }, (error) => console.log(error.code + ': ' + error.message));`;
  const child = spawn(process.execPath, ['--expose-gc', '--conditions=total-recall-source', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, says: said.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

describe('the lock of a data folder', () => {
  it('is held by one process at a time, which is named to the other', async () => {
    const unlock = await lockDataDir(dataDir);
    expect(await holderOfDataDir(dataDir)).toBe(process.pid);
    expect((await otherProcess()).says).toMatch(new RegExp(`^unavailable: .* is in use by process ${process.pid}\\.`));
    await unlock();
    await unlock();
    expect(await holderOfDataDir(dataDir)).toBeUndefined();
    await expect(access(join(dataDir, 'lock'))).rejects.toThrow(/ENOENT/);
    expect((await otherProcess()).says).toBe('locked');
  });

  it('is held once in one process too', async () => {
    const unlock = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({ code: 'unavailable' });
    await unlock();
    await (
      await lockDataDir(dataDir)
    )();
  });

  it('is free once its process was killed, also where its id is in use again', async () => {
    const { child, says } = await otherProcess();
    expect(says).toBe('locked');
    expect(await holderOfDataDir(dataDir)).toBe(child.pid);
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`process ${child.pid}`),
    });
    await kill(child);
    // The killed process left its id behind; here the id of a live process replaces it.
    expect(await readFile(join(dataDir, 'lock'), 'utf8')).toBe(String(child.pid));
    await writeFile(join(dataDir, 'lock'), String(process.ppid));
    expect(await holderOfDataDir(dataDir)).toBeUndefined();
    await (
      await lockDataDir(dataDir)
    )();
  });

  it('is neither given nor refused by what the file of its owner says', async () => {
    const unlock = await lockDataDir(dataDir);
    for (const left of ['', 'x', '-1', '999999999']) {
      await writeFile(join(dataDir, 'lock'), left);
      await expect(lockDataDir(dataDir)).rejects.toMatchObject({ code: 'unavailable' });
    }
    await writeFile(join(dataDir, 'lock'), '');
    expect(await holderOfDataDir(dataDir)).toBe('unknown');
    await unlock();
    await writeFile(join(dataDir, 'lock'), '');
    await (
      await lockDataDir(dataDir)
    )();
  });

  it('is given to one of many that ask at once', async () => {
    const said = (await Promise.all(Array.from({ length: 4 }, otherProcess))).map(({ says }) => says.split(':')[0]);
    expect(said.toSorted()).toEqual(['locked', 'unavailable', 'unavailable', 'unavailable']);
  });
});
