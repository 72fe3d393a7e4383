import { onRealServer } from '@total-recall/ports/testing';
import { UNITS_VERSION } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import { createOpenSearchUnitStore } from './opensearch-unit-store.ts';
import { unitsIndexOf } from './units-index.ts';

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);

  it('indices of units of older versions are dropped by who writes units, but for the last and for those of another ledger', async () => {
    const {
      options: { generation: ledger, ...options },
      remove,
    } = nextIndices();
    const { prefix } = options;
    const named = (version: number, of = ledger!) => unitsIndexOf(prefix, of).replace(`-v${UNITS_VERSION}-`, `-v${version}-`);
    const made = [named(1), named(UNITS_VERSION - 2), named(UNITS_VERSION - 1), named(1, 'other')];
    for (const index of made) expect((await fetch(`${server.url}/${index}`, { method: 'PUT' })).status).toBe(200);
    const isThere = async (index: string): Promise<boolean> => (await fetch(`${server.url}/${index}`, { method: 'HEAD' })).status === 200;
    const opened = async (dropsOlder: boolean): Promise<boolean[]> => {
      await (await createOpenSearchUnitStore({ ...options, ledger: ledger!, dropsOlder })).close();
      return Promise.all(made.map(isThere));
    };
    expect(await opened(false)).toEqual([true, true, true, true]);
    expect(await opened(true)).toEqual([false, false, true, true]);
    await remove();
  });
});
