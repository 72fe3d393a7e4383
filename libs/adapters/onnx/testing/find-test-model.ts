import { homedir } from 'node:os';
import { reasonText } from '@total-recall/runtime';
import type { EmbeddingModel } from '../src/embedding-model.ts';
import { findModelFiles, type ModelFiles } from '../src/model-files/find-model-files.ts';
import { modelCacheFolder } from '../src/model-files/model-cache-folder.ts';

/**
 * Finds the files of a model for tests, in the folder of TOTAL_RECALL_TEST_MODELS or the user's cache. With
 * TOTAL_RECALL_TEST_DOWNLOAD=1 it also tries the hub and Maven. When there are none it prints so, and throws if
 * REQUIRE_REAL_BACKENDS=1 is set.
 */
export async function findTestModel(model: EmbeddingModel): Promise<ModelFiles | undefined> {
  const download = process.env['TOTAL_RECALL_TEST_DOWNLOAD'] === '1';
  try {
    return await findModelFiles(model, {
      folder: process.env['TOTAL_RECALL_TEST_MODELS'],
      cacheFolder: modelCacheFolder(process.env, homedir),
      ...(download ? {} : { hub: false, maven: false, central: false }),
    });
  } catch (error) {
    if (process.env['REQUIRE_REAL_BACKENDS'] === '1') throw error;
    const reason = reasonText(error);
    process.stderr.write(`\nNOT TESTED: ${model.name} (${reason} TOTAL_RECALL_TEST_DOWNLOAD=1 fetches it.)\n`);
    return undefined;
  }
}
