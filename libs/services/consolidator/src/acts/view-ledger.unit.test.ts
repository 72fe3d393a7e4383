import { createMemoryLedger } from '@total-recall/adapter-memory';
import { expect, it } from 'vitest';
import { viewLedger } from './view-ledger.ts';

const PLACE = { tenant: 't', space: 's' };

it('the ledger of a space is read from its end, and each page begins behind the last one', async () => {
  const ledger = createMemoryLedger();
  const share = await ledger.own(0);
  const ids = ['e1', 'e2', 'e3', 'e4', 'e5'];
  await share.append(
    0,
    ids.map((id, at) => ({ id, ...PLACE, at, actor: 'key', act: { type: 'UnitsDecided' as const, decisions: [] } })),
  );
  const pages: string[][] = [];
  for (let before: string | undefined, more = true; more;) {
    const page = await viewLedger({ ledger }, { ...PLACE, limit: 2, ...(before !== undefined && { before }) });
    pages.push(page.entries.map(({ view }) => view.id));
    before = page.before;
    more = before !== undefined;
  }
  expect(pages).toEqual([['e5', 'e4'], ['e3', 'e2'], ['e1']]);
});
