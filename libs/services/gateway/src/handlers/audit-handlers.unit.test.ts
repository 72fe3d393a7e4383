import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { createAuditChains, verifyAudit } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';
import type { Caller } from '../gateway.ts';
import { auditHandlers } from './audit-handlers.ts';

const CALLER: Caller = { tenant: 'acme', keyId: 'k', scopes: ['audit'], quotas: {} };
const EMPTY = { headers: {}, params: {}, body: undefined } as const;

async function world(entries: number) {
  const control = createMemoryControlStore();
  let ids = 0;
  const chains = createAuditChains({ control, clock: virtualTime().clock, nextId: () => `n${(ids += 1)}`, writer: 'w' });
  const append = async (action: string, target: string) => {
    const id = `id${String((ids += 1)).padStart(3, '0')}`;
    const read = action === 'read.recall' ? { read: { ids: [target], share: 0.5 } } : {};
    await chains.append([{ id, tenant: 'acme', at: ids, keyId: 'k', action, target, outcome: 'allowed', ...read }]);
  };
  for (let at = 1; at <= entries; at += 1) await append('read.recall', `e${at}`);
  const handlers = auditHandlers({
    control,
    audit: { note: () => undefined, write: async () => undefined, flush: async () => undefined, stop: async () => undefined },
    auditAct: (_caller, action, target) => append(action, target),
  });
  return handlers;
}

it('an export goes page by page to its end, with the ends of the chains on the last, and says once that it was made', async () => {
  const { exportAudit } = await world(5);
  const pages = [await exportAudit({ ...EMPTY, query: { limit: 2 } }, CALLER)];
  for (let { cursor } = pages[0]!; cursor !== undefined && pages.length < 9; { cursor } = pages.at(-1)!)
    pages.push(await exportAudit({ ...EMPTY, query: { limit: 2, cursor } }, CALLER));
  const entries = pages.flatMap((page) => page.entries);
  expect(entries.map(({ target }) => target)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'acme']);
  expect(entries.map(({ action }) => action).filter((action) => action === 'audit.export')).toHaveLength(1);
  expect(entries[0]!.read).toEqual({ ids: ['e1'], share: 0.5 });
  expect(pages.map(({ heads }) => heads?.length ?? 0)).toEqual([...pages.slice(1).map(() => 0), 1]);
  expect(verifyAudit(entries, pages.at(-1)!.heads!).problems).toEqual([]);
});

it('a list goes from the latest entry to the first', async () => {
  const { listAudit } = await world(3);
  const first = await listAudit({ ...EMPTY, query: { limit: 2 } }, CALLER);
  expect(first.entries.map(({ target }) => target)).toEqual(['e3', 'e2']);
  const second = await listAudit({ ...EMPTY, query: { limit: 2, cursor: first.cursor } }, CALLER);
  expect([second.entries.map(({ target }) => target), second.cursor]).toEqual([['e1'], undefined]);
});
