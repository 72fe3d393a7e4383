import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLD_VERSION } from '@total-recall/domain';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../testing/serve-folder.ts';

/**
 * Fold versions of the recorded folders: two sessions of a space, one of them compacted, over one artifact. Up to
 * version 3 terms were stored in the clear.
 */
const VERSIONS = [3, 4];
const WINTER = { tenant: 'default', space: 'harbour', session: 'winter' };

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-earlier-'));
  for (const version of VERSIONS) {
    const archive = join(import.meta.dirname, `../testing/data-folder-fold-${version}.tar.gz`);
    await mkdir(recordedOf(version));
    execFileSync('tar', ['-xzf', archive], { cwd: recordedOf(version) });
  }
});
const recordedOf = (version: number): string => join(root, `recorded-${version}`);
afterAll(() => rm(root, { recursive: true, force: true }));

async function serve(dataDir: string) {
  const config = parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' });
  const cores = await serveFolder(config);
  const answers = async () => {
    const { rendered } = await cores.retriever.recall({ ...WINTER, queries: ['why do ferries use the eastern quay?'] });
    const { blocks, cycle } = await cores.retriever.assembleWindow({ ...WINTER });
    return { rendered, text: blocks.map((block) => block.text).join('\n'), cycle };
  };
  return { ...cores, answers, detail: async () => (await cores.health()).components['read-model']?.detail };
}

const readModels = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((entry) => entry.startsWith('read-model-'));

describe.each(VERSIONS)('a data folder of version %i', (version) => {
  it('answers from its own read model at once, and from a new one when that is filled, with what was appended between', async () => {
    const dataDir = join(root, `first-${version}`);
    await cp(recordedOf(version), dataDir, { recursive: true });
    const service = await serve(dataDir);
    expect(await service.detail()).toMatch(new RegExp(`read-model-[0-9a-f]+-v${version} answers$`));
    const before = await service.answers();
    expect(before.rendered).toContain('the western one floods');
    expect(before.text).toContain('Never assign berth 7 to a ferry.');
    expect(before.cycle).toBeGreaterThan(0);
    await service.ingest.append({ ...WINTER, events: [{ kind: 'user_message', text: 'The fog horn at gate 51 was mended.' }] });
    await expect.poll(service.detail, { timeout: 30_000 }).toBeUndefined();
    const after = await service.answers();
    expect(after.rendered).toContain('the western one floods');
    expect(after.text).toContain('Never assign berth 7 to a ferry.');
    expect(after.text).toContain('The fog horn at gate 51 was mended.');
    expect(after.cycle).toBe(before.cycle);
    await service.stop();
    expect(await readModels(dataDir)).toEqual([expect.stringMatching(new RegExp(`-v${FOLD_VERSION}$`))]);

    const again = await serve(dataDir);
    expect(await again.detail()).toBeUndefined();
    expect((await again.answers()).text).toBe(after.text);
    await again.stop();
  });

  it('goes on with the filling where a start was ended in the middle of it', async () => {
    const dataDir = join(root, `ended-${version}`);
    await cp(recordedOf(version), dataDir, { recursive: true });
    await (await serve(dataDir)).stop();
    expect(await readModels(dataDir)).toHaveLength(2);
    const service = await serve(dataDir);
    await expect.poll(service.detail, { timeout: 30_000 }).toBeUndefined();
    expect((await service.answers()).rendered).toContain('the western one floods');
    await service.stop();
    expect(await readModels(dataDir)).toHaveLength(1);
  });
});
