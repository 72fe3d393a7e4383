import { chown, readdir, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli, temporaryFolder } from '../testing/run-cli.ts';

const SOMEBODY = 54_321;

// Only root may give a file to somebody else.
describe.skipIf(process.geteuid?.() !== 0)('a data folder of another user', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let dataDir: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    dataDir = join(folder.path, 'memory');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'log.db'), '');
    await chown(join(dataDir, 'log.db'), SOMEBODY, SOMEBODY);
  });
  afterEach(() => folder.remove());

  it.each([
    ['verify'],
    ['doctor'],
    ['serve'],
    ['backup', '.', 'elsewhere', '--without-keys'],
    ['keys', 'create', '--name', 'agent'],
    ['keys', 'rotate-master'],
    ['index', 'rebuild'],
  ])('is refused to root by %s %s, naming whose it is, and nothing is left in it', async (...command) => {
    const { code, stderr } = await runCli(
      command.map((word) => (word === '.' ? dataDir : word)),
      { TOTAL_RECALL_DATA_DIR: dataDir },
    );
    expect(code).toBe(1);
    expect(stderr).toContain(`belongs to user ${SOMEBODY}`);
    expect(stderr).toContain(`sudo -u '#${SOMEBODY}'`);
    expect(await readdir(dataDir)).toEqual(['log.db']);
  });
});
