import { onRealServer } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import { openReadModel } from '../read-model/open-read-model.ts';
import { connectOpenSearch } from '../wire/opensearch-connection.ts';
import { claimFill } from './claim-fill.ts';
import { indexNames } from './index-names.ts';

const SILENT_MS = 10_000;

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);

  it('takes over the claim of a process that was killed, and tells one that was only slow', async () => {
    const { options } = nextIndices();
    const readModel = await openReadModel(options);
    const index = indexNames(options).marks;
    const connect = () => connectOpenSearch(options.opensearch);
    const claim = (connection: ReturnType<typeof connect>) => claimFill({ connection, index, silentMs: SILENT_MS });
    const [killed, slow, next] = [connect(), connect(), connect()];

    expect(await claim(killed)).toBeDefined();
    expect(await claim(slow)).toBeUndefined();
    await killed.close();
    const taken = await claim(slow);
    expect(taken!.lost.aborted).toBe(false);

    // The document of another process stands where this one looks next.
    await next.request({
      method: 'PUT',
      path: `/${index}/_doc/filler`,
      query: { routing: 'filler' },
      body: { type: 'filler', set: 'another' },
      doing: 'take a claim over',
    });
    await expect.poll(() => taken!.lost.aborted, { timeout: 10_000 }).toBe(true);
    await taken!.release();
    for (const connection of [slow, next]) await connection.close();
    await readModel.close();
  });
});
