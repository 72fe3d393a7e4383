import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processParts } from '@total-recall/composition';
import { FOLD_VERSION } from '@total-recall/domain';
import { SILENT_LOGGER } from '@total-recall/observability';
import type { Scheduler } from '@total-recall/ports';
import { parseConfig, startInOrder, type Component } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coresOver, createCores, openFolder } from './create-cores.ts';

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

const configOf = (dataDir: string) =>
  parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' });

const DEADLINES = { startDeadlineMs: 30_000, stopDeadlineMs: 30_000 };

/** Starts components. Notes what the read model says when it has started, as it may be filled before others have. */
async function startAll(components: readonly Component[], scheduler: Scheduler) {
  let atStart: string | undefined;
  const noting = components.map((component) => {
    if (component.name !== 'read-model') return component;
    const start = async (): Promise<void> => {
      await component.start?.();
      atStart = (await component.health?.())?.detail;
    };
    return { ...component, start };
  });
  const running = await startInOrder(noting, { scheduler, ...DEADLINES });
  return { running, atStart, detail: async () => (await running.health()).components['read-model']?.detail };
}

async function serve(dataDir: string) {
  const cores = await createCores({ ...configOf(dataDir), threads: 'one' }, SILENT_LOGGER);
  const { running, ...said } = await startAll(cores.components, cores.scheduler);
  const answers = async () => {
    const { rendered } = await cores.retriever.recall({ ...WINTER, queries: ['why do ferries use the eastern quay?'] });
    const { blocks, cycle } = await cores.retriever.assembleWindow({ ...WINTER });
    return { rendered, text: blocks.map((block) => block.text).join('\n'), cycle };
  };
  return { ...cores, ...said, answers, stop: running.stop };
}

const readModels = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((entry) => entry.startsWith('read-model-'));

describe.each(VERSIONS)('a data folder of version %i', (version) => {
  it('answers from its own read model at once, and from a new one when that is filled, with what was appended between', async () => {
    const dataDir = join(root, `first-${version}`);
    await cp(recordedOf(version), dataDir, { recursive: true });
    const service = await serve(dataDir);
    expect(service.atStart).toMatch(new RegExp(`read-model-[0-9a-f]+-v${version} answers$`));
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
    // Nothing starts behind the filling, so that the stop comes before it can end.
    const { components, scheduler } = await createCores({ ...configOf(dataDir), threads: 'one' }, SILENT_LOGGER);
    const untilFilling = components.slice(0, components.findIndex(({ name }) => name === 'read-model') + 1);
    await (await startInOrder(untilFilling, { scheduler, ...DEADLINES })).stop();
    expect(await readModels(dataDir)).toHaveLength(2);
    const service = await serve(dataDir);
    await expect.poll(service.detail, { timeout: 30_000 }).toBeUndefined();
    expect((await service.answers()).rendered).toContain('the western one floods');
    await service.stop();
    expect(await readModels(dataDir)).toHaveLength(1);
  });

  it('knows facts at once, erases nothing while a read model of an earlier version is there, and then does', async () => {
    const dataDir = join(root, `erased-${version}`);
    await cp(recordedOf(version), dataDir, { recursive: true });
    const config = { ...configOf(dataDir), threads: 'one' as const };
    const parts = processParts(SILENT_LOGGER);
    const folder = await openFolder(config, parts);
    const { components, scheduler, ingest, retriever, consolidator, eraser } = await coresOver(folder, config, parts);
    const { running, atStart, detail } = await startAll(components, scheduler);
    const { session: _session, ...space } = WINTER;
    expect(atStart).toMatch(/ answers$/);
    await ingest.append({ ...WINTER, events: [{ kind: 'user_message', text: 'The staging port is 4100.' }], wait: 'searchable' });
    await consolidator!.consolidate(space);
    expect((await consolidator!.facts({ ...space, attribute: 'staging port', limit: 10 })).facts).toMatchObject([{ value: '4100' }]);
    const asked = {
      tenant: WINTER.tenant,
      scope: { kind: 'session' as const, space: WINTER.space, session: WINTER.session },
      actor: 'key',
    };
    await expect(eraser!.erase(asked)).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(detail, { timeout: 30_000 }).toBeUndefined();
    await expect(eraser!.erase(asked)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await readModels(dataDir)).toHaveLength(2);

    await folder.stores.unfilled!.removeFormer();
    expect(await eraser!.erase(asked)).toMatchObject({ status: 'done' });
    const { rendered } = await retriever.recall({ ...space, queries: ['why do ferries use the eastern quay?'] });
    expect(rendered).not.toContain('the western one floods');
    await running.stop();
    await folder.stores.close();
  });
});
