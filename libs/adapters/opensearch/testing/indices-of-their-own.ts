import { randomBytes } from 'node:crypto';
import type { RealServer } from '@total-recall/ports/testing';
import { afterAll } from 'vitest';
import type { IndexOptions } from '../src/plan/index-names.ts';
import { connectOpenSearch } from '../src/wire/opensearch-connection.ts';
import type { OpenSearchSettings } from '../src/wire/opensearch-settings.ts';

type Options = IndexOptions & { readonly opensearch: OpenSearchSettings; readonly prefix: string; readonly generation: string };

/**
 * Gives each test its own generation on the one node of all tests. The test removes it, and the rest is removed after
 * the file's last test.
 */
export function indicesOfTheirOwn(server: RealServer): () => { readonly options: Options; remove(): Promise<void> } {
  const prefix = `t${randomBytes(6).toString('hex')}`;
  const opensearch: OpenSearchSettings = { urls: [server.url], requestTimeoutMs: 30_000 };
  let generations = 0;
  afterAll(() => removeAll(opensearch, [`/${prefix}-*`, `/_index_template/${prefix}-*`]));
  return () => {
    generations += 1;
    const generation = `g${generations}`;
    return {
      options: { opensearch, prefix, generation, shards: 1, replicas: 0 },
      remove: () => removeAll(opensearch, [`/${prefix}-*-${generation},${prefix}-*-${generation}.v1`]),
    };
  };
}

async function removeAll(opensearch: OpenSearchSettings, paths: readonly string[]): Promise<void> {
  const connection = connectOpenSearch(opensearch);
  try {
    for (const path of paths) await connection.request({ method: 'DELETE', path, doing: 'remove the indices of a test', accept: [404] });
  } finally {
    await connection.close();
  }
}
