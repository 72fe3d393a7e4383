import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli, temporaryFolder } from '../../../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const nobody = (): Record<string, string> => ({
  TOTAL_RECALL_EMBEDDER: 'minilm',
  TOTAL_RECALL_MODEL_HUB_URL: 'http://127.0.0.1:1',
  TOTAL_RECALL_MODEL_MAVEN_URL: 'http://127.0.0.1:1',
  XDG_CACHE_HOME: join(folder.path, 'cache'),
  PATH: folder.path,
});

it('says whether the model is there, and why it cannot be had', async () => {
  const absent = await runCli(['model', 'status', '--json'], nobody());
  expect(absent.code).toBe(3);
  expect(JSON.parse(absent.stdout)).toMatchObject({ kind: 'absent', reason: expect.stringContaining('there is no model.onnx in') });

  await mkdir(join(folder.path, 'own'));
  await writeFile(join(folder.path, 'own', 'model.onnx'), 'not a model');
  const wrong = await runCli(['model', 'fetch'], { ...nobody(), TOTAL_RECALL_MODEL_DIR: join(folder.path, 'own') });
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/model\.onnx has 11 bytes instead of 22972370.*hub: it failed.*Maven.*central: it failed/);
  expect(wrong.stderr).toContain('docs/models.md');

  const off = await runCli(['model', 'status'], {});
  expect([off.code, off.stdout]).toEqual([0, 'Vectors are off (TOTAL_RECALL_EMBEDDER).\n']);

  const doctor = await runCli(['doctor', '--json', '--data-dir', join(folder.path, 'data')], {
    ...nobody(),
    TOTAL_RECALL_PORT: '0',
    TOTAL_RECALL_OPS_PORT: '0',
  });
  const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string }[] };
  expect(checks.find(({ name }) => name === 'embedding model')).toMatchObject({
    outcome: 'warn',
    advice: expect.stringContaining('total-recall model fetch'),
  });
});
